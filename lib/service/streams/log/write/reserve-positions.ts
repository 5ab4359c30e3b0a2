/** Reserves positions for a batch: the head of the log notes them until they are settled, so pushes run side by side. */

import { changeItem, getItem, type Item } from 'headwater/table';
import { heldUp, lostHead } from '../log-errors.ts';
import {
  getHead,
  isHead,
  type LogHead,
  parseHead,
  pastTimes,
  type Reservation,
  reservePositions,
} from '../log-head.ts';
import type { LogContext } from '../log-types.ts';
import { beginEarlierLog } from './begin-log.ts';

interface Reserved extends Reservation, Pick<LogHead, 'open'> {
  /** The times whose counts the head may forget. */
  readonly past: readonly number[];
}

/** @returns the reservation and, with it, all that are open. */
export async function reserve(log: LogContext, span: number): Promise<Reserved> {
  const write = log.newId();
  const change = () => changeItem(log.table, reservePositions(log, write, span));
  let item: Item | undefined =
    (await change()) ??
    // The response to the first attempt was lost.
    (await getItem(log.table, getHead(log)));
  if (!isHead(item) && (await beginEarlierLog(log))) item = await change();
  if (!isHead(item)) throw lostHead(log);
  const { open, ...head } = parseHead(item);
  const first = open.get(write);
  // The response came so late that a reader has settled the reservation, as one of a crashed push.
  if (first === undefined) throw heldUp();
  return { write, first, open, past: pastTimes(head, log.now()) };
}
