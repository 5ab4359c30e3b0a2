/**
 * The head of a log, and the requests that change it.
 *
 * The head counts positions and stored records. It notes the first position of each
 * reservation that is not settled yet, in an attribute of its own. Functions named
 * get…, put…, reserve… and settle… only make a request; write/ and read/ send it.
 */

import { documentKey } from 'headwater/documents';
import {
  type GetRequest,
  getItem,
  type Item,
  isNew,
  layoutVersion,
  numberOf,
  numbersOf,
  type PutRequest,
  type UpdateRequest,
} from 'headwater/table';
import { type BatchCounts, countNames, type LogName, type LogTable } from './log-types.ts';

export interface LogHead extends BatchCounts {
  readonly batches: number;
  /** The position of the next record. */
  readonly next: number;
  /** Every record before this position has expired. */
  readonly start: number;
  /** Reservations that are not settled: write -> first position. */
  readonly open: ReadonlyMap<string, number>;
}

const notePrefix = 'open:';

export function headKey({ owner, stream }: LogName): Item {
  return { ...documentKey({ name: 'stream', owner }, stream), sk: 'log' };
}

export function getHead(log: LogName): GetRequest {
  return { Key: headKey(log), ConsistentRead: true };
}

export async function readHead(log: LogTable): Promise<LogHead> {
  return parseHead(await getItem(log.table, getHead(log)));
}

export function parseHead(item: Item = {}): LogHead {
  const notes = Object.entries(item).filter(([name]) => name.startsWith(notePrefix));
  return {
    ...numbersOf(item, [...countNames, 'batches', 'next', 'start']),
    open: new Map(notes.map(([name, first]) => [name.slice(notePrefix.length), numberOf(first)])),
  };
}

/** Puts the head of a new log. */
export function putHead(log: LogName): PutRequest {
  return { Item: { ...headKey(log), layout: layoutVersion, next: 0 }, ...isNew };
}

/** Whether there is a head. Without one, nobody knows which positions are free. */
export function isHead(item: Item | undefined): boolean {
  return typeof item?.['next'] === 'number';
}

/** Reserves positions, and notes the first one. Fails if there is no head, and if the request is repeated. */
export function reservePositions(log: LogName, write: string, span: number): UpdateRequest {
  return {
    Key: headKey(log),
    UpdateExpression:
      'SET #note = if_not_exists(#next, :zero), #next = if_not_exists(#next, :zero) + :span, #layout = :layout',
    ConditionExpression: 'attribute_exists(#next) AND attribute_not_exists(#note)',
    ExpressionAttributeNames: { '#note': notePrefix + write, '#next': 'next', '#layout': 'layout' },
    ExpressionAttributeValues: { ':zero': 0, ':span': span, ':layout': layoutVersion },
  };
}

export interface Reservation {
  /** The id of the write. */
  readonly write: string;
  readonly first: number;
}

/**
 * Removes the note, and counts the batch if there is one: only once, whoever calls it. If the request of the reservation arrives
 * once more after that, it reserves other positions, whose note is settled when it is old.
 */
export function settlePositions(
  log: LogName,
  { write, first }: Reservation,
  counts?: BatchCounts,
): UpdateRequest {
  const added = counts ? countNames.filter((name) => counts[name] !== 0) : [];
  const values = counts ? [[':one', 1], ...added.map((name) => [`:${name}`, counts[name]])] : [];
  const adds = [...added.map((name) => `#${name} :${name}`), ...(counts ? ['#batches :one'] : [])];
  return {
    Key: headKey(log),
    UpdateExpression: counts ? `REMOVE #note ADD ${adds.join(', ')}` : 'REMOVE #note',
    ConditionExpression: '#note = :first',
    ExpressionAttributeNames: {
      '#note': notePrefix + write,
      ...Object.fromEntries(added.map((name) => [`#${name}`, name])),
      ...(counts ? { '#batches': 'batches' } : {}),
    },
    ExpressionAttributeValues: { ':first': first, ...Object.fromEntries(values) },
  };
}

/** Notes that every record before a position has expired. Fails if a later position is noted. */
export function noteStart(log: LogName, start: number): UpdateRequest {
  return {
    Key: headKey(log),
    UpdateExpression: 'SET #start = :start',
    ConditionExpression: 'attribute_exists(#next) AND (attribute_not_exists(#start) OR #start < :start)',
    ExpressionAttributeNames: { '#start': 'start', '#next': 'next' },
    ExpressionAttributeValues: { ':start': start },
  };
}

/** The first position at which records may still appear: a push has reserved it, or will. */
export function settledOf({ next, open }: Pick<LogHead, 'next' | 'open'>): number {
  return Math.min(next, ...open.values());
}
