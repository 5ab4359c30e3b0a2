/** Replaces the documents of records at their positions, so that no record appears twice. */

import { getItem } from '../../../data/store/table-reads.ts';
import { putItem } from '../../../data/store/table-writes.ts';
import { writeJson } from '../../../shared/json/lossless-json.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { DataRecord } from '../../preprocessors/base/record.ts';
import {
  getBatch,
  parseBatch,
  type ReplayNote,
  replaceBatch,
  type StoredBatch,
  withNote,
} from '../log/batch-items.ts';
import { replayConflict } from '../log/claim-failures.ts';
import type { LogRecord } from '../log/log.ts';
import { placeRows, putParts } from '../log/pack-batch.ts';
import { packRows, rangeOf } from '../log/pack-rows.ts';
import { recordsOf } from '../log/read-log.ts';
import type { LogContext } from '../log/settle-batch.ts';
import {
  countReplayed,
  processAgain,
  type Replay,
  type ReplayCounts,
  type ReplayEnd,
  type ReplayedRecord,
  type ReplayOutcome,
} from './replay.ts';
import { takeRecords } from './take-records.ts';

interface RecordReplay extends Replay {
  /**
   * The part of a background replay. Each batch notes the part's result for its records, which another try of the part
   * counts.
   */
  readonly part?: Pick<ReplayNote, 'replay' | 'part'>;
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
  const earlier: ReplayNote[] = [];
  const earlierOf = (batch: StoredBatch) => {
    const note = part && noteOf(batch, part);
    if (!note) return undefined;
    earlier.push(note);
    return { size: note.stored + note.failed + note.dropped, next: note.next };
  };
  const { items, after } = await takeRecords(log, {
    ...range,
    kind: 'log',
    parse: parseBatch,
    earlierOf,
    read: (head) => recordsOf(log, head),
  });
  const outcomes = await processAgain(
    items.flatMap(({ taken }) => taken.map(({ position, raw }) => ({ position, record: raw }))),
    replay,
  );
  const replayed = outcomes.map(toReplayed);
  const byOrigin = new Map(replayed.map((one) => [one.origin, one]));
  const documents = new Map(outcomes.flatMap((outcome) => changeOf(outcome)));
  const replaced = items.map(({ head: batch, records, taken }) => {
    const own = taken.flatMap(({ position }) => byOrigin.get(position) ?? []);
    const isSplit = after !== undefined && records.some(({ position }) => position === after);
    const note = part && { ...part, ...countReplayed(own), ...(isSplit ? { next: after } : {}) };
    return replaceRecords(log, { batch, records, documents, note });
  });
  await allOf(replaced);
  return { replayed, after: after ?? replay.next, earlier };
}

/** @throws ServiceError write_conflict if a later part has come first, because this one was delayed. */
function noteOf({ replays }: StoredBatch, { replay, part }: Pick<ReplayNote, 'replay' | 'part'>) {
  const note = replays.find((one) => one.replay === replay);
  if (note && note.part > part) throw replayConflict();
  return note?.part === part ? note : undefined;
}

/** Rejects only after every write has ended. */
async function allOf(sent: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** No change for a record that fails now: it keeps its document. */
function changeOf(outcome: ReplayOutcome) {
  if (outcome.status === 'left') return [];
  return [[outcome.origin, outcome.status === 'stored' ? outcome.document : undefined] as const];
}

function toReplayed(outcome: ReplayOutcome): ReplayedRecord {
  const { origin, status } = outcome;
  if (status === 'stored') return { origin, status, position: origin };
  const error = status === 'left' ? outcome.error : undefined;
  return { origin, status, ...omitUndefined({ error, step: outcome.step }) };
}

interface Replacement {
  /** The batch with all of its records, as it was read. */
  readonly batch: StoredBatch;
  readonly records: readonly LogRecord[];
  /** Documents by position; undefined removes the record. Other records stay unchanged. */
  readonly documents: ReadonlyMap<number, DataRecord | undefined>;
  /**
   * A note that is stored with the batch even if no document has changed, so that earlier readers can replace nothing
   * any more.
   */
  readonly note?: ReplayNote | undefined;
}

/**
 * Replaces the documents of a batch: its positions, raw records and counts stay. One conditional write of the batch's
 * item does it, so a reader sees all of the old documents or all of the new ones. Old parts stay until they expire, for
 * readers that have already begun.
 *
 * @throws ServiceError content_too_large, write_conflict if another replay has replaced some since they were read,
 * unavailable, timeout.
 */
async function replaceRecords(
  log: LogContext,
  { batch, records, documents, note }: Replacement,
): Promise<void> {
  const rows = records.flatMap(({ position, raw, document }) => {
    const value = documents.has(position) ? documents.get(position) : document;
    return value === undefined ? [] : [{ offset: position - batch.first, value, raw }];
  });
  if (!note && isSame(rows, records)) return;
  const rewrite = log.newId();
  const { data, parts } = placeRows(packRows(rows), batch.outcomes?.length);
  const { data: _data, ...others } = batch;
  const replays = note ? withNote(batch.replays, note) : batch.replays;
  const replaced = { ...others, rewrite, replays, parts: parts.map(rangeOf), ...(data ? { data } : {}) };
  await putParts(log, { kind: 'record', write: rewrite, parts, expiresAt: batch.expiresAt });
  if (await putItem(log.table, replaceBatch(log, replaced, batch.rewrite))) return;
  const item = await getItem(log.table, getBatch(log, batch.first));
  // Either DynamoDB has removed the expired item, or the response of the put was lost.
  if (item && parseBatch(item)?.rewrite !== rewrite) throw replayConflict();
}

function isSame(rows: readonly { readonly value: unknown }[], records: readonly LogRecord[]): boolean {
  const texts = [rows.map(({ value }) => value), records.map(({ document }) => document)];
  return writeJson(texts[0]) === writeJson(texts[1]);
}
