/**
 * The postings of one write: puts those that the new revision needs, and deletes
 * those that only earlier revisions needed, or the write's own if the write fails.
 *
 * **A failed write removes its postings**, unless another write may rely on them. Two
 * writes of the same revision may need the same posting. The second write to put it
 * marks it as shared. If it replaces the other's posting, it knows that the posting is
 * shared. If its own put is refused, it puts the posting again with a later stamp, so
 * that the first write no longer recognizes it. So a posting that a write has put and
 * still recognizes serves no other write.
 */

import { ServiceError } from '../../../shared/errors.ts';
import { ignoreTransient, isRefused } from '../../store/aws-errors.ts';
import type { TableAccess } from '../../store/table-access.ts';
import { getItem } from '../../store/table-reads.ts';
import { deleteItem, putItem, replaceItem } from '../../store/table-writes.ts';
import { termsOf } from '../index/document-terms.ts';
import type { OpenIndex } from '../index/open-index.ts';
import {
  deleteEarlierPosting,
  deleteSeenPosting,
  getPosting,
  isShared,
  laterStamp,
  type Posting,
  parsePosting,
  putPosting,
  stampOf,
} from '../index/postings.ts';
import { deleteWriteIntent, putWriteIntent } from '../index/write-intents.ts';
import type { StoredState } from './document-items.ts';

export interface PostingContext<Document> {
  readonly index: OpenIndex<Document>;
  readonly table: TableAccess;
}

export interface PostingChange {
  readonly id: string;
  /** The revision that the write makes. */
  readonly revision: number;
  readonly write: string;
  /** Terms that need a posting from this revision on. */
  readonly added: ReadonlySet<string>;
  /** Terms that only earlier revisions needed. */
  readonly removed: ReadonlySet<string>;
  /** No other write can know the id of the document. */
  readonly isAlone?: boolean;
  /** Whether the write is so late that it must not put anything more. */
  readonly isLate: () => boolean;
}

/** The postings of a write have been put. It ends with one of the two methods, or leaves them to readers. */
export interface PutPostings<Document> {
  /** The document has been put. */
  finish(): Promise<void>;
  /**
   * Removes the postings after the document's put has failed for good.
   *
   * @param stored The state found instead, if known.
   */
  withdraw(stored?: StoredState<Document>): Promise<void>;
}

/** How often a posting is put again when others put it at the same time. */
const maxPuts = 10;

/** `shared`: another write may rely on it. `refused`: not put. `unknown`: perhaps put, or a put may still arrive. */
type State = 'own' | 'shared' | 'refused' | 'unknown';

interface Outcome {
  readonly state: State;
  /** Whether every request that puts the posting has ended. */
  readonly isOver: boolean;
}

/**
 * Puts the write intent, then the postings. The posting of the term of all documents comes
 * last, so a document whose other postings cannot be put is never listed.
 *
 * @throws ServiceError unavailable, timeout; the postings have then been withdrawn.
 */
export async function putPostings<Document>(
  context: PostingContext<Document>,
  change: PostingChange,
): Promise<PutPostings<Document>> {
  const { index, table } = context;
  const { id, write, revision, added, removed } = change;
  const terms = [...added, ...removed];
  if (terms.length === 0) return { finish: async () => undefined, withdraw: async () => undefined };
  await putItem(table, putWriteIntent(index, { id, write, revision, terms }));
  const outcomes = new Map<string, Outcome>();
  // A request that arrives late may put a posting again, so the intent stays for the readers that will delete it.
  const deleteIntent = async () => {
    const isOver = [...outcomes.values()].every((outcome) => outcome.isOver);
    if (isOver) await deleteItem(table, deleteWriteIntent(index, { id, write }));
  };
  const withdraw = async (stored?: StoredState<Document>) => {
    if (await withdrawPostings(context, change, { outcomes, stored })) await deleteIntent();
  };
  try {
    await putEach(context, change, outcomes);
  } catch (error) {
    // Readers delete the named postings that remain.
    await withdraw().catch(ignoreTransient);
    throw error;
  }
  const finish = async () => {
    await deletePostings(context, change, [...removed]);
    await deleteIntent();
  };
  return { finish, withdraw };
}

