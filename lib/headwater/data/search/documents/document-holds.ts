/**
 * Keeps a document while others refer to it, such as a folder that its bookmarks need.
 *
 * An item beside the document counts those that refer to it (references.ts). The transactions that write them change the count, and the
 * one that removes the document requires that it is 0. So neither can miss the other.
 */

import { type DeclaredProblem, ServiceError } from '../../../shared/errors.ts';
import { raiseCounter } from '../../store/counters.ts';
import { layoutVersion } from '../../store/layout.ts';
import type { Item, TableAccess } from '../../store/table-access.ts';
import { type GetRequest, getItem } from '../../store/table-reads.ts';
import type { ItemChange } from '../../store/transactions.ts';
import type { CountedReferences, DocumentRule, GuardedChange } from '../document-rule.ts';
import { documentKey, type KeyScope } from './document-items.ts';

export const holdsKind = 'holds';

export function holdsKey(index: KeyScope, id: string): Item {
  return { ...documentKey(index, id), sk: holdsKind };
}

export interface KeptRule<Document> extends DocumentRule<Document> {
  readonly kind: 'kept';
}

/**
 * A rule of a document type: no document is removed while another one refers to it by a `reference`. By the rule, references
 * count their documents; without it they only require that the document exists when they are made.
 *
 * Documents that were stored before their type had the reference count once `npx headwater verify --repair` has run.
 *
 * @param problem What a refused removal responds with: `state_conflict` by default.
 * @example rules: [keptWhileReferenced(customerInUse)]
 */
export function keptWhileReferenced<Document>(
  problem: DeclaredProblem | 'state_conflict' = 'state_conflict',
): KeptRule<Document> {
  return {
    kind: 'kept',
    members: [],
    changesOf: ({ index, id, before, after }) => {
      if (before === undefined || after !== undefined) return [];
      const refusal = () =>
        new ServiceError(problem, `Others refer to the ${index.name} ${id}; change or remove them first.`);
      return [deleteHolds(holdsKey(index, id), [], refusal)];
    },
  };
}

/** Deletes the count, on the condition that it counts nothing but what the same transaction takes from it. */
function deleteHolds(
  Key: Item,
  references: CountedReferences['taken'],
  inUse: () => ServiceError,
): GuardedChange {
  const taken = references.length;
  const isCount = taken === 0 ? 'attribute_not_exists(#count) OR #count = :taken' : '#count = :taken';
  const condition = {
    ConditionExpression: isCount,
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':taken': taken },
  };
  const refusal = async (table: TableAccess) => {
    const isLeft = await leaveUncounted(table, Key, { added: 0, taken: references });
    return isLeft ? undefined : inUse();
  };
  return {
    change: { Delete: { Key, ...condition } },
    refusal,
    join: ({ counted }) => {
      if (counted === undefined) return undefined;
      if (counted.added > 0) throw inUse();
      return deleteHolds(Key, [...references, ...counted.taken], inUse);
    },
  };
}

/** Earlier code may not have counted all references that a write takes away. @returns whether it leaves some in its next try. */
export async function leaveUncounted(
  table: TableAccess,
  Key: Item,
  { added, taken }: CountedReferences,
): Promise<boolean> {
  const item = await getItem(table, { Key, ConsistentRead: true });
  const count = (item && parseHolds(item)) ?? 0;
  const uncounted = taken.slice(count + added);
  for (const leave of uncounted) leave();
  return uncounted.length > 0;
}

/** Notes that an item of a kind stands beside the document, or that none does: `verify` then finds that one is lost. */
export function noteBeside(index: KeyScope, id: string, kind: string, isThere: boolean): ItemChange {
  return {
    Update: {
      Key: holdsKey(index, id),
      UpdateExpression: `SET #layout = :layout${isThere ? ', #kind = :true' : ' REMOVE #kind'}`,
      ExpressionAttributeNames: { '#layout': 'layout', '#kind': kind },
      ExpressionAttributeValues: { ':layout': layoutVersion, ...(isThere ? { ':true': true } : {}) },
    },
  };
}

export function getHolds(index: KeyScope, id: string): GetRequest {
  return { Key: holdsKey(index, id), ConsistentRead: true };
}

/** Raises a count that is too low, if it is still the one that was read. */
export function raiseHold(
  index: KeyScope,
  id: string,
  { from, to }: { readonly from: number | undefined; readonly to: number },
): ItemChange {
  return raiseCounter(holdsKey(index, id), from, to);
}

/** 0 if nothing was ever counted; undefined if the item is malformed. */
export function parseHolds({ layout, count = 0 }: Item): number | undefined {
  return layout === layoutVersion && Number.isSafeInteger(count) ? Number(count) : undefined;
}
