/** What is made at its first use, made in the middle of a run: under a time limit, traced, and in several runs. */

import { beforeEach, expect, test, vi } from 'vitest';
import type { DataRecord } from '../../lib/ingest/base/record.ts';

beforeEach(() => {
  vi.resetModules();
});

const tablet =
  'Mozilla/5.0 (iPad; CPU OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1';
const agents = [
  'curl/8.5.0',
  'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0',
  tablet,
  'Lynx/2.8',
];
const names = ['curl', 'Firefox', 'Mobile Safari', 'Lynx'];
const records = agents.map((agent) => ({ agent }));
const userAgent = { type: 'user_agent', field: 'agent', properties: ['name'] };
/** A pipeline with it runs under a time limit. */
const gsub = { type: 'gsub', field: 'agent', pattern: '[x]{9}', replacement: '' };

async function freshEngine(...configurations: readonly Readonly<Record<string, unknown>>[]) {
  const [{ compilePipeline }, { loadTypes }, { runPipeline }, { tracePipeline }, { makeCounts }] =
    await Promise.all([
      import('../../lib/ingest/engine/compile.ts'),
      import('../../lib/ingest/engine/load-types.ts'),
      import('../../lib/ingest/engine/run.ts'),
      import('../../lib/ingest/engine/trace.ts'),
      import('../../lib/ingest/engine/step-counts.ts'),
    ]);
  await loadTypes(configurations);
  const compiled = compilePipeline(configurations);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  return { pipeline: compiled.pipeline, runPipeline, tracePipeline, makeCounts };
}

const nameIn = (document: DataRecord) => (document['user_agent'] as DataRecord)['name'];

test.each([
  { kind: 'with a time limit', steps: [gsub, userAgent] },
  { kind: 'without one', steps: [userAgent] },
  { kind: 'in a handler', steps: [gsub, { type: 'fail', message: 'no', on_failure: [userAgent] }] },
])('the parser of agents, $kind', async ({ steps }) => {
  const { pipeline, runPipeline, tracePipeline, makeCounts } = await freshEngine(...steps);
  const counts = makeCounts(pipeline);
  const results = runPipeline(pipeline, records, { counts });
  expect(results.map((result) => result.status === 'success' && nameIn(result.document))).toEqual(names);
  const all = counts.succeeded.map((count, step) => count + (counts.failed[step] ?? 0));
  expect(all).toEqual(steps.map(() => records.length));
  expect(tracePipeline(pipeline, records).map(({ result }) => result)).toEqual(results);
});

test('the parser of agents, in a traced run', async () => {
  const { pipeline, tracePipeline } = await freshEngine(gsub, userAgent);
  const traced = tracePipeline(pipeline, records);
  expect(traced.map(({ result }) => result.status === 'success' && nameIn(result.document))).toEqual(names);
  expect(traced.map(({ steps }) => steps.map(({ status }) => status))).toEqual(
    records.map(() => ['success', 'success']),
  );
});

test('expressions for the characters of all scripts', async () => {
  const { pipeline, runPipeline } = await freshEngine(
    { type: 'grok', field: 'text', patterns: ['%{NUMBER:größe:int} (?<word>[[:alpha:]]+)'] },
    { type: 'convert', field: 'digits', target_type: 'integer' },
    { type: 'set', field: 'found', value: true, if: 'text:größer' },
    { type: 'uri_parts', field: 'uri', keep_original: false },
  );
  const record = { text: '12 größer', digits: '٤٢', uri: 'http://example.org/ä' };
  const url = { domain: 'example.org', path: '/ä', scheme: 'http' };
  const { digits: _, ...rest } = record;
  for (const result of runPipeline(pipeline, [record, record]))
    expect(result).toEqual({
      status: 'success',
      document: { ...rest, digits: 42, größe: 12, word: 'größer', found: true, url },
    });
});