async function putEach<Document>(
  { index, table }: PostingContext<Document>,
  { id, revision, write, added, isLate }: PostingChange,
  outcomes: Map<string, Outcome>,
): Promise<void> {
  const put = async (term: string) => {
    const posting = { term, id, revision, stamp: stampOf(write) };
    await putOne({ index, table, isLate }, posting, (outcome) => outcomes.set(term, outcome));
  };
  const values = [...added].filter((term) => term !== index.all);
  // All puts end before any posting is withdrawn.
  const ended = await Promise.allSettled(values.map(put));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  if (added.has(index.all)) await put(index.all);
}

/** @param tell Receives each state as it becomes known, the outcome last. */
async function putOne<Document>(
  { index, table, isLate }: PostingContext<Document> & Pick<PostingChange, 'isLate'>,
  posting: Posting,
  tell: (outcome: Outcome) => void,
): Promise<void> {
  let { stamp } = posting;
  let isOver = true;
  const put = async () => {
    tell({ state: 'unknown', isOver: false });
    try {
      return await replaceItem(table, putPosting(index, { ...posting, stamp }), { isLate });
    } catch (error) {
      if (isOver && isRefused(error)) tell({ state: 'refused', isOver });
      throw error;
    }
  };
  for (let tries = 0; tries < maxPuts; tries++) {
    const { isDone, before, mayArriveLater } = await put();
    isOver &&= !mayArriveLater;
    const isOwn = tries === 0 && (!before || parsePosting(before)?.revision !== posting.revision);
    if (isDone) return tell({ state: isOwn ? 'own' : 'shared', isOver });
    const item = await getItem(table, getPosting(index, posting));
    const seen = item && parsePosting(item);
    if (seen && isOfOthers(seen, posting)) return tell({ state: 'shared', isOver });
    if (seen) stamp = laterStamp(seen.stamp);
  }
  const detail = `Others keep changing the ${index.name} ${posting.id}; send the request again.`;
  throw new ServiceError('unavailable', detail);
}

/** True if a later revision, by which this write has lost, or a later write has put the posting. */
function isOfOthers(seen: Posting, { revision }: Posting): boolean {
  return seen.revision > revision || (seen.revision === revision && isShared(seen.stamp));
}

/** Returns whether all postings are surely gone. */
async function withdrawPostings<Document>(
  context: PostingContext<Document>,
  change: PostingChange,
  {
    outcomes,
    stored,
  }: {
    readonly outcomes: ReadonlyMap<string, Outcome>;
    readonly stored: StoredState<Document> | undefined;
  },
): Promise<boolean> {
  const { index, table } = context;
  const { id, revision, write, added, isAlone } = change;
  if (stored && stored.revision >= revision) {
    const needed = stored.document ? termsOf(index, stored.document) : new Set<string>();
    const left = [...added].filter((term) => !needed.has(term));
    await deletePostings(context, { ...change, revision: stored.revision + 1 }, left);
    return true;
  }
  const stamp = stampOf(write);
  const own = [...outcomes].filter(([, { state }]) => state === 'own' || isAlone);
  await Promise.all(
    own.map(([term]) => deleteItem(table, deleteSeenPosting(index, { term, id, revision, stamp }))),
  );
  return [...outcomes.values()].every(({ state }) => state === 'own' || state === 'refused');
}

/**
 * Deletes the postings that only revisions before this one needed. A write that needs
 * one again puts it with a later revision, and then it stays.
 */
async function deletePostings<Document>(
  { index, table }: PostingContext<Document>,
  { id, revision }: PostingChange,
  terms: readonly string[],
): Promise<void> {
  await Promise.all(
    terms.map((term) => deleteItem(table, deleteEarlierPosting(index, { term, id, revision }))),
  );
}
