/**
 * A replay stores failures as records: its batch takes their place.
 *
 * It claims them before it puts the batch. Each claim is counted, and each end of one
 * that has replaced some. A claim is made on the condition that the count is as it
 * was when they were read, so that one batch takes their place, however late a
 * request arrives. When the batch is settled, they are noted as done (settle-batch.ts).
 *
 * A claim holds as long as the head notes the reservation of the batch: who removes
 * that note has noted before what is done, or has kept the batch from the log. So a
 * claim that a crash has left holds nothing after at most 40 seconds.
 */

import { getItem } from '../../../data/store/table-reads.ts';
import { updateItem } from '../../../data/store/update-item.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { claimFailures, type FailurePointer, getFailures, parseFailures } from './failure-items.ts';
import type { FailureClaim } from './log.ts';
import { getHead, parseHead, type Reservation } from './log-head.ts';
import { type LogContext, voidBatch } from './settle-batch.ts';

/** @throws ServiceError write_conflict when another replay has claimed some since they were read. The batch is then kept from the log. */
export async function claimAll(
  log: LogContext,
  reservation: Reservation,
  claims: readonly FailureClaim[],
): Promise<void> {
  const claim = async (one: FailureClaim) => {
    if (await updateItem(log.table, claimFailures(log, reservation, one))) return true;
    // Its first response may be lost.
    const item = await getItem(log.table, getFailures(log, one.position));
    return item !== undefined && parseFailures(item)?.claim?.write === reservation.write;
  };
  if ((await Promise.all(claims.map(claim))).every(Boolean)) return;
  await voidBatch(log, reservation);
  throw replayConflict();
}

/** @param pointers As they were read before. @throws ServiceError write_conflict when a claim of one holds. */
export async function refuseClaimed(log: LogContext, pointers: readonly FailurePointer[]): Promise<void> {
  const claims = pointers.flatMap(({ claim }) => claim ?? []);
  if (claims.length === 0) return;
  const { open } = parseHead(await getItem(log.table, getHead(log)));
  if (claims.some(({ write, first }) => open.get(write) === first)) throw replayConflict();
}

/** Another replay has the same records. */
export function replayConflict(): ServiceError {
  const detail = 'Another replay of the same records is running; send the request again.';
  return new ServiceError('write_conflict', detail, { headers: { 'retry-after': '1' } });
}
