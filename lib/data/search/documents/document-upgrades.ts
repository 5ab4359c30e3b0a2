/**
 * Writes that clients do not notice: they put missing postings, and store a document
 * anew in this code's version. The revision stays.
 *
 * Like any write, they put an intent that names their postings. Afterwards they check whether
 * another write has changed the document, and then remove the postings that it no
 * longer needs.
 */

import type { Item } from '../../store/table-access.ts';
import { putItem } from '../../store/table-writes.ts';
import { termsOf } from '../index/document-terms.ts';
import type { OpenIndex } from '../index/open-index.ts';
import { isOutdated, parseDocument, rewriteDocument, type StoredState } from './document-items.ts';
import { findDocument } from './document-writes.ts';
import { type PutPostings, putPostings } from './posting-changes.ts';
import { isLate, type WriteContext } from './write-history.ts';

/**
 * Puts postings that the revision needs.
 *
 * @returns whether the document still has this revision.
 */
export async function putMissingPostings<Document>(
  context: WriteContext<Document>,
  { id, revision }: Pick<StoredState<Document>, 'id' | 'revision'>,
  terms: ReadonlySet<string>,
): Promise<boolean> {
  const { postings } = await putNeeded(context, { id, revision }, terms);
  const current = await findDocument(context, id);
  return end(postings, revision, current);
}

/**
 * Stores a document anew if it is of an older version, and puts all its postings.
 *
 * @param item As it was read.
 * @returns whether the document is of this code's version now, through this write or another.
 * @throws ServiceError unavailable, timeout, content_too_large.
 */
export async function upgradeDocument<Document>(
  context: WriteContext<Document>,
  item: Item,
): Promise<boolean> {
  const { index, table } = context;
  const stored = parseDocument(index, item);
  if (!stored?.document || !isOutdated(index, item)) return stored !== undefined;
  const { id, revision, document } = stored;
  const request = rewriteDocument(index, { ...stored, document }, item);
  const { postings, late } = await putNeeded(context, stored, termsOf(index, document));
  const isAccepted = await putItem(table, request, late);
  const current = await findDocument(context, id);
  await end(postings, revision, current);
  return isAccepted || (current !== undefined && !isOlder(index, current));
}

async function putNeeded<Document>(
  context: WriteContext<Document>,
  { id, revision }: Pick<StoredState<Document>, 'id' | 'revision'>,
  added: ReadonlySet<string>,
) {
  const write = context.newId();
  const late = { isLate: () => isLate(context, write) };
  const postings = await putPostings(context, { id, revision, write, added, removed: new Set(), ...late });
  return { postings, late };
}

async function end<Document>(
  postings: PutPostings<Document>,
  revision: number,
  current: StoredState<Document> | undefined,
): Promise<boolean> {
  const isSame = current?.revision === revision;
  await (isSame ? postings.finish() : postings.withdraw(current));
  return isSame;
}

function isOlder<Document>({ version }: OpenIndex<Document>, stored: StoredState<Document>): boolean {
  return stored.version < version;
}
