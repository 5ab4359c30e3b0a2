/**
 * All streams, over all owners, in one partition: a schedule finds those that have
 * something new without a scan. The item of a stream says how far its records are
 * forwarded, under a lease. It is there before anybody is told of the stream.
 */

import { layoutVersion } from '../../../data/store/layout.ts';
import type { Item, TableAccess } from '../../../data/store/table-access.ts';
import { type QueryRequest, queryAll } from '../../../data/store/table-reads.ts';
import { putItem } from '../../../data/store/table-writes.ts';
import { updateItem } from '../../../data/store/update-item.ts';
import { type LogName, numberOf } from '../log/log-head.ts';
import { freeLease } from './lease.ts';

/** No owner: an owner has no `~`. */
export const streamPartition = '~streams';

export interface ForwardedStream extends LogName {
  /** All records before it are forwarded. */
  readonly position: number;
  /** How many there were. */
  readonly forwarded: number;
  /** How many could not be forwarded. */
  readonly missed: number;
  /** Of the last one: that which follows comes behind it. */
  readonly sequence: string | undefined;
  /** The ARN of the data stream that has it. */
  readonly target: string | undefined;
  /** Milliseconds since 1970: when it was put. */
  readonly at: number;
  /** Seconds since 1970, when the stream has been deleted. */
  readonly expiresAt: number | undefined;
}

export function forwardedKey({ owner, stream }: LogName): Item {
  return { pk: streamPartition, sk: `${owner}/${stream}` };
}

/** Once. @param now Milliseconds since 1970. @throws ServiceError unavailable, timeout. */
export async function registerStream(table: TableAccess, name: LogName, now: number): Promise<void> {
  const state = { position: 0, forwarded: 0, missed: 0, at: now, ...freeLease };
  await putItem(table, {
    Item: { ...forwardedKey(name), layout: layoutVersion, ...state },
    ConditionExpression: 'attribute_not_exists(#pk)',
    ExpressionAttributeNames: { '#pk': 'pk' },
  });
}

/** The stream has been deleted. @param expiresAt Seconds since 1970: until then, what it has is forwarded. @throws ServiceError unavailable, timeout. */
export async function unregisterStream(table: TableAccess, name: LogName, expiresAt: number): Promise<void> {
  await updateItem(table, {
    Key: forwardedKey(name),
    UpdateExpression: 'SET #expiresAt = :expiresAt',
    ConditionExpression: 'attribute_exists(#pk)',
    ExpressionAttributeNames: { '#expiresAt': 'expiresAt', '#pk': 'pk' },
    ExpressionAttributeValues: { ':expiresAt': expiresAt },
  });
}

export function queryRegistered(): QueryRequest {
  return {
    KeyConditionExpression: '#pk = :pk',
    ExpressionAttributeNames: { '#pk': 'pk' },
    ExpressionAttributeValues: { ':pk': streamPartition },
  };
}

/** @throws ServiceError unavailable, timeout. */
export async function listRegistered(table: TableAccess): Promise<ForwardedStream[]> {
  const items = await queryAll(table, queryRegistered());
  return items.flatMap((item) => parseRegistered(item) ?? []);
}

/** Undefined when somebody else has written it. */
export function parseRegistered(item: Item): ForwardedStream | undefined {
  const { pk, sk, layout, sequence, target, at, expiresAt } = item;
  const [owner, stream] = String(sk).split('/');
  if (pk !== streamPartition || layout !== layoutVersion || owner === undefined || stream === undefined)
    return undefined;
  return {
    ...{ owner, stream, position: numberOf(item['position']), at: numberOf(at) },
    ...{ forwarded: numberOf(item['forwarded']), missed: numberOf(item['missed']) },
    sequence: typeof sequence === 'string' ? sequence : undefined,
    target: typeof target === 'string' ? target : undefined,
    expiresAt: typeof expiresAt === 'number' ? expiresAt : undefined,
  };
}
