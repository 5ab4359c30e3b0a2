/** Joins the changes of one item: rules of several documents may need the same item, and a transaction has one change of each. */

import type { Item } from '../../store/table-access.ts';
import type { ItemChange } from '../../store/transactions.ts';
import type { GuardedChange } from '../document-rule.ts';

/** @throws Error if two changes of an item cannot be joined, and the refusal of a change that another one makes impossible. */
export function mergeChanges(changes: readonly GuardedChange[]): readonly GuardedChange[] {
  const merged = new Map<string, GuardedChange>();
  for (const change of changes) {
    const { pk, sk } = keyOf(change.change);
    const key = JSON.stringify([pk, sk]);
    const other = merged.get(key);
    merged.set(key, other ? joined(other, change) : change);
  }
  return [...merged.values()]
    .map((one) => one.settle?.() ?? one)
    .filter(({ change }) => Object.keys(change).length > 0);
}

function joined(one: GuardedChange, other: GuardedChange): GuardedChange {
  const both = one.join?.(other) ?? other.join?.(one);
  if (both) return both;
  const { pk, sk } = keyOf(one.change);
  throw new Error(
    `One write changes the item ${JSON.stringify({ pk, sk })} twice. A transaction changes an item once: make both changes in one.`,
  );
}

function keyOf({ Put: put, Update: update, Delete, ConditionCheck }: ItemChange): Item {
  return put?.Item ?? update?.Key ?? Delete?.Key ?? ConditionCheck?.Key ?? {};
}
