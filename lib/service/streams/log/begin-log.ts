import type { ItemChange } from '../../../data/store/transactions.ts';
import { putHead } from './log-head.ts';
import type { LogName } from './log-types.ts';

/** Begins the log of a new stream: a push requires its head. */
export function beginLog(log: LogName): ItemChange {
  return { Put: putHead(log) };
}
