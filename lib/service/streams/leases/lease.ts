/**
 * The lease of an item: who holds it works on what the item says, and notes in it how
 * far it has come.
 *
 * Each write of a holder is made on the condition that it holds the lease and that
 * `step` is as it was, and counts `step` up. So a holder whose lease was taken over
 * notes nothing, however late its request arrives; and one that sees its own id and
 * the next step knows that a write has succeeded whose response was lost. Clocks only
 * decide when somebody else may try.
 *
 * `attempts` counts how often work has begun since the last checkpoint, so that work
 * which always kills its function ends. 0: no work is under way.
 */

import type { Item, TableAccess } from '../../../data/store/table-access.ts';
import { getItem } from '../../../data/store/table-reads.ts';
import { changeItem } from '../../../data/store/update-item.ts';
import { numberOf } from '../log/log-head.ts';

export interface LeaseContext {
  readonly table: TableAccess;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** An item and its lease, as this holder has written it last. */
export interface Held {
  readonly key: Item;
  readonly holder: string;
  readonly step: number;
  readonly item: Item;
}

/** Longer than a push may take, and so than what a holder does between two steps. */
export const leaseMs = 45_000;

/** Attributes of an item that nobody works on yet. */
export const freeLease = { until: 0, step: 0, attempts: 0 } as const;

/** Attributes of an item that nobody will ever work on again. */
export const endedLease = { until: Number.MAX_SAFE_INTEGER, attempts: 0 } as const;

/** Undefined when somebody else holds the lease, or there is no such item. @throws ServiceError unavailable, timeout. */
export async function takeLease({ table, now, newId }: LeaseContext, key: Item): Promise<Held | undefined> {
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
  // Its first response may be lost.
  return item?.['holder'] === holder ? { key, holder, step: numberOf(item['step']), item } : undefined;
}

/** What becomes of the lease: it is kept for the next part, given up for so many milliseconds, or there is no more work. */
export type LeaseEnd = 'kept' | 'ended' | { readonly restMs: number };

export interface HeldChange {
  readonly set: Item;
  readonly remove?: readonly string[];
  readonly lease: LeaseEnd;
}

/** Undefined when somebody else has taken the lease over: nothing is changed then. @throws ServiceError unavailable, timeout. */
export async function changeHeld(
  { table, now }: Pick<LeaseContext, 'table' | 'now'>,
  { key, holder, step }: Held,
  { set, remove = [], lease }: HeldChange,
): Promise<Held | undefined> {
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
      ...Object.fromEntries(names.map((name) => [`:${name}`, all[name]])),
      ...{ ':holder': holder, ':before': step },
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
