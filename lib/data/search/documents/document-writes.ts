/**
 * Writes a document and its postings, without transactions.
 *
 * A write has five steps:
 *
 * 1. Put a write intent, which names the postings that it changes (index/write-intents.ts).
 * 2. Put the postings that the new revision needs and the previous one did not;
 *    the posting of the term of all documents comes last.
 * 3. Put the document, on the condition that nobody else has changed it.
 * 4. Delete the postings that only earlier revisions needed.
 * 5. Delete the intent.
 *
 * A crash in between leaves postings that nobody needs, but never a document
 * without a posting: postings are put before the document that needs them, and
 * deleted after the last document that did.
 *
 * - A posting that both revisions need is not touched. The previous revision has
 *   put it, and any write that deletes it has replaced that revision first, so
 *   this write's condition fails. This holds for documents with terms of this
 *   version (`DocumentType.version`). The postings of other versions are unknown,
 *   so all are put: a write repairs what is missing.
 * - A posting of a later revision stays as it is, and so does one that a later
 *   write of the same revision has put. A request that arrives late must not
 *   make the posting of a running write look older than it is.
 * - A write that is not made removes its postings (posting-changes.ts). After an error
 *   at step 3 they stay if an attempt of the SDK got no response: it may yet arrive.
 *
 * Readers delete what a crash has left (list/orphans.ts). They do so at once
 * if the document has reached the posting's revision, because the write that put
 * the posting can no longer succeed. Otherwise they wait until the posting is older
 * than any write that may still arrive. Two rules guarantee that no write arrives
 * later. A delayed write, for example in a frozen function, finds that
 * its postings are too old and puts nothing more: it checks this before each attempt
 * of the SDK, after it was signed. And AWS refuses a request that was signed more
 * than 15 minutes ago.
 *
 * **A write recognizes itself.** If the response to step 3 is lost, the SDK
 * repeats the request, and now the condition fails: the document already has
 * the new revision. So after a failed condition the document is read. Its item
 * names the writes of the last minute, which usually tell which of them has made
 * this write's revision. If too many writes have followed, the outcome is
 * unknown, and the response says so. This check comes before any other,
 * so a retry never conflicts with its own write.
 *
 * **A deletion leaves a tombstone** for a day, by which the deletion, too, recognizes
 * itself. The tombstone also stops a request that arrives late, such as the first of
 * two that the SDK has sent to create the document, from bringing the document
 * back without its postings.
 */

import { ServiceError } from '../../../shared/errors.ts';
import { ignoreTransient, isRefused } from '../../store/aws-errors.ts';
import { rest } from '../../store/table-access.ts';
import { getItem } from '../../store/table-reads.ts';
import { type PutRequest, putItem } from '../../store/table-writes.ts';
import { termsOf } from '../index/document-terms.ts';
import {
  getDocumentItem,
  parseDocument,
  putNewDocument,
  putTombstone,
  replaceDocument,
  type StoredDocument,
  type StoredState,
} from './document-items.ts';
import { type PostingChange, type PostingContext, type PutPostings, putPostings } from './posting-changes.ts';
import { isLate, isOwn, madeBy, maxWriteMs, nextRevision, type WriteContext } from './write-history.ts';

