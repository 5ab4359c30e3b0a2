/**
 * Keeps a document while something else needs it, such as a folder that its bookmarks need.
 *
 * An item beside the document counts what needs it. The count changes in the transactions that write those who need the
 * document, and the transaction that removes it requires that the count is 0. So neither can miss the other.
 */

import { layoutVersion } from '../../store/layout.ts';
import type { Item } from '../../store/table-access.ts';
import type { ItemChange } from '../../store/transactions.ts';
import { documentKey, type KeyScope } from './document-items.ts';

export const holdsKind = 'holds';

function holdsKey(index: KeyScope, id: string): Item {
  return { ...documentKey(index, id), sk: holdsKind };
}

/** Counts one more that needs the document, or with -1 one less. Check that the document exists in the same transaction. */
export function countHold(index: KeyScope, id: string, count: 1 | -1): ItemChange {
  return {
    Update: {
      isWhole: true,
      Key: holdsKey(index, id),
      UpdateExpression: 'SET #layout = :layout ADD #count :count',
      ExpressionAttributeNames: { '#layout': 'layout', '#count': 'count' },
      ExpressionAttributeValues: { ':layout': layoutVersion, ':count': count },
    },
  };
}

/** Deletes the count with its document. The condition fails while something needs the document. */
export function deleteHolds(index: KeyScope, id: string): ItemChange {
  return {
    Delete: {
      Key: holdsKey(index, id),
      ConditionExpression: 'attribute_not_exists(#count) OR #count <= :none',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':none': 0 },
    },
  };
}

/** Undefined if the item is malformed. */
export function parseHolds({ layout, count }: Item): number | undefined {
  return layout === layoutVersion && Number.isSafeInteger(count) ? Number(count) : undefined;
}
