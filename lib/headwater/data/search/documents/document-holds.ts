/**
 * Keeps a document while something else needs it, such as a folder that its bookmarks need.
 *
 * An item beside the document counts what needs it. The count changes in the transactions that write those who need the
 * document. Earlier code has not counted all of them, so a removal reads the count, then looks for those who need the
 * document, and its transaction requires that the count is still the same. So neither can miss the other.
 */

import { addToCounter, raiseCounter } from '../../store/counters.ts';
import { layoutVersion } from '../../store/layout.ts';
import type { Item } from '../../store/table-access.ts';
import type { GetRequest } from '../../store/table-reads.ts';
import type { ItemChange } from '../../store/transactions.ts';
import { documentKey, type KeyScope } from './document-items.ts';

export const holdsKind = 'holds';

function holdsKey(index: KeyScope, id: string): Item {
  return { ...documentKey(index, id), sk: holdsKind };
}

/**
 * Counts one more that needs the document, or with -1 one less, which fails for one that earlier code has not counted. Check
 * that the document exists in the same transaction.
 */
export function countHold(index: KeyScope, id: string, count: 1 | -1): ItemChange {
  return addToCounter(holdsKey(index, id), count);
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

/** Deletes the count with its document. The condition fails if it is not the one that was read. @param count As it is stored. */
export function deleteHolds(index: KeyScope, id: string, count: unknown): ItemChange {
  const ExpressionAttributeNames = { '#count': 'count' };
  return {
    Delete: {
      Key: holdsKey(index, id),
      ...(count === undefined
        ? { ConditionExpression: 'attribute_not_exists(#count)', ExpressionAttributeNames }
        : {
            ConditionExpression: '#count = :count',
            ExpressionAttributeNames,
            ExpressionAttributeValues: { ':count': count },
          }),
    },
  };
}

/** 0 if nothing was ever counted; undefined if the item is malformed. */
export function parseHolds({ layout, count = 0 }: Item): number | undefined {
  return layout === layoutVersion && Number.isSafeInteger(count) ? Number(count) : undefined;
}
