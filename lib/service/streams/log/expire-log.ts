import { updateItem } from '../../../data/store/update-item.ts';
import { expireHead, noteStart } from './log-head.ts';
import type { LogContext } from './settle-batch.ts';

/** Notes the beginning of the log, so that reads skip expired positions. @throws ServiceError unavailable, timeout. */
export async function expireLog(log: LogContext, before: number): Promise<void> {
  await updateItem(log.table, noteStart(log, before));
}

/** A running push may be acknowledged after the stream is deleted, though its records are unreachable. */
const leftSeconds = 24 * 3_600;

/**
 * Deletes the log of a deleted stream: DynamoDB removes its head soon, and its records when they expire.
 *
 * @returns the expiry of the head, in seconds since 1970.
 * @throws ServiceError unavailable, timeout.
 */
export async function forgetLog(log: LogContext): Promise<number> {
  const expiresAt = Math.ceil(log.now() / 1_000) + leftSeconds;
  await updateItem(log.table, expireHead(log, expiresAt));
  return expiresAt;
}
