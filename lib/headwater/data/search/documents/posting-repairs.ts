/** Writes of `verify` and `migrate`: they put missing postings, and delete superfluous ones. */

import { isNew } from '../../store/layout.ts';
import { getItem } from '../../store/table-reads.ts';
import { transact } from '../../store/transactions.ts';
import { postingItem, postingKey } from '../index/postings.ts';
import { isOfAllOwners } from '../index/terms.ts';
import { checkPosted, checkUnchanged, type StoredDocument, type StoredState } from './document-items.ts';
import type { DocumentAccess } from './document-writes.ts';

/** @returns whether the document is still as it was read, so that the posting is put. */
export async function putMissingPosting<Document>(
  { index, table }: DocumentAccess<Document>,
  term: string,
  document: StoredState & Pick<StoredDocument<Document>, 'id' | 'units'>,
): Promise<boolean> {
  const { id, units } = document;
  const posting = { term, id };
  const Item = units === undefined ? postingKey(index, posting) : postingItem(index, { ...posting, units });
  return (await transact(table, [checkPosted(index, document), { Put: { Item } }])).length === 0;
}

interface PostingRepair {
  readonly id: string;
  readonly term: string;
  /**
   * The document, which decides what is wrong. Undefined if there is none, nor its posting in the term of all
   * documents: code that did not know the term has removed both.
   */
  readonly stored: StoredState | undefined;
}

/** @returns whether this still holds, so that the posting is deleted. */
export async function deleteSuperfluousPosting<Document>(
  { index, table }: DocumentAccess<Document>,
  { id, term, stored }: PostingRepair,
): Promise<boolean> {
  const Key = postingKey(index, { term, id });
  const inAll = { Key: postingKey(index, { term: index.all, id }), ...isNew };
  const changes = [
    checkUnchanged(index, id, stored),
    ...(stored === undefined ? [{ ConditionCheck: inAll }] : []),
    // In a term of all owners, the posting of another owner may have the same key.
    { Delete: { Key, ...(isOfAllOwners(term) ? saysOwner(index.owner) : {}) } },
  ];
  return (await transact(table, changes)).length === 0;
}

/** Whether a document has its posting in the term of all. Any code that removes the document deletes both. */
export async function isListed<Document>(
  { index, table }: DocumentAccess<Document>,
  id: string,
): Promise<boolean> {
  const Key = postingKey(index, { term: index.all, id });
  return (await getItem(table, { Key, ConsistentRead: true })) !== undefined;
}

function saysOwner(owner: string) {
  return {
    ConditionExpression: '#o = :o',
    ExpressionAttributeNames: { '#o': 'o' },
    ExpressionAttributeValues: { ':o': owner },
  };
}
