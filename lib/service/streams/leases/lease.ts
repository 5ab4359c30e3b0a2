/**
 * The lease of an item. The holder works on the task that the item describes, and notes its progress in it.
 *
 * Each write requires that the holder still has the lease and that `step` is unchanged, and increments `step`. So a
 * holder whose lease was taken over notes nothing, however late its request arrives, and a holder that sees its own id
 * and the next step knows that a write whose response was lost has succeeded.
 *
 * `attempts` counts how often work has begun since the last checkpoint, so that work which always kills its function
 * ends. 0: no work is in progress.
 */

import { ownMember } from 'headwater/json';
import { changeItem, getItem, type Item, numberOf } from 'headwater/table';
import type { LogContext } from '../log/log-types.ts';

type LeaseContext = Pick<LogContext, 'table' | 'now' | 'newId'>;

/** An item and its lease, as this holder has last written them. */
export interface HeldLease {
  readonly key: Item;
  readonly holder: string;
  readonly step: number;
  readonly item: Item;
}

/** Longer than any push, and so than a holder's work between two steps. */
const leaseMs = 45_000;

export const freeLease = { until: 0, step: 0, attempts: 0 } as const;

/** The attributes of an item whose work has ended for good. */
export const endedLease = { until: Number.MAX_SAFE_INTEGER, attempts: 0 } as const;

/** Undefined if another function holds the lease, or there is no such item. */
export async function takeLease(
  { table, now, newId }: LeaseContext,
  key: Item,
): Promise<HeldLease | undefined> {
  const holder = newId();
  const changed = await changeItem(table, {
    Key: key,
    UpdateExpression: 'SET #holder = :holder, #until = :until ADD #step :one, #attempts :one',
    ConditionExpression: '#until <= :now',
    ExpressionAttributeNames: {
      '#holder': 'holder',
      '#until': 'until',
      '#step': 'step',
      '#attempts': 'attempts',
    },
    ExpressionAttributeValues: { ':holder': holder, ':until': now() + leaseMs, ':now': now(), ':one': 1 },
  });
  const item = changed ?? (await getItem(table, { Key: key, ConsistentRead: true }));
  // The response to the first attempt may have been lost.
  return item?.['holder'] === holder ? { key, holder, step: numberOf(item['step']), item } : undefined;
}

/** `kept` continues the lease for the next part, `ended` ends the work, and `restMs` frees the lease after a pause. */
type LeaseEnd = 'kept' | 'ended' | { readonly restMs: number };

export interface LeaseChange {
  readonly set: Item;
  readonly remove?: readonly string[];
  readonly lease: LeaseEnd;
}

/** Undefined if another function has taken over the lease; nothing is changed then. */
export async function changeLease(
  { table, now }: Pick<LeaseContext, 'table' | 'now'>,
  { key, holder, step }: HeldLease,
  { set, remove = [], lease }: LeaseChange,
): Promise<HeldLease | undefined> {
  const next = step + 1;
  const all: Item = { ...leaseAttributes(lease, now()), ...set, step: next };
  const names = Object.keys(all);
  const removed = remove.map((name) => `#${name}`).join(', ');
  const changed = await changeItem(table, {
    Key: key,
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}${removed ? ` REMOVE ${removed}` : ''}`,
    ConditionExpression: '#holder = :holder AND #step = :before',
    ExpressionAttributeNames: Object.fromEntries(
      ['holder', ...names, ...remove].map((name) => [`#${name}`, name]),
    ),
    ExpressionAttributeValues: {
      ...Object.fromEntries(names.map((name) => [`:${name}`, ownMember(all, name)])),
      ':holder': holder,
      ':before': step,
    },
  });
  const item = changed ?? (await getItem(table, { Key: key, ConsistentRead: true }));
  const isOurs = item?.['holder'] === holder && item['step'] === next;
  return isOurs ? { key, holder, step: next, item } : undefined;
}

function leaseAttributes(lease: LeaseEnd, now: number): Item {
  if (lease === 'kept') return { until: now + leaseMs, attempts: 1 };
  return lease === 'ended' ? endedLease : { until: now + lease.restMs, attempts: 0 };
}
