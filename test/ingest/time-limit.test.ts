/** The limit of time on a machine that does other work, too: interruptions are by the clock, and limits are of the processor. */

import { describe, expect, test } from 'vitest';
import { runWithin } from '../../lib/ingest/engine/time-limit.ts';

/** Runs in no time what takes `needs` of the processor, of which the thread gets a share. */
function simulate(share: number) {
  let [clock, processor, wanted] = [0, 0, 0];
  const machine = {
    clockMs: () => clock,
    processorMs: () => processor,
    interruptible: (loop: () => void, limitMs: number) => {
      // As `interruptible` of Node.js.
      const end = processor + Math.max(1, Math.ceil(limitMs)) * share;
      const step = (needs: number) => {
        wanted = Math.min(needs, end - processor);
        processor += wanted;
        clock += wanted / share;
        if (wanted < needs) throw interrupted;
      };
      work = step;
      try {
        loop();
        return true;
      } catch (error) {
        if (error !== interrupted) throw error;
        return false;
      }
    },
  };
  let work: (needs: number) => void = () => undefined;
  return { machine, spend: (needs: number) => work(needs), processor: () => processor };
}

const interrupted = Symbol('interrupted');

type Limits = Parameters<typeof runWithin>[1]['limits'];

/** @param records What each of them needs of the processor, in milliseconds. */
function run(records: readonly number[], share: number, limits: Limits = {}) {
  const { machine, spend, processor } = simulate(share);
  const results = runWithin<number, string>(
    records,
    {
      limits,
      run: (needs) => {
        spend(needs);
        return 'done';
      },
      refuse: ({ code }) => code,
    },
    machine,
  );
  return { results, processor: processor() };
}

const shares = [1, 0.7, 0.5, 0.3, 0.2, 0.1];
const reading = { budgetMs: 800, recordLimitMs: 800 };

describe.each(shares)('with %d of the processor', (share) => {
  test('a record that needs 100 ms succeeds, between others', () => {
    expect(run([1, 100, 1], share).results).toEqual(['done', 'done', 'done']);
  });

  test('work that may take the whole budget has a fifth of it at least', () => {
    for (const needs of [50, 100, 160]) expect(run([needs], share, reading).results).toEqual(['done']);
  });

  test('a record that never ends is refused, and the next one runs', () => {
    const { results } = run([1, Number.POSITIVE_INFINITY, 1], share);
    expect(results).toEqual(['done', 'record_timeout', 'done']);
  });

  test('no work takes more than twice the budget', () => {
    const endless = Array.from({ length: 20 }, () => Number.POSITIVE_INFINITY);
    for (const limits of [{}, reading]) expect(run(endless, share, limits).processor).toBeLessThan(1_600);
  });
});

test('alone on a machine, work has its whole budget', () => {
  expect(run([790], 1, reading).results).toEqual(['done']);
  expect(run([810], 1, reading).results).toEqual(['record_timeout']);
});

test('the deadline ends what waits for the processor', () => {
  expect(run([400], 0.01).results).toEqual(['deadline_exceeded']);
});
