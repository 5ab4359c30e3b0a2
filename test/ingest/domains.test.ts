/** registered_domain against the PublicSuffixMatcher of Apache HttpClient 4.5.14, which Elasticsearch uses; domains.jsonl has its answers. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { DataRecord } from '../../lib/ingest/base/record.ts';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { loadTypes } from '../../lib/ingest/engine/load-types.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';

await loadTypes([{ type: 'registered_domain' }]);

function run(options: DataRecord, records: readonly DataRecord[]) {
  const compiled = compilePipeline([{ type: 'registered_domain', field: 'host', ...options }]);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  return runPipeline(compiled.pipeline, records);
}

const cases = readFileSync(new URL('domains.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly input: string; readonly output?: DataRecord });

test('names are split as Elasticsearch splits them', () => {
  expect(cases).toHaveLength(250);
  const results = run(
    { target_field: 'out' },
    cases.map(({ input }) => ({ host: input })),
  );
  expect(results.map((result) => result.status === 'success' && result.document)).toEqual(
    cases.map(({ input, output }) => ({ host: input, ...(output ? { out: output } : {}) })),
  );
});

test('the parts are written into what the target has, capitals make no difference', () => {
  const records = [{ host: 'WWW.Example.COM', dns: { question: { type: 'A', subdomain: 'old' } } }];
  expect(run({ target_field: 'dns.question' }, records)).toMatchObject([
    {
      document: {
        dns: {
          question: {
            type: 'A',
            domain: 'WWW.Example.COM',
            registered_domain: 'example.com',
            top_level_domain: 'com',
            subdomain: 'WWW',
          },
        },
      },
    },
  ]);
  expect(run({}, [{ host: 'a.de', domain: 1 }])).toMatchObject([
    { document: { domain: 'a.de', registered_domain: 'a.de', top_level_domain: 'de' } },
  ]);
  expect(run({ target_field: 'host' }, [{ host: 'a.de' }])).toMatchObject([
    { status: 'error', failure: { code: 'wrong_path', path: 'host.domain' } },
  ]);
});

test('names of any length', () => {
  const names = [
    'a.'.repeat(200_000),
    'x'.repeat(500_000),
    `${'a.'.repeat(100_000)}com`,
    '.'.repeat(500_000),
  ];
  const results = run(
    { ignore_missing: false },
    names.map((host) => ({ host })),
  );
  expect(results.map((result) => (result.status === 'error' ? result.failure.code : result.status))).toEqual([
    'not_convertible',
    'not_convertible',
    'success',
    'not_convertible',
  ]);
});
