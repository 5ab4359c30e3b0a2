/**
 * The bindings of requests: which batch a request with an idempotency key, or a part of a replay job, has stored. A batch is
 * committed together with its binding.
 */

import {
  deleteItem,
  getItem,
  type Item,
  isNew,
  layoutVersion,
  numberOf,
  ownedKey,
  type PutRequest,
} from 'headwater/table';
import { endOf, type StoredBatch } from '../batch-items.ts';
import type { Reservation } from '../log-head.ts';
import type { AppendResult, LogContext, LogName, StoredOutcome } from '../log-types.ts';
import { unpackText } from '../pack-rows.ts';
import { settleReservation } from './settle-reservations.ts';

/** A binding outlives its idempotency key. */
const bindingSeconds = 25 * 3_600;

/** What an earlier try of the request has stored, whatever has changed since. Throws as the other reads and writes do. */
export async function findAppended(
  log: LogContext,
  key: string | undefined,
): Promise<AppendResult | undefined> {
  const Key = key === undefined ? undefined : bindingKey(log, key);
  const item = Key && (await getItem(log.table, { Key, ConsistentRead: true }));
  if (!item) return undefined;
  const binding = parseBinding(item);
  const batch = await settleReservation(log, binding);
  if (batch) return resultOf(batch);
  // Earlier code bound a request before it stored its batch, which now never comes.
  await deleteItem(log.table, { Key, ...isBoundTo(binding) });
  return undefined;
}

/** The outcomes of a batch, with the positions of those that the log stores. */
export function resultOf(batch: StoredBatch): AppendResult {
  const all = Array.from({ length: endOf(batch) - batch.first }, (): StoredOutcome => ({ status: 'stored' }));
  const outcomes: readonly StoredOutcome[] = batch.outcomes ? JSON.parse(unpackText(batch.outcomes)) : all;
  let next = batch.first;
  const withPosition = (outcome: StoredOutcome) =>
    outcome.status === 'stored' || outcome.status === 'failed' ? { ...outcome, position: next++ } : outcome;
  return { outcomes: outcomes.map(withPosition), after: batch.after };
}

function bindingKey({ owner, stream }: LogName, key: string): Item {
  return { pk: ownedKey(owner, `push/${stream}/${key}`), sk: 'push' };
}

/** Binds a request to a batch. Fails if it is bound. */
export function putBinding(log: LogContext, key: string, { write, first }: Reservation): PutRequest {
  const expiresAt = Math.ceil(log.now() / 1_000) + bindingSeconds;
  return { Item: { ...bindingKey(log, key), layout: layoutVersion, write, first, expiresAt }, ...isNew };
}

function parseBinding({ write, first }: Item): Reservation {
  return { write: String(write), first: numberOf(first) };
}

function isBoundTo({ write }: Reservation) {
  return {
    ConditionExpression: '#write = :write',
    ExpressionAttributeNames: { '#write': 'write' },
    ExpressionAttributeValues: { ':write': write },
  };
}
