import { expect, test } from 'vitest';
import { sendOptions } from '../../lib/data/invocation-time.ts';

const { signal } = new AbortController();

test.each([
  [30_000, 1_500],
  [10_000, 1_500],
  [6_000, 1_500],
  [3_000, 750],
  [999, 249],
  [3, 1],
  [-5, 1],
])('of %i ms that are left an attempt may take %i', (remainingMs, requestTimeout) => {
  const lambda = { getRemainingTimeInMillis: () => remainingMs };
  expect(sendOptions({ signal, lambda })).toEqual({ abortSignal: signal, requestTimeout });
});

test('without an invocation an attempt has its longest', () => {
  expect(sendOptions(undefined)).toEqual({ requestTimeout: 1_500 });
});
