/** What a log says of itself, from its head. */

import { getItems, type TableAccess } from 'headwater/table';
import {
  headKey,
  type LogHead,
  parseHead,
  readHead,
  recentLength,
  recentMs,
  recentTimeOf,
  settledOf,
} from '../log-head.ts';
import type { BatchCounts, LogContext } from '../log-types.ts';
import { hasOld, settleOld } from '../write/settle-reservations.ts';

export interface LogState extends BatchCounts, Pick<LogHead, 'at' | 'batches'> {
  /** What was pushed lately, by the beginnings that `recentTimes` returns. */
  readonly recent: LogHead['recent'];
  /** The position of the next record. */
  readonly next: number;
  /** The first position at which records may still appear: a push has reserved it, or will. */
  readonly settled: number;
  /** Whether a push that has crashed has left a reservation, so that counts may lack its batch. */
  readonly isUnsettled: boolean;
}

export async function readState(log: LogContext): Promise<LogState> {
  return stateOf(log, await readHead(log));
}

/** The states of several logs, in their order. An eventually consistent read costs half and may miss the latest pushes. */
export async function readStates(
  table: TableAccess,
  logs: readonly LogContext[],
  options: { readonly isConsistent: boolean },
): Promise<LogState[]> {
  const items = await getItems(table, logs.map(headKey), options);
  const found = new Map(items.map((item) => [item['pk'], item]));
  return logs.map((log) => stateOf(log, parseHead(found.get(headKey(log)['pk']))));
}

/** Settles what crashed pushes have left: in turns, since many pushes may have crashed at once. */
export async function settledState(log: LogContext): Promise<LogState> {
  for (;;) {
    const head = await readHead(log);
    if (!hasOld(log, head)) return stateOf(log, head);
    await settleOld(log, head.open);
  }
}

function stateOf(log: LogContext, head: LogHead): LogState {
  const { open, start: _start, ...state } = head;
  const recent = new Map([...head.recent].map(([time, counts]) => [time * recentMs, counts]));
  return { ...state, recent, settled: settledOf(head), isUnsettled: open.size > 0 && hasOld(log, head) };
}

export const recentSeconds = recentMs / 1_000;

/** When the times begin that heads count by themselves, in milliseconds since 1970: those of the last hour. */
export function recentTimes(now: number): readonly number[] {
  const last = recentTimeOf(now);
  return Array.from({ length: recentLength }, (_, index) => (last - recentLength + 1 + index) * recentMs);
}
