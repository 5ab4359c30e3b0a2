/** Settles reservations: a batch in the log is counted, any other is kept from getting there. */

import { isTransient } from '../../../data/store/aws-errors.ts';
import { timeOfId } from '../../../data/store/ids.ts';
import type { TableAccess } from '../../../data/store/table-access.ts';
import { getItem } from '../../../data/store/table-reads.ts';
import { putItem } from '../../../data/store/table-writes.ts';
import { updateItem } from '../../../data/store/update-item.ts';
import { getBatch, parseBatch, putVoid, type StoredBatch } from './batch-items.ts';
import { noteReplaced, putFailures } from './failure-items.ts';
import { type LogName, type Reservation, settleReservation } from './log-head.ts';

export interface LogContext extends LogName {
  readonly table: TableAccess;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** No push takes longer: the gateway waits for 30 s. */
export const maxPushMs = 30_000;

/** Two clocks may differ by so much before a push is given up that still runs. */
const maxSkewMs = 10_000;

/** A void outlives every push that it keeps from the log. */
const voidSeconds = 2 * 24 * 3_600;

/** So many at once: a push should not take long for others. */
const maxSettled = 16;

/** Once for each batch, however often it is called. @throws ServiceError unavailable, timeout. */
export async function settleBatch(log: LogContext, batch: StoredBatch): Promise<void> {
  const { write, counts, failureParts, replaces } = batch;
  if (failureParts.length > 0) await putItem(log.table, putFailures(log, batch));
  await Promise.all(replaces.map((failures) => updateItem(log.table, noteReplaced(log, write, failures))));
  const replaced = replaces.reduce((sum, { origins }) => sum + origins.length, 0);
  const added = { ...counts, failures: counts.failures - replaced };
  await updateItem(log.table, settleReservation(log, batch, added));
}

/**
 * Keeps a batch from the log, unless it is part of it.
 *
 * @returns the batch if it is. It has then been settled, too.
 * @throws ServiceError unavailable, timeout.
 */
export async function voidBatch(
  log: LogContext,
  { write, first }: Reservation,
): Promise<StoredBatch | undefined> {
  const expiresAt = Math.ceil(log.now() / 1_000) + voidSeconds;
  const isVoid = await putItem(log.table, putVoid(log, first, expiresAt));
  const item = isVoid ? undefined : await getItem(log.table, getBatch(log, first));
  const batch = item && parseBatch(item);
  if (batch?.write === write) {
    await settleBatch(log, batch);
    return batch;
  }
  await updateItem(log.table, settleReservation(log, { write, first }));
  return undefined;
}

/** Settles what crashed pushes have left. @param open Of the head. @throws ServiceError unavailable, timeout. */
export async function settleOld(log: LogContext, open: ReadonlyMap<string, number>): Promise<void> {
  const old = [...open].filter(([write]) => isOld(log, write)).slice(0, maxSettled);
  await Promise.all(old.map(([write, first]) => voidBatch(log, { write, first })));
}

export function isOld({ now }: Pick<LogContext, 'now'>, write: string): boolean {
  return now() - timeOfId(write) > maxPushMs + maxSkewMs;
}

/** What has been stored is acknowledged, even if it cannot be counted now: the note stays, and others settle it. */
export function leaveToOthers(error: unknown): void {
  if (!isTransient(error)) throw error;
}
