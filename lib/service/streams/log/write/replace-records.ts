/** Takes records for a replay, and replaces their documents at their positions. */

import type { DataRecord } from '@headwater/ingest';
import { writeJson } from 'headwater/json';
import { getItem, ignoreTransient, type PutRequest, putItem, transact } from 'headwater/table';
import { deleteFilter, makeFilter, putFilter } from '../batch-filter.ts';
import {
  getBatch,
  parseBatch,
  type ReplayNote,
  replaceBatch,
  type StoredBatch,
  withNote,
} from '../batch-items.ts';
import { recordsOf } from '../batch-records.ts';
import { replayConflict } from '../log-errors.ts';
import { type LogContext, type LogRecord, type PartClaim, recordDocuments } from '../log-types.ts';
import { packRows, rangeOf } from '../pack-rows.ts';
import { putRedeliveries } from '../redeliveries.ts';
import { storedValue } from '../stored-value.ts';
import { maxBytesBeside, placeRows, putParts, sizeOfRows } from './pack-batch.ts';
import { type ReplayRange, takeRecords } from './take-records.ts';

/** The most batches of one replay. */
const maxItems = 200;

/** A part of a background replay. */
export type ReplayPart = Pick<ReplayNote, 'replay' | 'part'>;

/** The records of a batch, some of which were taken. */
interface TakenBatch {
  readonly batch: StoredBatch;
  readonly records: readonly LogRecord[];
  readonly taken: readonly LogRecord[];
}

interface TakenBatches {
  readonly batches: readonly TakenBatch[];
  /** The position of the next replay; undefined at the end of the range. */
  readonly after: number | undefined;
  /** What earlier tries of the part have noted. */
  readonly earlier: readonly ReplayNote[];
}

/** @throws ServiceError write_conflict if a later part has come first, because this one was delayed. */
export async function takeBatches(
  log: LogContext,
  range: ReplayRange,
  part: ReplayPart | undefined,
): Promise<TakenBatches> {
  const earlier: ReplayNote[] = [];
  const earlierOf = (batch: StoredBatch) => {
    const note = part && noteOf(batch, part);
    if (!note) return undefined;
    earlier.push(note);
    return { size: note.stored + note.failed + note.dropped, next: note.next };
  };
  const read = (batch: StoredBatch) => recordsOf(log, batch);
  const options = { ...range, kind: 'log', maxItems, parse: parseBatch, earlierOf, read } as const;
  const { items, after } = await takeRecords(log, options);
  const batches = items.map(({ head: batch, records, taken }) => ({ batch, records, taken }));
  return { batches, after, earlier };
}

function noteOf({ replays }: StoredBatch, { replay, part }: ReplayPart): ReplayNote | undefined {
  const note = replays.find((one) => one.replay === replay);
  if (note && note.part > part) throw replayConflict();
  return note?.part === part ? note : undefined;
}

interface Replacement extends Pick<TakenBatch, 'batch' | 'records'> {
  /** Documents by position; an empty list removes the record. Other records stay unchanged. */
  readonly documents: ReadonlyMap<number, LogRecord['documents']>;
  /** The claims that change, by position. */
  readonly claims?: ReadonlyMap<number, PartClaim>;
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
export async function replaceRecords(log: LogContext, replacement: Replacement): Promise<void> {
  const { batch } = replacement;
  const ready = await prepareReplacement(log, replacement);
  if (!ready) return;
  if (await putItem(log.table, ready.put)) {
    if (batch.filtered) await deleteFilter(log, batch).catch(ignoreTransient);
    return;
  }
  const item = await getItem(log.table, getBatch(log, batch.first));
  // Either DynamoDB has removed the expired item, or the response of the put was lost.
  if (item && parseBatch(item)?.rewrite !== ready.rewrite) throw replayConflict();
}

interface ReadyReplacement {
  readonly rewrite: string;
  /** Fails if the batch has changed since it was read. */
  readonly put: PutRequest;
}

/**
 * Stores everything that the batch needs but its own item.
 *
 * @returns undefined if nothing changes.
 */
export async function prepareReplacement(
  log: LogContext,
  { batch, records, documents, claims, note }: Replacement,
): Promise<ReadyReplacement | undefined> {
  const after = records.map(({ position, raw, ...record }) => ({
    position,
    raw,
    documents: documents.get(position) ?? record.documents,
    claim: claims?.get(position) ?? record.claim,
  }));
  const rows = after.flatMap(({ position, raw, ...value }) =>
    value.documents.length === 0 ? [] : [{ offset: position - batch.first, value: storedValue(value), raw }],
  );
  const isUnchanged = isSame(rows, records);
  if (!note && isUnchanged) return undefined;
  const rewrite = log.newId();
  const revision = (batch.revision ?? 0) + 1;
  const packed = packRows(rows);
  const { data, parts } = placeRows(packed, maxBytesBeside(batch.outcomes));
  const { data: _data, ...others } = batch;
  const replaced: StoredBatch = {
    ...others,
    rewrite,
    revision,
    replays: note ? withNote(batch.replays, note) : batch.replays,
    parts: parts.map(rangeOf),
    filtered: true,
    ...(data ? { data } : {}),
  };
  const { first, expiresAt } = batch;
  const again = { first, rewrite, revision, at: log.now(), before: records, after, expiresAt };
  await Promise.all([
    putParts(log, { kind: 'record', write: rewrite, parts, expiresAt }),
    putFilter(
      log,
      replaced,
      makeFilter({ documents: bothOf(records, documents), packedBytes: sizeOfRows(packed) }),
    ),
    ...(log.hasSink && !isUnchanged ? putRedeliveries(log, again) : []).map((puts) =>
      transact(log.table, puts),
    ),
  ]);
  return { rewrite, put: replaceBatch(log, replaced, batch.rewrite) };
}

/**
 * The old documents and the new ones: until the batch is replaced, and if it never is, the filter may be the only one.
 */
function bothOf(records: readonly LogRecord[], documents: Replacement['documents']): readonly DataRecord[] {
  const replaced = [...documents.values()].map((own) => ({ documents: own }));
  return [...records, ...replaced].flatMap(recordDocuments);
}

function isSame(rows: readonly { readonly value: unknown }[], records: readonly LogRecord[]): boolean {
  const texts = [rows.map(({ value }) => value), records.map(storedValue)];
  return writeJson(texts[0]) === writeJson(texts[1]);
}
