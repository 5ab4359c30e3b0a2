import { expect, test } from 'vitest';
import { createIdGenerator } from '../../lib/data/ids.ts';

const zeros = (count: number) => new Uint8Array(count);
const ones = (count: number) => new Uint8Array(count).fill(0xff);

test('an id is seconds, milliseconds and random digits', () => {
  const newId = createIdGenerator({ now: () => 0x65a1b2c3 * 1000 + 999, random: zeros });
  expect(newId()).toBe('65a1b2c33e70000000000000');
});

test('within a millisecond, and when the clock is set back, ids count on', () => {
  const times = [5000, 5000, 4000, 5001];
  const newId = createIdGenerator({ now: () => times.shift() ?? 0, random: zeros });
  expect([newId(), newId(), newId(), newId()]).toEqual([
    '000000050000000000000000',
    '000000050000000000000001',
    '000000050000000000000002',
    '000000050010000000000000',
  ]);
});

test('the largest random part leaves room to count on', () => {
  const newId = createIdGenerator({ now: () => 1, random: ones });
  expect([newId(), newId()]).toEqual(['000000000017ffffffffffff', '000000000018000000000000']);
});

test('real ids are 24 lower-case hexadecimal digits, in order, each once', () => {
  const newId = createIdGenerator();
  const ids = Array.from({ length: 10_000 }, newId);
  expect(ids.every((id) => /^[0-9a-f]{24}$/.test(id))).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
