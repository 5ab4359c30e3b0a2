/**
 * Compares 551 configurations and records with Elasticsearch 7.10 and 8.19 and OpenSearch 3.8.
 * engine-cases.jsonl has their answers: `error` names the refused part, `definition` or `document`.
 *
 * @module-tag preprocessors
 */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseExactly } from '../../lib/headwater/shared/json/lossless-json.ts';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { documentedTypes } from '../../lib/ingest/engine/documented-types.ts';
import { loadTypes } from '../../lib/ingest/engine/load-types.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';
import { differences } from './engine-differences.ts';

await loadTypes(documentedTypes);

interface EngineCase {
  readonly id: string;
  readonly type: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly input: Parameters<typeof runPipeline>[1][number];
  readonly output?: unknown;
  readonly error?: 'definition' | 'document';
  readonly dropped?: true;
}

function casesIn(file: string): EngineCase[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => parseExactly(line) as EngineCase);
}

const cases = casesIn('engine-cases.jsonl');
/** Where Elasticsearch 7.10 and OpenSearch 3.3 agree: texts beyond ASCII, ends of lines, templates, zones, numbers. */
const furtherCases = casesIn('engine-more-cases.jsonl');

/** The year in which the answers were written. */
const now = Date.parse('2026-11-21T00:00:00Z');

type Options = Readonly<Record<string, unknown>>;

/** The configuration of Elasticsearch as ours: `type` names the step, so `convert` has `target_type`. */
function stepOf(type: string, options: Options): Options {
  const { type: targetType, if_painless: _, on_failure: handlers, ...rest } = options;
  return {
    type,
    ...rest,
    ...(type === 'dissect' ? { elasticsearch_empty_values: true } : {}),
    ...(targetType === undefined ? {} : { target_type: targetType }),
    ...(Array.isArray(handlers) ? { on_failure: handlers.flatMap(stepsOf) } : {}),
  };
}

function stepsOf(processor: Readonly<Record<string, Options>>): Options[] {
  return Object.entries(processor).map(([type, options]) => stepOf(type, options));
}

function preprocessorsOf({ type, configuration }: EngineCase): Options[] {
  if (type !== 'pipeline') return [stepOf(type, configuration)];
  const processors = configuration['processors'] as Readonly<Record<string, Options>>[];
  return processors.flatMap(stepsOf);
}

/** The answer of our engine, in the form of the cases. */
function answerTo(engineCase: EngineCase): Pick<EngineCase, 'output' | 'error' | 'dropped'> {
  const compiled = compilePipeline(preprocessorsOf(engineCase));
  if ('issues' in compiled) return { error: 'definition' };
  const [result] = runPipeline(compiled.pipeline, [engineCase.input], {
    now,
    budgetMs: 60_000,
    recordLimitMs: 30_000,
    deadlineMs: 60_000,
  });
  if (result?.status === 'dropped') return { dropped: true };
  return result?.status === 'success' ? { output: result.document } : { error: 'document' };
}

/** Rounds numbers to 32 bits for the comparison, since JavaScript has only 64 bits. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Math.fround(value);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rounded(inner)]));
}

function expectedOf({ output, error, dropped }: EngineCase) {
  return {
    ...(output === undefined ? {} : { output }),
    ...(error && { error }),
    ...(dropped && { dropped }),
  };
}

function isEqual(engineCase: EngineCase): boolean {
  const isSingle = ['float', 'auto'].includes(String(engineCase.configuration['type']));
  const compare = isSingle ? rounded : (value: unknown) => value;
  try {
    expect(compare(answerTo(engineCase))).toEqual(compare(expectedOf(engineCase)));
    return true;
  } catch {
    return false;
  }
}

const known = new Map(differences.flatMap(({ ids, name }) => ids.map((id) => [id, name] as const)));

describe.each([...Map.groupBy([...cases, ...furtherCases], ({ type }) => type)])('%s', (_, ofType) => {
  test(`gives the same in ${ofType.length} cases, but for the differences`, () => {
    const different = ofType.filter((engineCase) => !isEqual(engineCase)).map(({ id }) => id);
    expect(different).toEqual(ofType.filter(({ id }) => known.has(id)).map(({ id }) => id));
  });
});

test('every difference is in the table of docs/service/preprocessors.md', () => {
  const page = readFileSync(new URL('../../docs/service/preprocessors.md', import.meta.url), 'utf8');
  expect(differences.filter(({ name }) => !page.includes(`| ${name} |`))).toEqual([]);
});

test('every difference has cases, and each case exists once', () => {
  const ids = new Set([...cases, ...furtherCases].map(({ id }) => id));
  const listed = differences.flatMap((difference) => difference.ids);
  expect(listed.filter((id) => !ids.has(id))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
  expect(differences.filter((difference) => difference.ids.length === 0)).toEqual([]);
});
