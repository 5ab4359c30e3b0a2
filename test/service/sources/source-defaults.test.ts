import { expect, test } from 'vitest';
import { toSourceContent } from '../../../lib/service/sources/source-defaults.ts';

const defaults = { tags: [], format: 'json', preprocessors: [] };
const full = {
  name: 'n',
  description: 'd',
  tags: ['a'],
  format: 'csv',
  preprocessors: [{ type: 'json', field: 'line' }],
} as const;

const rows: readonly [name: string, input: Parameters<typeof toSourceContent>[0], want: object][] = [
  ['nothing', {}, defaults],
  ['some members', { name: 'n', tags: ['a'] }, { ...defaults, name: 'n', tags: ['a'] }],
  ['all members', full, full],
];

test.each(rows)('%s', async (_name, input, want) => {
  expect(await toSourceContent(input)).toStrictEqual(want);
});

test('members have a fixed order, independent of the input', async () => {
  const reversed = Object.fromEntries(Object.entries(full).toReversed());
  expect(Object.keys(await toSourceContent(reversed))).toEqual(Object.keys(full));
});
