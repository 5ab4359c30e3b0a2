import { expect, test } from 'vitest';
import { sendOptions, watchHalfTime } from '../../../../lib/headwater/data/store/invocation-time.ts';

const { signal } = new AbortController();

test.each([
  [900_000, 5_000],
  [30_000, 5_000],
  [10_000, 1_666],
  [3_000, 500],
  [999, 166],
  [3, 1],
  [-5, 1],
])('of %i ms that are left an attempt may take %i', (remainingMs, requestTimeout) => {
  const lambda = { getRemainingTimeInMillis: () => remainingMs };
  expect(sendOptions({ signal, lambda })).toEqual({ abortSignal: signal, requestTimeout });
});

test('without an invocation an attempt has the longest timeout', () => {
  expect(sendOptions(undefined)).toEqual({ requestTimeout: 5_000 });
});

test('half of the time is over when less than half remains', () => {
  let remainingMs = 9_000;
  const isOver = watchHalfTime({ signal, lambda: { getRemainingTimeInMillis: () => remainingMs } });
  expect(isOver()).toBe(false);
  remainingMs = 4_500;
  expect(isOver()).toBe(false);
  remainingMs = 4_499;
  expect(isOver()).toBe(true);
});
