import { expiring, type ItemChange, updateItem } from 'headwater/table';
import { headKey, noteStart } from '../log-head.ts';
import type { LogContext, LogName } from '../log-types.ts';

/** Notes that every record before a position has expired, so that reads skip them. */
export async function noteExpired(log: LogContext, before: number): Promise<void> {
  await updateItem(log.table, noteStart(log, before));
}

/** Expires the head of a deleted stream's log. @param expiresAt Seconds since 1970. */
export function expireHead(log: LogName, expiresAt: number): ItemChange {
  return { Update: { Key: headKey(log), ...expiring(expiresAt) } };
}
