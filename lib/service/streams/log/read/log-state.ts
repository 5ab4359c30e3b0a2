/** What a log says of itself, from its head. */

import { getItems, type TableAccess } from 'headwater/table';
import { headKey, type LogHead, parseHead, readHead, settledOf } from '../log-head.ts';
import type { BatchCounts, LogContext } from '../log-types.ts';
import { hasOld, settleOld } from '../write/settle-reservations.ts';

export interface LogState extends BatchCounts {
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
  const { open, start: _start, batches: _batches, ...state } = head;
  return { ...state, settled: settledOf(head), isUnsettled: open.size > 0 && hasOld(log, head) };
}
