/**
 * All streams, over all owners, in one partition: a schedule finds the streams with
 * new records without a scan. The item of a stream notes how far its records are
 * forwarded, under a lease. It is stored before the client gets the stream.
 */

import {
  expiring,
  type Item,
  type ItemChange,
  inPartition,
  isNew,
  layoutVersion,
  numbersOf,
  type PutRequest,
  putItem,
  queryAll,
  type TableAccess,
} from 'headwater/table';
import type { LogName } from '../log/log-types.ts';
import { forwardedKey, streamPartition } from '../log/write/begin-log.ts';
import { freeLease } from './lease.ts';

/** How far the records of a stream are forwarded, as its item notes. */
export interface ForwardMark {
  /** All records before this position are forwarded. */
  readonly position: number;
  /** The number of forwarded records. */
  readonly forwarded: number;
  /** The number of records that could not be forwarded. */
  readonly missed: number;
}

export interface ForwardedStream extends LogName, ForwardMark {
  /** The attempts since the last checkpoint (lease.ts). */
  readonly attempts: number;
  /** The end of the lease, in milliseconds since 1970. */
  readonly until: number;
  /** The sequence number of the last Kinesis record; the next one follows it. */
  readonly sequence: string | undefined;
  /** The ARN of the data stream that contains the record. */
  readonly target: string | undefined;
  /** The time of registration, in milliseconds since 1970. */
  readonly at: number;
  /** Seconds since 1970; present once the stream is deleted. */
  readonly expiresAt: number | undefined;
}

/** Fails if the stream is registered. @param now Milliseconds since 1970. */
export function putRegistration(name: LogName, now: number): PutRequest {
  const state = { position: 0, forwarded: 0, missed: 0, ...freeLease };
  return { Item: { ...forwardedKey(name), layout: layoutVersion, ...state, at: now }, ...isNew };
}

/** Registers a stream that earlier code has stored. @param now Milliseconds since 1970. */
export async function registerStream(table: TableAccess, name: LogName, now: number): Promise<boolean> {
  return putItem(table, putRegistration(name, now));
}

/**
 * Marks a deleted stream.
 *
 * @param expiresAt Seconds since 1970: until then its records are forwarded.
 */
export function expireRegistration(name: LogName, expiresAt: number): ItemChange {
  return { Update: { Key: forwardedKey(name), ...expiring(expiresAt) } };
}

export async function listRegistered(table: TableAccess): Promise<ForwardedStream[]> {
  const items = await queryAll(table, inPartition(streamPartition));
  return items.flatMap((item) => parseRegistered(item) ?? []);
}

/** Undefined if the item is not a registration but something that other software has written. */
export function parseRegistered(item: Item): ForwardedStream | undefined {
  const { pk, sk, layout, sequence, target, expiresAt } = item;
  const [owner, stream] = String(sk).split('/');
  if (pk !== streamPartition || layout !== layoutVersion || owner === undefined || stream === undefined)
    return undefined;
  return {
    owner,
    stream,
    ...numbersOf(item, ['position', 'forwarded', 'missed', 'attempts', 'until', 'at']),
    sequence: typeof sequence === 'string' ? sequence : undefined,
    target: typeof target === 'string' ? target : undefined,
    expiresAt: typeof expiresAt === 'number' ? expiresAt : undefined,
  };
}
