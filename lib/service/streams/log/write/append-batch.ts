/**
 * Appends a batch to a log: reserves positions, puts the large parts, commits and settles. docs/service/log.md draws these
 * steps, and says what a crash or a lost response leaves after each. A batch is in the log as a whole or never will be,
 * whatever clocks show and however late a request arrives.
 */

import { ignoreTransient, isRefused } from 'headwater/table';
import { putFilter } from '../batch-filter.ts';
import type { StoredBatch } from '../batch-items.ts';
import { heldUp, replayConflict, requestInProgress } from '../log-errors.ts';
import type { AppendResult, LogBatch, LogContext } from '../log-types.ts';
import { type Commit, type CommitRefusal, commitBatch } from './commit-batch.ts';
import { type PackedBatch, packBatch, putParts } from './pack-batch.ts';
import { findAppended, resultOf } from './request-bindings.ts';
import { reserve } from './reserve-positions.ts';
import { settleBatch, settleOld, settleReservation } from './settle-reservations.ts';

const refusals = { void: heldUp, bound: requestInProgress, changed: replayConflict };

/**
 * @param key The same for each try of one request: one of them stores its batch, which is the result of all.
 * @throws ServiceError content_too_large before anything is written, write_conflict if what the batch replaces has changed since
 * it was read, request_in_progress, unavailable, timeout.
 */
export async function appendBatch(log: LogContext, given: LogBatch, key?: string): Promise<AppendResult> {
  const packed = packBatch(given, { hasKey: key !== undefined });
  const { open, past, ...reservation } = await reserve(log, packed.span);
  const batch: StoredBatch = { ...packed.content, ...reservation, at: log.now() };
  const { replaces, beside } = given;
  const refusal = await store(log, packed, { batch, key, replaces, beside });
  if (refusal) {
    await settleReservation(log, reservation).catch(ignoreTransient);
    const other = refusal === 'bound' ? await findAppended(log, key) : undefined;
    if (other) return other;
    throw refusals[refusal]();
  }
  await settleBatch(log, batch, past).catch(ignoreTransient);
  await settleOld(log, open).catch(ignoreTransient);
  return resultOf(batch);
}

async function store(
  log: LogContext,
  { parts, failures, filter }: PackedBatch,
  commit: Commit,
): Promise<CommitRefusal | undefined> {
  const { write, expiresAt } = commit.batch;
  try {
    await Promise.all([
      putParts(log, { kind: 'record', write, parts, expiresAt }),
      putParts(log, { kind: 'failure', write, parts: failures, expiresAt }),
      filter && putFilter(log, commit.batch, filter),
    ]);
    return await commitBatch(log, commit);
  } catch (error) {
    // Settled now, so that no reader waits for it.
    if (isRefused(error)) await settleReservation(log, commit.batch).catch(ignoreTransient);
    throw error;
  }
}
