/** Runs records within a time limit, even in the middle of a regular expression. */

import { Script } from 'node:vm';
import { type Failure, failure } from '../base/failure.ts';
import type { DataRecord } from '../base/record.ts';

interface Work<Result> {
  /** The time for all records, in milliseconds. */
  readonly budgetMs: number;
  /** A record may take this long, in milliseconds. */
  readonly recordLimitMs: number;
  /** A step may not return in time: it is interrupted. */
  readonly isLimited: boolean;
  readonly run: (record: DataRecord) => Result;
  readonly refuse: (refused: Failure) => Result;
}

/** The time for all records of a run, in milliseconds. */
export const defaultBudgetMs = 800;
/** The time for one record, in milliseconds. */
export const defaultRecordLimitMs = 250;
/** Records between two looks at the clock. */
const stride = 64;

/** Node.js interrupts a script that it runs; a call from outside is not limited. */
const key = Symbol.for('headwater.preprocessors.work');
const holder = globalThis as { [key]?: (() => void) | undefined };
let script: Script | undefined;

/** One result per record, in their order. Nothing is thrown. */
export function runWithin<Result>(records: readonly DataRecord[], work: Work<Result>): Result[] {
  const { recordLimitMs } = work;
  const results: Result[] = [];
  const end = performance.now() + work.budgetMs;
  let size = work.isLimited ? records.length : stride;
  for (
    let left = work.budgetMs;
    left > 0 && results.length < records.length;
    left = end - performance.now()
  ) {
    const start = results.length;
    const stop = Math.min(records.length, start + size);
    const loop = () => {
      while (results.length < stop) results.push(attempt(records[results.length] as DataRecord, work));
    };
    if (!work.isLimited) loop();
    else size = interruptible(loop, Math.min(recordLimitMs, left)) ? records.length : 1;
    // After an interruption, the record in hand is tried again alone: others may have taken the time.
    const isGuilty = results.length === start && left >= recordLimitMs;
    if (isGuilty) results.push(work.refuse(regexTimeout(recordLimitMs)));
  }
  while (results.length < records.length) results.push(work.refuse(deadlineExceeded()));
  return results;
}

function attempt<Result>(record: DataRecord, work: Work<Result>): Result {
  try {
    return work.run(record);
  } catch (cause) {
    // The stack of a deep value, or a string beyond the limit of JavaScript.
    if (cause instanceof RangeError)
      return work.refuse(failure('output_too_large', 'The record needs more memory than there is.'));
    throw cause;
  }
}

/** @returns False when the time is over. */
function interruptible(loop: () => void, limitMs: number): boolean {
  script ??= new Script('globalThis[Symbol.for("headwater.preprocessors.work")]()');
  const outer = holder[key];
  holder[key] = loop;
  try {
    script.runInThisContext({ timeout: Math.max(1, Math.ceil(limitMs)) });
    return true;
  } catch (cause) {
    if (isTimeout(cause)) return false;
    throw cause;
  } finally {
    holder[key] = outer;
  }
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

function regexTimeout(recordLimitMs: number): Failure {
  return failure('regex_timeout', `The record took more than ${recordLimitMs} ms in a regular expression.`);
}

function deadlineExceeded(): Failure {
  return failure('deadline_exceeded', 'The records before this one took all the time.');
}
