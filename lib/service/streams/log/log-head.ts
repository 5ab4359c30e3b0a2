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
  /** When the last push has ended, in milliseconds since 1970; undefined if earlier code alone has counted. */
  readonly at: number | undefined;
  /** What was pushed lately, by the number of `recentMs` since 1970. */
  readonly recent: ReadonlyMap<number, RecentCounts>;
}

/** Of one time. */
export interface RecentCounts {
  /** Documents. */
  readonly stored: number;
  /** Records that have failed, kept or left out. */
  readonly failed: number;
}

/** The width of a time whose pushes the head counts by themselves, in milliseconds, and how many of them it keeps. */
export const recentMs = 300_000;
export const recentLength = 12;

const notePrefix = 'open:';
/** Attributes of their own, since only these can be added to. */
const recentKinds = ['stored', 'failed'] as const;

function recentName(kind: keyof RecentCounts, time: number): string {
  return `${kind}:${time}`;
}

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
    at: typeof item['at'] === 'number' ? item['at'] : undefined,
    recent: recentOf(item),
  };
}

function recentOf(item: Item): LogHead['recent'] {
  const recent = new Map<number, RecentCounts>();
  for (const [name, value] of Object.entries(item)) {
    const kind = recentKinds.find((one) => name.startsWith(`${one}:`));
    if (!kind) continue;
    const time = Number(name.slice(kind.length + 1));
    recent.set(time, { stored: 0, failed: 0, ...recent.get(time), [kind]: numberOf(value) });
  }
  return recent;
}

/** The times before the last hour: the next push forgets them. */
export function pastTimes({ recent }: Pick<LogHead, 'recent'>, now: number): readonly number[] {
  return [...recent.keys()].filter((time) => time < recentTimeOf(now) - recentLength);
}

export function recentTimeOf(ms: number): number {
  return Math.floor(ms / recentMs);
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

/** What settling adds to a head. */
export interface SettledCounts {
  readonly counts: BatchCounts;
  /** When the batch was pushed, in milliseconds since 1970. */
  readonly at: number;
  /** Of a push; absent for a replay, whose records were pushed before. */
  readonly recent?: RecentCounts;
  /** The times that the head forgets. */
  readonly past?: readonly number[];
}

/**
 * Removes the note, and counts the batch if there is one: only once, whoever calls it. If the request of the reservation arrives
 * once more after that, it reserves other positions, whose note is settled when it is old.
 */
export function settlePositions(
  log: LogName,
  { write, first }: Reservation,
  settled?: SettledCounts,
): UpdateRequest {
  const request = { Key: headKey(log), ConditionExpression: '#note = :first' };
  const note = { '#note': notePrefix + write };
  if (!settled)
    return {
      ...request,
      UpdateExpression: 'REMOVE #note',
      ExpressionAttributeNames: note,
      ExpressionAttributeValues: { ':first': first },
    };
  const { counts, at, recent, past = [] } = settled;
  const time = recentTimeOf(at);
  const added: [name: string, number: number][] = [
    ...countNames.map((name): [string, number] => [name, counts[name]]),
    ['batches', 1],
    ...recentKinds.map((kind): [string, number] => [recentName(kind, time), recent?.[kind] ?? 0]),
  ];
  const adds = added.filter(([, number]) => number !== 0);
  const removed = past.flatMap((one) => recentKinds.map((kind) => recentName(kind, one)));
  return {
    ...request,
    UpdateExpression: [
      `REMOVE ${['#note', ...removed.map((_, index) => `#past${index}`)].join(', ')}`,
      ...(recent ? ['SET #at = :at'] : []),
      `ADD ${adds.map((_, index) => `#add${index} :add${index}`).join(', ')}`,
    ].join(' '),
    ExpressionAttributeNames: {
      ...note,
      ...(recent ? { '#at': 'at' } : {}),
      ...Object.fromEntries(removed.map((name, index) => [`#past${index}`, name])),
      ...Object.fromEntries(adds.map(([name], index) => [`#add${index}`, name])),
    },
    ExpressionAttributeValues: {
      ':first': first,
      ...(recent ? { ':at': at } : {}),
      ...Object.fromEntries(adds.map(([, number], index) => [`:add${index}`, number])),
    },
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
