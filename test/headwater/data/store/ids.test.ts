import { expect, test } from 'vitest';
import {
  createIdGenerator,
  firstId,
  firstIdAt,
  lastId,
  neighbourId,
} from '../../../../lib/headwater/data/store/ids.ts';
import { timeOfId } from '../../../../lib/headwater/shared/id-time.ts';

const zeros = () => '0'.repeat(13);
const ones = () => 'f'.repeat(13);

test('an id consists of seconds, milliseconds and random digits', () => {
  const newId = createIdGenerator({ now: () => 0x65a1b2c3 * 1000 + 999, random: zeros });
  expect(newId()).toBe('65a1b2c33e70000000000000');
});

test('ids increase within a millisecond, and when the clock is set back', () => {
  const times = [5000, 5000, 4000, 5001];
  const newId = createIdGenerator({ now: () => times.shift() ?? 0, random: zeros });
  expect([newId(), newId(), newId(), newId()]).toEqual([
    '000000050000000000000000',
    '000000050000000000000001',
    '000000050000000000000002',
    '000000050010000000000000',
  ]);
});

test('the largest random part leaves room for increments', () => {
  const newId = createIdGenerator({ now: () => 1, random: ones });
  expect([newId(), newId()]).toEqual(['000000000017ffffffffffff', '000000000018000000000000']);
});

test('real ids are 24 lower-case hexadecimal digits, ordered and unique', () => {
  const newId = createIdGenerator();
  const ids = Array.from({ length: 10_000 }, newId);
  expect(ids.every((id) => /^[0-9a-f]{24}$/.test(id))).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('an id holds its creation time', () => {
  expect(timeOfId('65a1b2c33e70000000000000')).toBe(0x65a1b2c3 * 1000 + 999);
});

const timeRows: readonly [time: number, id: string | undefined][] = [
  [-1, firstId],
  [0, firstId],
  [999.5, '000000010000000000000000'],
  [0x65a1b2c3 * 1000 + 999, '65a1b2c33e70000000000000'],
  [0xffff_ffff * 1000 + 999, 'ffffffff3e70000000000000'],
  [0xffff_ffff * 1000 + 1000, undefined],
];

test.each(timeRows)('the first id at %d', (time, id) => {
  expect(firstIdAt(time)).toBe(id);
});

const neighbourRows: readonly [id: string, before: string | undefined, after: string | undefined][] = [
  [firstId, undefined, '000000000000000000000001'],
  ['0000000000000000000000ff', '0000000000000000000000fe', '000000000000000000000100'],
  [lastId, 'fffffffffffffffffffffffe', undefined],
];

test.each(neighbourRows)('the neighbours of %s', (id, before, after) => {
  expect([neighbourId(id, -1), neighbourId(id, 1)]).toEqual([before, after]);
});
