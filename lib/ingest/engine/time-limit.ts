/**
 * Runs records within a time limit, even in the middle of a regular expression. Every pipeline, check and query runs
 * under it: nobody can prove that no record makes some step slow. Time is the processor's, since a busy machine
 * must not make records fail; the deadline alone is time on the clock.
 */

import { clockMs, interruptible, processorMs } from '#platform';
import { type Failure, failure } from '../base/failure.ts';

export interface TimeLimits {
  /** The processor's time for all records, in milliseconds: 800 by default. */
  readonly budgetMs: number;
  /** The processor's time for one record, in milliseconds: 250 by default. */
  readonly recordLimitMs: number;
  /** When somebody needs the results, in milliseconds from now: 8,000 by default. */
  readonly deadlineMs: number;
}

const defaultLimits: TimeLimits = { budgetMs: 800, recordLimitMs: 250, deadlineMs: 8_000 };

interface Work<One, Result> {
  readonly limits: Partial<TimeLimits>;
  /** May be interrupted anywhere; then the record runs again. */
  readonly run: (record: One, position: number) => Result;
  /** Unless it was reached, no attempt counts. */
  readonly refuse: (refused: Failure, position: number, isReached: boolean) => Result;
}

/** The clock, the processor's time, and what ends a loop by the clock. */
interface Machine {
  clockMs(): number;
  processorMs(): number;
  interruptible(loop: () => void, limitMs: number): boolean;
}

const thisMachine: Machine = { clockMs, processorMs, interruptible };

/** One result per record, in their order. Nothing is thrown, but what `run` throws. */
export function runWithin<One, Result>(
  records: readonly One[],
  work: Work<One, Result>,
  machine = thisMachine,
): Result[] {
  const { recordLimitMs, ...limits } = { ...defaultLimits, ...work.limits };
  const results: Result[] = [];
  const timer = startTimer(limits, machine);
  let size = records.length;
  let patience = 1;
  let stuckMs = 0;
  while (results.length < records.length) {
    const [budget, deadline] = [timer.budget(), timer.deadline()];
    if (budget <= 0 || deadline <= 0) break;
    const start = results.length;
    const stop = Math.min(records.length, start + size);
    const loop = () => {
      while (results.length < stop) results.push(attempt(records, results.length, work));
    };
    const begin = machine.processorMs();
    const limit = Math.min(Math.min(recordLimitMs, budget) * patience, deadline);
    const isDone = machine.interruptible(loop, limit);
    // After an interruption, the record in hand is tried again alone: others may have taken the time.
    size = isDone ? records.length : 1;
    const isStuck = !isDone && results.length === start;
    stuckMs = isStuck ? stuckMs + machine.processorMs() - begin : 0;
    const isGuilty = stuckMs >= recordLimitMs * minCpuShare;
    if (isGuilty) {
      const message = `The record took more than ${recordLimitMs} ms.`;
      results.push(work.refuse(failure('record_timeout', message), start, true));
      stuckMs = 0;
    }
    // An interruption is by the clock. So attempts double: a record that needs less than 100 ms of the processor succeeds on any
    // machine, and so does one that needs a third of the budget, if that is its limit.
    patience = stuckMs > 0 ? patience * 2 : 1;
  }
  const late = failure('deadline_exceeded', 'The records before this one took all the time.');
  while (results.length < records.length) results.push(work.refuse(late, results.length, false));
  return results;
}

/** Some of the time on the clock always goes to other processes. */
const minCpuShare = 0.8;

/** The milliseconds that are left: of the processor, and on the clock. */
function startTimer({ budgetMs, deadlineMs }: Omit<TimeLimits, 'recordLimitMs'>, machine: Machine) {
  const processorEnd = machine.processorMs() + budgetMs;
  const clockEnd = machine.clockMs() + deadlineMs;
  return {
    budget: () => processorEnd - machine.processorMs(),
    deadline: () => clockEnd - machine.clockMs(),
  };
}

function attempt<One, Result>(records: readonly One[], position: number, work: Work<One, Result>): Result {
  try {
    return work.run(records[position] as One, position);
  } catch (cause) {
    // The stack of a deep value, or a string beyond the limit of JavaScript.
    if (!(cause instanceof RangeError)) throw cause;
    const tooLarge = failure('output_too_large', 'The record needs more memory than there is.');
    return work.refuse(tooLarge, position, true);
  }
}
