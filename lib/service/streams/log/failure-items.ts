/** The items that point to failures, and the requests that read and write them. Pure. */

import { membersOf } from 'headwater/json';
import {
  type GetRequest,
  type Item,
  type ItemChange,
  isNew,
  layoutVersion,
  numberOf,
  numbersOf,
  type PutRequest,
  type UpdateRequest,
} from 'headwater/table';
import {
  partsItem,
  positionOf,
  rangesOf,
  type StoredBatch,
  segmentOf,
  segmentPartition,
  sortKey,
} from './batch-items.ts';
import type { Reservation } from './log-head.ts';
import type { FailuresAsRead, LogName, ReplacedFailures } from './log-types.ts';
import type { RowRange } from './pack-rows.ts';

/** Points from the first failure of a batch to its parts with failures. */
export interface FailurePointer extends Pick<StoredBatch, 'write' | 'first' | 'at'> {
  /** The position of its first failure. */
  readonly position: number;
  readonly parts: readonly RowRange[];
  /** The positions of failures that have succeeded since. */
  readonly done: ReadonlySet<number>;
  /** How often the item has changed: its attribute `claims`. */
  readonly revision: number;
  /** The reservation of a replay by earlier code that has claimed the failures (earlier-pushes.ts), not a `PartClaim`. */
  readonly claim: Reservation | undefined;
}

function failureKey(log: LogName, position: number): Item {
  return { pk: segmentPartition(log, 'failure', segmentOf(position)), sk: sortKey(position) };
}

export function getFailures(log: LogName, position: number): GetRequest {
  return { Key: failureKey(log, position), ConsistentRead: true };
}

/** Puts a pointer. Fails if it exists: some of its failures may be done already. */
export function putFailures(
  log: LogName,
  { first, write, at, expiresAt, counts, failureParts }: StoredBatch,
): PutRequest {
  const key = failureKey(log, first + (failureParts[0]?.first ?? 0));
  const item = { first, write, at, expiresAt, count: counts.failures, ...partsItem('parts', failureParts) };
  return { Item: { ...key, layout: layoutVersion, ...item }, ...isNew };
}

/** Undefined if no failure is left, or other software has written the item. */
export function parseFailures(item: Item): FailurePointer | undefined {
  const { write, first, count, done, claim, claims } = item;
  const numbers: readonly unknown[] = done instanceof Set ? [...done] : [];
  if (typeof write !== 'string' || typeof first !== 'number' || numbers.length === count) return undefined;
  return {
    write,
    first,
    ...numbersOf(item, ['at']),
    position: positionOf(item),
    parts: rangesOf(item['parts']),
    done: new Set(numbers.map(numberOf)),
    revision: numberOf(claims),
    claim: reservationOf(claim),
  };
}

function reservationOf(value: unknown): Reservation | undefined {
  const { write, first } = membersOf(value);
  return typeof write === 'string' ? { write, first: numberOf(first) } : undefined;
}

/** Notes failures as done, with the batch that replaces them. Fails if their item has changed since it was read. */
export function replaceFailures(log: LogName, { position, origins, revision }: FailuresAsRead): ItemChange {
  const isFirst = revision === 0;
  return {
    Update: {
      Key: failureKey(log, position),
      UpdateExpression: 'ADD #done :done, #claims :one REMOVE #claim',
      ConditionExpression: isFirst
        ? 'attribute_exists(#pk) AND attribute_not_exists(#claims)'
        : '#claims = :claims',
      ExpressionAttributeNames: {
        '#done': 'done',
        '#claims': 'claims',
        '#claim': 'claim',
        ...(isFirst ? { '#pk': 'pk' } : {}),
      },
      ExpressionAttributeValues: {
        ':done': new Set(origins),
        ':one': 1,
        ...(isFirst ? {} : { ':claims': revision }),
      },
    },
  };
}

/** Notes failures as done, for a batch of earlier code. Fails unless the batch has claimed them. */
export function noteClaimed(
  log: LogName,
  write: string,
  { position, origins }: ReplacedFailures,
): UpdateRequest {
  return {
    Key: failureKey(log, position),
    UpdateExpression: 'ADD #done :done, #claims :one REMOVE #claim',
    ConditionExpression: '#claim.#write = :write',
    ExpressionAttributeNames: { '#done': 'done', '#claims': 'claims', '#claim': 'claim', '#write': 'write' },
    ExpressionAttributeValues: { ':done': new Set(origins), ':one': 1, ':write': write },
  };
}
