/** Replaces the documents of records at their positions, so that no record appears twice. */

import { omitUndefined } from 'headwater/json';
import { type ReplayPart, replaceRecords, takeBatches } from '../log/write/replace-records.ts';
import {
  countReplayed,
  leftOutcome,
  processAgain,
  type Replay,
  type ReplayCounts,
  type ReplayEnd,
  type ReplayedRecord,
  type ReplayOutcome,
} from './replay.ts';

interface RecordReplay extends Replay {
  /**
   * The part of a background replay. Each batch notes the part's result for its records, which another try of the part
   * counts.
   */
  readonly part?: ReplayPart;
}

interface RecordReplayEnd extends ReplayEnd {
  /** The counts that earlier tries of the part have noted. */
  readonly earlier: readonly ReplayCounts[];
}

/**
 * @throws ServiceError write_conflict if another replay has the same records, invalid_preprocessors, content_too_large,
 * unavailable, timeout.
 */
export async function replayRecords(replay: RecordReplay): Promise<RecordReplayEnd> {
  const { log, range, part } = replay;
  const { batches, after, earlier } = await takeBatches(log, range, part);
  const records = batches.flatMap(({ taken }) => taken);
  const again = await processAgain(
    records.map(({ position, raw, claim }) => ({ position, record: raw, claim })),
    replay,
  );
  const outcomes = again.map(wholeOutcome);
  const replayed = outcomes.map(toReplayed);
  const byOrigin = new Map(replayed.map((one) => [one.origin, one]));
  const documents = new Map(outcomes.flatMap((outcome) => changeOf(outcome)));
  const replaced = batches.map(({ batch, records, taken }) => {
    const own = taken.flatMap(({ position }) => byOrigin.get(position) ?? []);
    const isSplit = after !== undefined && records.some(({ position }) => position === after);
    const note = part && { ...part, ...countReplayed(own), ...(isSplit ? { next: after } : {}) };
    return replaceRecords(log, { batch, records, documents, note });
  });
  await allOf(replaced);
  return { replayed, after: after ?? replay.next, earlier };
}

/** Rejects only after every write has ended. */
async function allOf(sent: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** If a part fails, the record keeps all of its documents, as one without parts does. */
function wholeOutcome(outcome: ReplayOutcome): ReplayOutcome {
  if (outcome.status !== 'stored' || !outcome.failed) return outcome;
  const { failed, parts, origin } = outcome;
  return leftOutcome({ ...failed, parts }, origin);
}

/** No change for a record that fails now. */
function changeOf(outcome: ReplayOutcome) {
  if (outcome.status === 'left') return [];
  return [[outcome.origin, outcome.status === 'stored' ? outcome.documents : []] as const];
}

function toReplayed(outcome: ReplayOutcome): ReplayedRecord {
  const { origin, status, step, parts } = outcome;
  if (status === 'dropped') return { origin, status, ...omitUndefined({ step }) };
  const position = status === 'stored' ? origin : undefined;
  const part = status === 'left' ? outcome.failed_parts?.[0]?.part : undefined;
  return { origin, status, ...omitUndefined({ position, error: outcome.error, step, part, parts }) };
}
