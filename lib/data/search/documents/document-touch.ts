/**
 * Keeps a document that something else needs from being deleted, without transactions.
 *
 * A user of the document, such as a folder of bookmarks, is stored first and then
 * touches the document: it sets the attribute `touched` to a value that nobody has
 * used, on the condition that the document still exists. A deletion reads the
 * document, then looks for users, and then deletes it on the condition that
 * `revision` and `touched` are as it has read them. So one of the two sees the other:
 * the deletion finds the user, or its condition fails and it starts over, or the
 * touch fails and the user is withdrawn.
 *
 * A change of the document may put back the value that it has read before. It makes
 * a new revision, which the condition compares, too; an upgrade, which makes none,
 * has the same condition. A touch that arrives late or twice does no harm. There is no
 * counter for a crash to corrupt: the stored users themselves count.
 */

import { updateItem } from '../../store/update-item.ts';
import { touchDocument } from './document-items.ts';
import type { WriteContext } from './write-history.ts';

/** @returns false when there is no such document any more. */
export function touch<Document>(
  { index, table, newId }: WriteContext<Document>,
  id: string,
): Promise<boolean> {
  return updateItem(table, touchDocument(index, id, newId()));
}
