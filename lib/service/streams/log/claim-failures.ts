/**
 * A replay stores failures as records: its batch replaces them. It claims the failures before it puts the batch, so only
 * one batch replaces them (docs/service/streams.md). A claim holds as long as the head notes the reservation of the batch.
 */

import { getItem } from '../../../data/store/table-reads.ts';
import { updateItem } from '../../../data/store/update-item.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { claimFailures, type FailurePointer, getFailures, parseFailures } from './failure-items.ts';
import type { Reservation } from './log-head.ts';
import type { FailureClaim, LogContext } from './log-types.ts';
import { readHead, voidBatch } from './settle-batch.ts';

/** @throws ServiceError write_conflict if another replay has claimed some since they were read. The batch is then voided. */
export async function claimAll(
  log: LogContext,
  reservation: Reservation,
  claims: readonly FailureClaim[],
): Promise<void> {
  const claim = async (one: FailureClaim) => {
    if (await updateItem(log.table, claimFailures(log, reservation, one))) return true;
    // The response to the first attempt may have been lost.
    const item = await getItem(log.table, getFailures(log, one.position));
    return item !== undefined && parseFailures(item)?.claim?.write === reservation.write;
  };
  if ((await Promise.all(claims.map(claim))).every(Boolean)) return;
  await voidBatch(log, reservation);
  throw replayConflict();
}

/**
 * @param pointers The failures as they were read.
 * @throws ServiceError write_conflict if a claim of one of them still holds.
 */
export async function refuseClaimed(log: LogContext, pointers: readonly FailurePointer[]): Promise<void> {
  const claims = pointers.flatMap(({ claim }) => claim ?? []);
  if (claims.length === 0) return;
  const { open } = await readHead(log);
  if (claims.some(({ write, first }) => open.get(write) === first)) throw replayConflict();
}

export function replayConflict(): ServiceError {
  const detail = 'Another replay of the same records is running; send the request again.';
  return new ServiceError('write_conflict', detail, { headers: { 'retry-after': '1' } });
}