interface SentWrite<Document, Result> {
  readonly isAccepted: boolean;
  readonly revision: number;
  /** The id of the write in the stored item. */
  readonly write: string;
  readonly result: Result;
  readonly postings: PutPostings<Document>;
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-troubleshooting.html: AWS refuses older requests. */
const maxRequestMs = 15 * 60_000;

/** The assumed maximum difference between two clocks. */
const maxSkewMs = 10 * 60_000;

/** A posting older than this belongs to no running write. */
export const maxPostingMs = maxRequestMs + maxWriteMs + maxSkewMs;

const tombstoneSeconds = 24 * 3600;

/** How often a change is tried when others change the same document at the same time. */
const maxTries = 14;

/** The pause before another try doubles from the first to the last. */
const pauseMs = { first: 20, last: 640 } as const;

/** Finds the stored state of an id. @throws Error when the item is malformed. */
export async function findDocument<Document>(
  { index, table }: PostingContext<Document>,
  id: string,
): Promise<StoredState<Document> | undefined> {
  const item = await getItem(table, getDocumentItem(index, id));
  if (!item) return undefined;
  const stored = parseDocument(index, item);
  if (stored) return stored;
  throw new Error(`The item of the ${index.name} ${id} is malformed.`);
}

/**
 * Creates revision 1.
 *
 * @param reservedId Reserved for this document: if it exists, an earlier try has created it, and it is returned.
 * @throws ServiceError content_too_large, timeout, already_exists.
 */
export async function sendCreation<Document>(
  context: WriteContext<Document>,
  documentOf: (id: string) => Document,
  reservedId?: string,
): Promise<Document> {
  const { index, newId } = context;
  const id = reservedId ?? newId();
  const document = documentOf(id);
  const earlier = reservedId === undefined ? undefined : await findDocument(context, reservedId);
  if (earlier) return earlier.document ?? document;
  const write = newId();
  const made = { id, revision: 1, write };
  const request = putNewDocument(index, { ...made, document, writes: [write], others: {} });
  const added = termsOf(index, document);
  const isAlone = reservedId === undefined;
  const change = { ...made, added, removed: new Set<string>(), isAlone };
  const { isAccepted, postings } = await putBoth(context, change, request);
  const stored = isAccepted ? undefined : await findDocument(context, id);
  if (isAccepted || (stored && madeBy(stored, 1) === write)) {
    await postings.finish().catch(ignoreTransient);
    return document;
  }
  await postings.withdraw(stored).catch(ignoreTransient);
  if (stored && reservedId !== undefined) return stored.document ?? document;
  const detail = `A ${index.name} of the same new id was created at the same time; send it again.`;
  throw new ServiceError('already_exists', detail);
}

/**
 * Reads the document and sends a change of it; starts over if another write came first.
 *
 * @throws ServiceError not_found, write_conflict, unavailable, and what `send` throws.
 */
export async function retryOnConflict<Document, Result>(
  context: WriteContext<Document>,
  id: string,
  send: (current: StoredDocument<Document>) => Promise<SentWrite<Document, Result>>,
): Promise<Result> {
  const { index, table } = context;
  let sent: SentWrite<Document, Result> | undefined;
  for (let tries = 0; tries <= maxTries; tries++) {
    const current = await findDocument(context, id);
    if (sent && current && isOwn(context, current, sent)) return finish(sent);
    await sent?.postings.withdraw(current).catch(ignoreTransient);
    if (!current?.document) throw new ServiceError('not_found', `There is no ${index.name} ${id}.`);
    if (tries === maxTries) break;
    sent = await send({ ...current, document: current.document });
    if (sent.isAccepted) return finish(sent);
    await rest(table, Math.min(pauseMs.first * 2 ** tries, pauseMs.last));
  }
  throw new ServiceError(
    'write_conflict',
    `Others changed the ${index.name} ${id} ${maxTries} times in the meantime; send it again.`,
  );
}

/** @param documentOf Makes the document of the given revision. */
export async function sendReplacement<Document>(
  context: WriteContext<Document>,
  current: StoredDocument<Document>,
  documentOf: (revision: number) => Document,
): Promise<SentWrite<Document, Document>> {
  const { index } = context;
  const next = nextRevision(context, current);
  const document = documentOf(next.revision);
  const request = replaceDocument(index, { ...next, document, others: current.others });
  const [before, after] = [termsOf(index, current.document), termsOf(index, document)];
  const known = current.version === index.version ? before : new Set<string>();
  const [added, removed] = [after.difference(known), before.difference(after)];
  const put = await putBoth(context, { ...next, added, removed }, request);
  return { ...next, ...put, result: document };
}

export async function sendDeletion<Document>(
  context: WriteContext<Document>,
  current: StoredDocument<Document>,
): Promise<SentWrite<Document, void>> {
  const { index, now } = context;
  const next = nextRevision(context, current);
  const expiresAt = Math.ceil(now() / 1000) + tombstoneSeconds;
  const removed = termsOf(index, current.document);
  const request = putTombstone(index, { ...next, expiresAt, touched: current.others['touched'] });
  const put = await putBoth(context, { ...next, added: new Set(), removed }, request);
  return { ...next, ...put, result: undefined };
}

/** Puts the postings, then the document. A put that was refused for good leaves no postings. */
async function putBoth<Document>(
  context: WriteContext<Document>,
  change: Omit<PostingChange, 'isLate'>,
  request: PutRequest,
): Promise<Pick<SentWrite<Document, unknown>, 'isAccepted' | 'postings'>> {
  const late = { isLate: () => isLate(context, change.write) };
  const postings = await putPostings(context, { ...change, ...late });
  await checkTime(late, postings);
  try {
    return { isAccepted: await putItem(context.table, request, late), postings };
  } catch (error) {
    if (isRefused(error)) await postings.withdraw().catch(ignoreTransient);
    throw error;
  }
}

/** Deletes superfluous postings after a successful write; readers delete those that cannot be deleted now. */
async function finish<Document, Result>({ postings, result }: SentWrite<Document, Result>): Promise<Result> {
  await postings.finish().catch(ignoreTransient);
  return result;
}

async function checkTime<Document>(
  { isLate }: Pick<PostingChange, 'isLate'>,
  postings: PutPostings<Document>,
): Promise<void> {
  if (!isLate()) return;
  await postings.withdraw().catch(ignoreTransient);
  throw new ServiceError('timeout', 'The write was delayed for too long and was not made; send it again.');
}
