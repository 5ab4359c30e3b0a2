/** What a run of a sample notes of decimals such as 1.0, and what it leaves behind. test/service/function/decimals.test.ts has the rest. */

import { describe, expect, test } from 'vitest';
import { parseWithDecimals } from '../../../lib/headwater/shared/json/decimals.ts';
import type { DataRecord } from '../../../lib/ingest/base/record.ts';
import { compilePipeline } from '../../../lib/ingest/engine/compile.ts';
import { runPipeline } from '../../../lib/ingest/engine/run.ts';
import { discoverFields } from '../../../lib/ingest/fields/discover-fields.ts';
import { runSample } from '../../../lib/service/samples/run-sample.ts';

type Steps = readonly Readonly<Record<string, unknown>>[];

function pipelineOf(steps: Steps) {
  const compiled = compilePipeline(steps);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  return compiled.pipeline;
}

const recordOf = (text: string) => parseWithDecimals(text) as DataRecord;

function documentsOf(records: readonly DataRecord[], steps: Steps = []): readonly DataRecord[] {
  return runSample(pipelineOf(steps), records, { limits: {}, isTraced: false }).documents;
}

const typesOf = (documents: readonly DataRecord[]) =>
  Object.fromEntries(discoverFields(documents).map(({ path, type }) => [path, type]));

const names = Array.from({ length: 1_500 }, (_, index) => `m${index}`);

test('a record of many members keeps the form', () => {
  const text = `{${names.map((name) => `"${name}":1`).join()},"a":1.0}`;
  const remove = [names.slice(750), names.slice(0, 750)].map((field) => ({ type: 'remove', field }));
  expect(typesOf(documentsOf([recordOf(text)], remove))).toEqual({ a: 'float' });
});

test.each<[name: string, record: string, step: Steps[number], types: object]>([
  ['sort', '{"a":[2.0,1.0]}', { type: 'sort', field: 'a' }, { a: 'long' }],
  ['dot_expander', '{"a.b":1.0}', { type: 'dot_expander', field: 'a.b' }, { 'a.b': 'long' }],
  [
    'rename of an integer to where a decimal was',
    '{"a":1,"b":1.0}',
    { type: 'rename', field: 'a', target_field: 'b', override: true },
    { b: 'long' },
  ],
  ['convert in its place', '{"a":1.0}', { type: 'convert', field: 'a', target_type: 'long' }, { a: 'long' }],
])('there is no decimal after %s', (_, text, step, types) => {
  expect(typesOf(documentsOf([recordOf(text)], [step]))).toEqual(types);
});

describe('a run', () => {
  test('leaves nothing in the sample: the next one has other steps', () => {
    const record = { a: 1, b: { c: 1 } };
    const toFloat = ['a', 'b.c'].map((field) => ({ type: 'convert', field, target_type: 'float' }));
    expect(typesOf(documentsOf([record], toFloat))).toEqual({ a: 'float', 'b.c': 'float' });
    expect(typesOf(documentsOf([record]))).toEqual({ a: 'long', 'b.c': 'long' });
  });

  test('leaves nothing in the process: pushes after it make no notes', () => {
    const steps = [
      { type: 'json', field: 'text', add_to_root: true },
      { type: 'convert', field: 'a', target_type: 'float' },
      { type: 'rename', field: 'a', target_field: 'b' },
    ];
    const record = { text: '{"a":1.0,"c":[2.0]}' };
    expect(typesOf(documentsOf([record], steps))).toMatchObject({ b: 'float', c: 'float' });
    const [pushed] = runPipeline(pipelineOf(steps), [record], {});
    if (pushed?.status !== 'success') throw new Error('The record fails.');
    expect(typesOf([pushed.document])).toMatchObject({ b: 'long', c: 'long' });
    for (const value of [pushed.document, pushed.document['c']])
      expect(Object.getOwnPropertySymbols(Object(value))).toEqual([]);
  });
});

test('a list of 200,000 decimals is read at once', () => {
  const { a } = recordOf(`{"a":[${'1.0,'.repeat(200_000)}1]}`);
  expect(a).toHaveLength(200_001);
});
