/** Inputs, by name, that took quadratic time or worse, most of them seconds. */

import { dearInputs } from './hostile-expressions.ts';
import type { HostileInput, HostileOperation } from './hostile-input.ts';

const nested = (depth: number, name: string, inner: object) =>
  Array.from({ length: depth }).reduce<object>((value, _, index) => ({ [name + index]: value }), inner);

const members = (count: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, value]));

const step = (type: string, options: object) => ({ type, ...options });

const inEach = (
  name: string,
  operations: readonly HostileOperation[],
  input: Omit<HostileInput, 'name' | 'operation'>,
): HostileInput[] => operations.map((operation) => ({ name: `${name}, ${operation}`, operation, ...input }));

const all = ['preview', 'push', 'mapping', 'fields', 'sample', 'replay'] as const;

/** Trimmed, compared, read as a number: texts of one character. */
const repeated: readonly HostileInput[] = [
  ...inEach('a template of 2,000 tabs', ['preview', 'create'], {
    preprocessors: [step('set', { field: 'a', value: `{{${'\t'.repeat(2_000)}` })],
  }),
  ...inEach('blanks within a csv value', all, {
    preprocessors: [step('csv', { field: 'a', target_fields: ['b'], trim: true })],
    records: [{ a: `x${' '.repeat(50_000)}x` }],
  }),
  ...inEach('csv of blanks between blanks', all, {
    preprocessors: [
      step('csv', {
        ...{ field: 'a', separator: ' ' },
        target_fields: Array.from({ length: 1_000 }, (_, index) => `b${index}`),
      }),
    ],
    records: [{ a: ' '.repeat(250_000) }],
  }),
  ...inEach('a condition on zeros', all, {
    preprocessors: [step('set', { field: 'b', value: 1, if: 'a:>5' })],
    records: [{ a: `${'0'.repeat(100_000)}x` }],
  }),
  ...inEach('blanks within a text', all, {
    preprocessors: [step('trim', { field: 'a' })],
    records: [{ a: `x${' '.repeat(250_000)}x` }],
  }),
  ...inEach('many numbers that are none', all, {
    preprocessors: [step('convert', { field: 'a', target_type: 'auto' })],
    records: [{ a: Array.from({ length: 900 }, () => `${'1'.repeat(1_000)}x`) }],
  }),
  { name: 'many trimmed records', operation: 'push', ...manyTrimmed() },
  {
    name: 'a query on zeros',
    operation: 'query',
    query: 'm:>5',
    records: [{ m: `${'0'.repeat(300_000)}x` }],
  },
  ...inEach('a repetition without its end', ['preview', 'create'], {
    preprocessors: Array.from({ length: 32 }, () =>
      step('gsub', { field: 'a', pattern: `a{${'1'.repeat(4_000)}`, replacement: '' }),
    ),
  }),
];

function manyTrimmed() {
  return {
    preprocessors: [step('trim', { field: 'a' })],
    records: Array.from({ length: 63 }, () => ({ a: `x${' '.repeat(20_000)}x` })),
  };
}

/** Inputs of several characters: marks, names, words, zones. */
const others: readonly HostileInput[] = [
  ...inEach('a condition on marks out of order', all, {
    preprocessors: [step('set', { field: 'b', value: 1, if: 'a:x' })],
    records: [{ a: `a${'\u0301'.repeat(60_000)}${'\u0316'.repeat(60_000)}` }],
  }),
  {
    name: 'a query on marks out of order',
    operation: 'query',
    query: 'a:x',
    records: [{ a: `a${'\u0301'.repeat(60_000)}${'\u0316'.repeat(60_000)}` }],
  },
  ...inEach('a key of dots', all, {
    preprocessors: [step('kv', { field: 'a', field_split: '&', value_split: '=' })],
    records: [{ a: `${'.'.repeat(200_000)}x=1` }],
  }),
  ...inEach('names of 20,000 parts', all, {
    preprocessors: [step('dot_expander', { field: '*' })],
    records: [{ [`${'a.'.repeat(20_000)}a`]: 1, [`${'a.'.repeat(20_000)}b`]: 1 }],
  }),
  ...inEach('long names around many members', ['fields', 'mapping', 'sample'], {
    records: [nested(18, 'n'.repeat(1_000), members(5_000))],
  }),
  ...inEach('long names around members that a step adds', ['preview', 'mapping'], {
    preprocessors: [step('json', { field: 'm', add_to_root: true, add_to_root_conflict_strategy: 'merge' })],
    records: [
      {
        m: JSON.stringify(nested(18, 'n'.repeat(1_000), members(5_000))),
        ...nested(18, 'n'.repeat(1_000), {}),
      },
    ],
  }),
  ...inEach('a kept path for each of many members', all, {
    preprocessors: [step('remove', { keep: Array.from({ length: 1_000 }, (_, index) => `b${index}`) })],
    records: [members(50_000)],
  }),
  ...inEach('a phrase of the same words', ['preview', 'push'], {
    preprocessors: [step('set', { field: 'b', value: 1, if: `a:"${'a '.repeat(250)}b"` })],
    records: [{ a: 'a '.repeat(500_000) }],
  }),
  { name: '100,000 members', operation: 'push', records: [members(100_000)] },
  { name: '200,000 members', operation: 'push', records: [members(200_000)] },
];

export const foundInputs: readonly HostileInput[] = [...repeated, ...others, ...dearInputs];
