/** The items that point to failures, and the requests that read and write them. Pure. */

import { numberOf, numbersOf } from '../../../data/store/attributes.ts';
import { isNew, layoutVersion } from '../../../data/store/layout.ts';
import type { Item } from '../../../data/store/table-access.ts';
import type { GetRequest } from '../../../data/store/table-reads.ts';
import type { PutRequest } from '../../../data/store/table-writes.ts';
import type { UpdateRequest } from '../../../data/store/update-item.ts';
import {
  partsItem,
  positionOf,
  type ReplacedFailures,
  rangesOf,
  type StoredBatch,
  segmentOf,
  segmentPartition,
  sortKey,
} from './batch-items.ts';
import type { Reservation } from './log-head.ts';
import type { FailureClaim, LogName } from './log-types.ts';
import type { RowRange } from './pack-rows.ts';

/** Points from the first failure of a batch to its parts with failures. */
export interface FailurePointer extends Pick<StoredBatch, 'write' | 'first' | 'at'> {
  /** The position of its first failure. */
  readonly position: number;
  readonly parts: readonly RowRange[];
  /** The positions of failures that have succeeded since. */
  readonly done: ReadonlySet<number>;
  readonly claims: number;
  /** The reservation of the last replay that has claimed the failures, until it is settled. */
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
  const { write, first, count, done, claim } = item;
  const numbers: readonly unknown[] = done instanceof Set ? [...done] : [];
  if (typeof write !== 'string' || typeof first !== 'number' || numbers.length === count) return undefined;
  return {
    write,
    first,
    ...numbersOf(item, ['at', 'claims']),
    position: positionOf(item),
    parts: rangesOf(item['parts']),
    done: new Set(numbers.map(numberOf)),
    claim: reservationOf(claim),
  };
}

function reservationOf(value: unknown): Reservation | undefined {
  const { write, first } = Object(value);
  return typeof write === 'string' ? { write, first: numberOf(first) } : undefined;
}

/** Claims failures for a batch. Fails if they have been claimed since they were read, and if the request is repeated. */
export function claimFailures(
  log: LogName,
  { write, first }: Reservation,
  { position, claims }: FailureClaim,
): UpdateRequest {
  return {
    Key: failureKey(log, position),
    UpdateExpression: 'SET #claim = :claim, #claims = :next',
    ConditionExpression:
      claims === 0 ? 'attribute_exists(#pk) AND attribute_not_exists(#claims)' : '#claims = :claims',
    ExpressionAttributeNames: {
      '#claim': 'claim',
      '#claims': 'claims',
      ...(claims === 0 ? { '#pk': 'pk' } : {}),
    },
    ExpressionAttributeValues: {
      ':claim': { write, first },
      ':next': claims + 1,
      ...(claims === 0 ? {} : { ':claims': claims }),
    },
  };
}

/**
 * Notes failures as done. This counts as a claim, so earlier readers cannot claim them. Fails unless the batch holds
 * the claim.
 */
export function noteReplaced(
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
