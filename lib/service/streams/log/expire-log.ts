import { updateItem } from '../../../data/store/update-item.ts';
import { expireHead, noteStart } from './log-head.ts';
import type { LogContext } from './settle-batch.ts';

/** Notes where the log begins, so that no read looks at what has expired before. @throws ServiceError unavailable, timeout. */
export async function expireLog(log: LogContext, before: number): Promise<void> {
  await updateItem(log.table, noteStart(log, before));
}

/** A push that is running may be acknowledged after the stream is deleted; nobody reads it. */
const leftSeconds = 24 * 3_600;

/**
 * The log of a stream that has been deleted: DynamoDB removes its head soon, and its records when they expire.
 *
 * @returns when the head expires, in seconds since 1970.
 * @throws ServiceError unavailable, timeout.
 */
export async function forgetLog(log: LogContext): Promise<number> {
  const expiresAt = Math.ceil(log.now() / 1_000) + leftSeconds;
  await updateItem(log.table, expireHead(log, expiresAt));
  return expiresAt;
}
