/** A replay: raw records of a stream go through the preprocessors that its source has now. */

import type { InvocationTime } from '../../../data/store/invocation-time.ts';
import type { ReadRecord } from '../../samples/records/malformed.ts';
import { readAgain } from '../../samples/records/read-records.ts';
import type { SourceRecord } from '../../sources/source-record.ts';
import type { LogOutcome, RecordError } from '../log/log.ts';
import type { LogContext } from '../log/settle-batch.ts';
import { processRecords } from '../push/process-records.ts';
import type { ReplayRange } from './take-records.ts';

export interface Replay {
  readonly log: LogContext;
  /**
   * Reads the source. Called when the records have been read, which are replaced if they are still the same then: so
   * those that another replay has replaced before do not get documents of older preprocessors.
   */
  readonly readSource: () => Promise<SourceRecord>;
  readonly range: ReplayRange;
  /** Where the next replay begins when all of the range is replayed; undefined: there is none. */
  readonly next?: number | undefined;
  readonly time: InvocationTime;
}

/** What became of a record. */
export interface Replayed {
  /** Where it was. */
  readonly origin: number;
  /** A record that is `left` stays as it was. */
  readonly status: 'stored' | 'dropped' | 'left';
  /** Where it is now, if it is stored. */
  readonly position?: number;
  readonly error?: RecordError;
  readonly step?: number;
}

export interface ReplayCounts {
  readonly stored: number;
  readonly failed: number;
  readonly dropped: number;
  /** Failed, because they took too long or were not reached in time. */
  readonly late: number;
}

const lateCodes: readonly string[] = ['record_timeout', 'deadline_exceeded'];

export function countReplayed(replayed: readonly Replayed[]): ReplayCounts {
  const count = (status: Replayed['status']) => replayed.filter((one) => one.status === status).length;
  const late = replayed.filter(({ error }) => error && lateCodes.includes(error.code)).length;
  return { stored: count('stored'), failed: count('left'), dropped: count('dropped'), late };
}

export interface ReplayEnd {
  /** In the order of their origins. */
  readonly replayed: readonly Replayed[];
  /** The position of the next replay; undefined at the end of the range. */
  readonly after: number | undefined;
}

export type ReplayOutcome = Extract<LogOutcome, { readonly status: Replayed['status'] }> & {
  readonly origin: number;
};

/** One outcome for each record, in their order. @throws ServiceError invalid_preprocessors, and what `readSource` throws. */
export async function processAgain(
  records: readonly { readonly position: number; readonly record: ReadRecord }[],
  { readSource, time }: Pick<Replay, 'readSource' | 'time'>,
): Promise<ReplayOutcome[]> {
  const source = await readSource();
  const again = records.map(({ record }) => readAgain(record, source.format));
  // A record that fails stays where it is, whatever becomes of those that are pushed.
  const outcomes = processRecords(again, { source, policy: 'quarantine', time });
  return records.flatMap(({ position: origin }, index) => outcomeAt(outcomes[index], origin) ?? []);
}

function outcomeAt(outcome: LogOutcome | undefined, origin: number): ReplayOutcome | undefined {
  if (outcome?.status === 'stored' || outcome?.status === 'dropped') return { ...outcome, origin };
  if (outcome?.status !== 'failed') return undefined;
  const { error, step } = outcome;
  return { status: 'left', error, ...(step === undefined ? {} : { step }), origin };
}
