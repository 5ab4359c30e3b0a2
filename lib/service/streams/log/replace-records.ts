/**
 * Replaces the documents of a batch: its positions, raw records and counts stay. One
 * conditional write of the batch's item does it, so a reader sees all of the old
 * documents or all of the new ones. Old parts stay until they expire, for readers that
 * have already begun.
 */

import { getItem } from '../../../data/store/table-reads.ts';
import { putItem } from '../../../data/store/table-writes.ts';
import { writeJson } from '../../../shared/json/lossless-json.ts';
import type { DataRecord } from '../../preprocessors/base/record.ts';
import {
  getBatch,
  parseBatch,
  type ReplayNote,
  replaceBatch,
  type StoredBatch,
  withNote,
} from './batch-items.ts';
import { replayConflict } from './claim-failures.ts';
import type { LogRecord } from './log.ts';
import { placeRows, putParts } from './pack-batch.ts';
import { packRows, rangeOf } from './pack-rows.ts';
import type { LogContext } from './settle-batch.ts';

export interface Replacement {
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
 * @throws ServiceError content_too_large, write_conflict if another replay has replaced some since they were read,
 * unavailable, timeout.
 */
export async function replaceRecords(
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
