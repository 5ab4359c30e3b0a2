/** Writes of `verify`: they put missing postings, delete superfluous ones, and store a document anew in this code's version. */

import type { Item } from '../../store/table-access.ts';
import { transact } from '../../store/transactions.ts';
import { postingItem, postingKey } from '../index/postings.ts';
import {
  checkPosted,
  checkRevision,
  isOutdated,
  parseDocument,
  type StoredDocument,
  withUnits,
} from './document-items.ts';
import { type DocumentAccess, findDocument, storeAnew } from './document-writes.ts';

/** @returns whether the document is still as it was read, so that the posting is put. */
export async function putMissingPosting<Document>(
  { index, table }: DocumentAccess<Document>,
  term: string,
  document: Pick<StoredDocument<Document>, 'id' | 'revision' | 'units'>,
): Promise<boolean> {
  const { id, units } = document;
  const posting = { term, id };
  const Item = units === undefined ? postingKey(index, posting) : postingItem(index, { ...posting, units });
  return (await transact(table, [checkPosted(index, document), { Put: { Item } }])).length === 0;
}

interface PostingRepair {
  readonly id: string;
  readonly term: string;
  /** The revision of the document, which decides what is wrong; undefined if there is no document. */
  readonly revision: number | undefined;
}

/** @returns whether the document still has this revision, so that the posting is deleted. */
export async function deleteSuperfluousPosting<Document>(
  { index, table }: DocumentAccess<Document>,
  { id, term, revision }: PostingRepair,
): Promise<boolean> {
  const Key = postingKey(index, { term, id });
  return (await transact(table, [checkRevision(index, id, revision), { Delete: { Key } }])).length === 0;
}

/**
 * Stores a document anew if it is of an older version, and puts all its postings.
 *
 * @param item As it was read.
 * @returns whether the document is of this code's version now, through this write or another.
 * @throws ServiceError unavailable, timeout, content_too_large.
 */
export async function upgradeDocument<Document>(
  context: DocumentAccess<Document>,
  item: Item,
): Promise<boolean> {
  const { index } = context;
  const stored = parseDocument(index, item);
  if (!stored || !isOutdated(index, item)) return stored !== undefined;
  if (await storeAnew(context, withUnits(index, stored))) return true;
  const current = await findDocument(context, stored.id);
  return current !== undefined && isCurrent(context, current);
}

function isCurrent<Document>(
  { index }: DocumentAccess<Document>,
  { version }: StoredDocument<Document>,
): boolean {
  return version >= index.version;
}
