/**
 * All names that grok knows. grok-bank.jsonl has what the grok of OpenSearch 2.11, with its regular expression engine
 * joni, reads by the original patterns: `ecs` with those of ECS, `whole` if `all` is the whole text.
 *
 * @module-tag preprocessors
 */

import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { type DataRecord, isRecord } from '../../lib/ingest/base/record.ts';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { loadTypes } from '../../lib/ingest/engine/load-types.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';
import { bankNames, findBank } from '../../lib/ingest/text/grok-bank.ts';

interface BankCase {
  readonly ecs?: true;
  readonly pattern: string;
  readonly text: string;
  readonly whole?: true;
  /** By path; of a name with several values, only the first. */
  readonly output: Readonly<Record<string, unknown>> | null;
}

const cases: readonly BankCase[] = readFileSync(new URL('grok-bank.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

await loadTypes([{ type: 'grok', ecs_compatibility: 'v1' }]);

function fieldsOf({ ecs, pattern, text }: BankCase): DataRecord | null {
  const mode = ecs ? 'v1' : 'disabled';
  const step = { type: 'grok', field: 'TEXT', patterns: [pattern], ecs_compatibility: mode };
  const compiled = compilePipeline([step]);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  const [result] = runPipeline(compiled.pipeline, [{ TEXT: text }]);
  if (result?.status !== 'success') return null;
  const { TEXT: _, ...fields } = result.document;
  return fields;
}

/** Values by path, the first of a list. */
function flat(record: DataRecord, prefix = ''): Readonly<Record<string, unknown>> {
  const entries = Object.entries(record).flatMap(([name, value]): [string, unknown][] =>
    isRecord(value)
      ? Object.entries(flat(value, `${prefix}${name}.`))
      : [[`${prefix}${name}`, Array.isArray(value) ? value[0] : value]],
  );
  return Object.fromEntries(entries);
}

test.each(['disabled', 'v1'])(
  'ECS %s: what joni reads by the same patterns',
  { tags: ['preprocessors'] },
  (mode) => {
    const own = cases.filter(({ ecs }) => (ecs === true) === (mode === 'v1'));
    expect(own.length).toBeGreaterThan(310);
    for (const one of own) {
      const fields = fieldsOf(one);
      const all = one.whole ? { all: one.text } : {};
      const want = one.output && { ...all, ...one.output };
      expect(fields && flat(fields), `${one.pattern} ${one.text}`).toEqual(want);
    }
  },
);

test.each([
  // Beside the 317 and 361 names of Logstash: the hour of Elasticsearch, and a part of EXIM_NAMED_FIELDS.
  ['disabled', 317 + 2],
  ['v1', 361 + 2],
])('ECS %s: %i names, each with a case', (mode, count) => {
  const names = bankNames(findBank(mode));
  expect(names).toHaveLength(count);
  const own = cases.filter(({ ecs }) => (ecs === true) === (mode === 'v1'));
  const tried = new Set(own.map(({ pattern }) => pattern));
  expect(names.filter((name) => !tried.has(`%{${name}:all}`))).toEqual(
    mode === 'v1' ? ['EXIM_FIELD', 'ISO8601_HOUR'] : ['EXIM_FIELD'],
  );
});

test.each([
  [['%{NAGIOSTIME}'], {}, true],
  [['%{INT:n} %{IP}'], {}, false],
  [['%{ORDER:o}'], { ORDER: 'x' }, false],
])('%j with %j needs more than the usual patterns: %s', async (patterns, definitions, isLoaded) => {
  vi.resetModules();
  const {
    loadGrokBank,
    findBank: find,
    bankNames: names,
  } = await import('../../lib/ingest/text/grok-bank.ts');
  await loadGrokBank([{ type: 'grok', field: 'a', patterns, pattern_definitions: definitions }]);
  expect(names(find()).length > 300).toBe(isLoaded);
});
