/** Settles reservations: counts a batch that is in the log, and voids any other. */

import { getItem, putItem, timeOfId, updateItem } from 'headwater/table';
import { getBatch, parseBatch, putVoid, type StoredBatch } from '../batch-items.ts';
import { type LogHead, type Reservation, settlePositions } from '../log-head.ts';
import { type LogContext, maxPushMs, maxSkewMs } from '../log-types.ts';
import { finishEarlier } from './earlier-pushes.ts';

/** A void outlives every push that it voids, and the batches beside it: it tells `verify` that none is lost. */
const voidSeconds = 366 * 24 * 3_600;

/** The most reservations settled at once, so that a push is not delayed long for others. */
const maxSettled = 16;

/**
 * Counts a batch that is in the log: once, however often it is called.
 *
 * @param past The times whose counts the head forgets.
 */
export async function settleBatch(
  log: LogContext,
  { counts, replaces, at, ...reservation }: StoredBatch,
  past: readonly number[] = [],
): Promise<void> {
  const replaced = replaces.reduce((sum, { origins }) => sum + origins.length, 0);
  const recent = { stored: Math.max(0, counts.records), failed: counts.failures + counts.skipped };
  const isPush = replaces.length === 0 && recent.stored + recent.failed + counts.dropped > 0;
  const settled = {
    counts: { ...counts, failures: counts.failures - replaced },
    at,
    past,
    ...(isPush ? { recent } : {}),
  };
  await updateItem(log.table, settlePositions(log, reservation, settled));
}

/**
 * Settles the reservation of a push that has ended, whatever became of it. Its batch never comes after that.
 *
 * @returns the batch if it is in the log.
 */
export async function settleReservation(
  log: LogContext,
  { write, first }: Reservation,
): Promise<StoredBatch | undefined> {
  const expiresAt = Math.ceil(log.now() / 1_000) + voidSeconds;
  const isVoid = await putItem(log.table, putVoid(log, first, expiresAt));
  const item = isVoid ? undefined : await getItem(log.table, getBatch(log, first));
  const batch = item && parseBatch(item);
  if (batch?.write === write) {
    await finishEarlier(log, batch);
    await settleBatch(log, batch);
    return batch;
  }
  await updateItem(log.table, settlePositions(log, { write, first }));
  return undefined;
}

/**
 * Settles reservations left by crashed pushes.
 *
 * @param open The reservations of the head.
 */
export async function settleOld(log: LogContext, open: ReadonlyMap<string, number>): Promise<void> {
  const old = [...open].filter(([write]) => isOld(log, write)).slice(0, maxSettled);
  await Promise.all(old.map(([write, first]) => settleReservation(log, { write, first })));
}

export function hasOld(log: Pick<LogContext, 'now'>, { open }: Pick<LogHead, 'open'>): boolean {
  return [...open.keys()].some((write) => isOld(log, write));
}

function isOld({ now }: Pick<LogContext, 'now'>, write: string): boolean {
  return now() - timeOfId(write) > maxPushMs + maxSkewMs;
}
