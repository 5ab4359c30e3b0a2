/** Orphans: postings that crashed writes have left, and that readers delete (documents/document-writes.ts). */

import { ignoreTransient } from '../../store/aws-errors.ts';
import { deleteItem } from '../../store/table-writes.ts';
import type { StoredState } from '../documents/document-items.ts';
import { maxPostingMs } from '../documents/document-writes.ts';
import type { PostingContext } from '../documents/posting-changes.ts';
import { termsOf } from '../index/document-terms.ts';
import { deleteSeenPosting, type Posting, timeOfStamp } from '../index/postings.ts';

/** The documents that postings lead to, as they were read. */
export interface ReadDocuments<Document> {
  /** The documents by id. No malformed one is among them. */
  readonly found: ReadonlyMap<string, StoredState<Document>>;
  /** The ids of unreadable documents, whose postings may all be needed. */
  readonly malformed: ReadonlySet<string>;
  /**
   * A time before the reads, in milliseconds since 1970, so that a delayed reader never treats a new posting as old.
   */
  readonly since: number;
  /** The approximate number of bytes that were read. */
  readonly bytes: number;
}

/** The orphans: postings that no finished write needs and no running write can need. */
export function orphansAmong<Document>(
  { index }: Pick<PostingContext<Document>, 'index'>,
  postings: readonly Posting[],
  { found, malformed, since }: ReadDocuments<Document>,
): Posting[] {
  return postings.filter((posting) => {
    const { document, revision = 0, version = 0 } = found.get(posting.id) ?? {};
    // Newer code knows which postings its documents need; this code may run again after a rollback.
    if (malformed.has(posting.id) || version > index.version) return false;
    if (document && termsOf(index, document).has(posting.term)) return false;
    // Either the posting's write has lost, and another write that needs the posting puts it again, or the write is too
    // old to run.
    return posting.revision <= revision || since - timeOfStamp(posting.stamp) > maxPostingMs;
  });
}

/** @param postings They must have been read before the documents. */
export async function deleteOrphans<Document>(
  context: PostingContext<Document>,
  postings: readonly Posting[],
  read: ReadDocuments<Document>,
): Promise<void> {
  const { index, table } = context;
  const orphans = orphansAmong(context, postings, read);
  await Promise.all(
    orphans.map((posting) => deleteItem(table, deleteSeenPosting(index, posting)).catch(ignoreTransient)),
  );
}
