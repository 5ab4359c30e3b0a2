/**
 * What earlier code stored in several steps, and functions of it may still be storing beside this one: it put the pointer to
 * failures after their batch, and a replay claimed failures, put its batch and then noted them as done. Nothing here is needed
 * once no push of that code can be open.
 */

import { putItem, updateItem } from 'headwater/table';
import type { StoredBatch } from '../batch-items.ts';
import { type FailurePointer, noteClaimed, putFailures } from '../failure-items.ts';
import { replayConflict } from '../log-errors.ts';
import { readHead } from '../log-head.ts';
import type { LogTable } from '../log-types.ts';

/** Puts and notes what is not there; a batch of this code has all of it. */
export async function finishEarlier(log: LogTable, batch: StoredBatch): Promise<void> {
  const { table } = log;
  const { write, failureParts, replaces } = batch;
  if (failureParts.length > 0) await putItem(table, putFailures(log, batch));
  await Promise.all(replaces.map((failures) => updateItem(table, noteClaimed(log, write, failures))));
}

/** @throws ServiceError write_conflict if a claim holds: as long as the head notes the reservation of its batch. */
export async function refuseClaimed(log: LogTable, pointers: readonly FailurePointer[]): Promise<void> {
  const claims = pointers.flatMap(({ claim }) => claim ?? []);
  if (claims.length === 0) return;
  const { open } = await readHead(log);
  if (claims.some(({ write, first }) => open.get(write) === first)) throw replayConflict();
}
