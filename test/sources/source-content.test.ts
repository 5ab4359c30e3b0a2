import { expect, test } from 'vitest';
import { toSourceContent } from '../../lib/sources/source-content.ts';

const defaults = { tags: [], format: 'json', preprocessors: [] };
const full = {
  name: 'n',
  description: 'd',
  tags: ['a'],
  format: 'csv',
  preprocessors: [{ type: 'json' }],
} as const;

const rows: readonly [name: string, input: Parameters<typeof toSourceContent>[0], want: object][] = [
  ['nothing', {}, defaults],
  ['some of it', { name: 'n', tags: ['a'] }, { ...defaults, name: 'n', tags: ['a'] }],
  ['all of it', full, full],
];

test.each(rows)('%s', (_name, input, want) => {
  expect(toSourceContent(input)).toStrictEqual(want);
});

test('the members stand in one order, whatever that of the input', () => {
  const reversed = Object.fromEntries(Object.entries(full).toReversed());
  expect(Object.keys(toSourceContent(reversed))).toEqual(Object.keys(full));
});
