/**
 * Writes a document and its index entries, without transactions.
 *
 * A write has three steps:
 *
 * 1. Put the index entries that the new revision needs and the previous one did not.
 * 2. Put the document, on the condition that nobody else has changed it.
 * 3. Delete the entries that only earlier revisions needed.
 *
 * A crash in between leaves entries that nobody needs, but never a document
 * without an entry: entries are put before the document that needs them, and
 * deleted after the last document that did.
 *
 * - An entry that both revisions need is not touched. The previous revision has
 *   put it, and whoever deletes it has replaced that revision first, so that
 *   this write's condition fails.
 * - Putting an entry renews it, even if an earlier write of the same revision
 *   has put it: the new `w` keeps readers from deleting it. Of two writes in the
 *   same second either may be the last, because both are equally old.
 * - An entry of a later revision (`r`) stays as it is, and so does one that a
 *   later write of the same revision has put. A request that arrives late must
 *   not make the entry of a running write look older than it is.
 * - A write that fails its condition deletes nothing: the winner may need the
 *   same entry.
 *
 * Readers delete what a crash or a lost race has left (check-candidates.ts). They
 * do so at once if the document has reached the entry's revision, because the
 * write that put the entry can no longer succeed. Otherwise they wait until the
 * entry is older than any write that may still arrive. Two rules guarantee that
 * no write arrives later. A write that was held up, for example in a frozen
 * function, finds that its entries are too old and stops before step 2. And AWS
 * refuses a request that the network has delayed by more than 15 minutes.
 *
 * **A write recognizes itself.** If the response to step 2 is lost, the SDK
 * repeats the request, and now the condition fails: the document already has
 * the new revision. So after a failed condition the document is read. Its item
 * names the last eight writes, because others may have replaced this write's
 * revision by now. Only a write that is not among them has lost. This is
 * checked before anything else, so a retry never conflicts with its own write.
 *
 * **A deletion leaves a tombstone** for a day. By it a deletion recognizes
 * itself, too. It also stops a request that arrives late, such as the first of
 * two that the SDK has sent to create the document, from bringing the document
 * back without its entries.
 */

import { ServiceError } from '../../errors.ts';
import { isTransient } from '../../store/aws-errors.ts';
import { timeOfId } from '../../store/ids.ts';
import type { TableAccess } from '../../store/table-access.ts';
import { termsOf } from '../index/document-terms.ts';
import { deleteOlderEntry, putEntry, stampOf } from '../index/entries.ts';
import type { TermIndex } from '../term-index.ts';
import {
  getDocument,
  maxWrites,
  parseDocument,
  putNewDocument,
  putTombstone,
  replaceDocument,
  type Stored,
  type StoredDocument,
} from './document-items.ts';

export interface WriteContext<Document> {
  readonly index: TermIndex<Document>;
  readonly table: TableAccess;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** A write that was sent, whether its condition held or not. */
interface Sent<T> {
  readonly isAccepted: boolean;
  /** The id of the write in the stored item. */
  readonly write: string;
  readonly result: T;
  /** Deletes the entries that only earlier revisions needed. */
  readonly cleanUp: () => Promise<void>;
}

/** From putting the entries to putting the document; the gateway waits for 30 s. */
const maxWriteMs = 30_000;

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-troubleshooting.html: AWS refuses older requests. */
const maxRequestMs = 15 * 60_000;

/** No running write has older entries, even if clocks differ by as much as a write may take. */
export const maxEntryMs = maxRequestMs + 2 * maxWriteMs;

const tombstoneSeconds = 24 * 3600;

/** How often a change is tried when others change the same document at the same time. */
const maxTries = 10;

export async function findDocument<Document>(
  { index, table }: WriteContext<Document>,
  id: string,
): Promise<Stored<Document> | undefined> {
  const item = await table.get(getDocument(index, id));
  return item && parseDocument(index, item);
}

/**
 * Creates revision 1.
 *
 * @param reservedId Reserved for this document: if it exists, an earlier try has created it, and it is returned.
 * @throws ServiceError content_too_large, timeout, already_exists.
 */
export async function createDocument<Document>(
  context: WriteContext<Document>,
  documentOf: (id: string) => Document,
  reservedId?: string,
): Promise<Document> {
  const { index, table, newId } = context;
  const id = reservedId ?? newId();
  const document = documentOf(id);
  const earlier = reservedId === undefined ? undefined : await findDocument(context, reservedId);
  if (earlier) return earlier.document ?? document;
  const write = newId();
  const request = putNewDocument(index, { id, revision: 1, document, writes: [write] });
  await putEntries(context, { id, revision: 1, write }, termsOf(index, document));
  checkTime(context, write);
  if (await table.put(request)) return document;
  const stored = await findDocument(context, id);
  if (stored?.writes.includes(write)) return document;
  if (stored && reservedId !== undefined) return stored.document ?? document;
  const detail = `A ${index.name} of the same new id was created at the same time; send it again.`;
  throw new ServiceError('already_exists', detail);
}

/**
 * Reads the document and sends a change of it; starts over when another write came first.
 *
 * @throws ServiceError not_found, write_conflict, and what `send` throws.
 */
export async function retryOnConflict<Document, Result>(
  context: WriteContext<Document>,
  id: string,
  send: (current: StoredDocument<Document>) => Promise<Sent<Result>>,
): Promise<Result> {
  const { name } = context.index;
  let sent: Sent<Result> | undefined;
  for (let tries = 0; tries <= maxTries; tries++) {
    const current = await findDocument(context, id);
    if (sent && current?.writes.includes(sent.write)) return finish(sent);
    if (!current?.document) throw new ServiceError('not_found', `There is no ${name} ${id}.`);
    if (tries === maxTries) break;
    sent = await send({ ...current, document: current.document });
    if (sent.isAccepted) return finish(sent);
  }
  throw new ServiceError(
    'write_conflict',
    `Others changed the ${name} ${id} ${maxTries} times in the meantime; send it again.`,
  );
}

/** @param documentOf Makes the document of the given revision. */
export async function sendReplacement<Document>(
  context: WriteContext<Document>,
  current: StoredDocument<Document>,
  documentOf: (revision: number) => Document,
): Promise<Sent<Document>> {
  const { index, table } = context;
  const next = nextRevision(context, current);
  const document = documentOf(next.revision);
  const request = replaceDocument(index, { ...next, document });
  const [before, after] = [termsOf(index, current.document), termsOf(index, document)];
  await putEntries(context, next, after.difference(before));
  checkTime(context, next.write);
  return {
    isAccepted: await table.put(request),
    write: next.write,
    result: document,
    cleanUp: () => deleteEntries(context, next, before.difference(after)),
  };
}

export async function sendDeletion<Document>(
  context: WriteContext<Document>,
  current: StoredDocument<Document>,
): Promise<Sent<void>> {
  const { index, table, now } = context;
  const next = nextRevision(context, current);
  const expiresAt = Math.ceil(now() / 1000) + tombstoneSeconds;
  return {
    isAccepted: await table.put(putTombstone(index, { ...next, expiresAt })),
    write: next.write,
    result: undefined,
    cleanUp: () => deleteEntries(context, next, termsOf(index, current.document)),
  };
}

/** A revision of a document, and the write that makes it. */
interface Revision {
  readonly id: string;
  readonly revision: number;
  readonly write: string;
}

function nextRevision<Document>(
  { newId }: WriteContext<Document>,
  { id, revision, writes }: StoredDocument<Document>,
): Revision & Pick<StoredDocument<Document>, 'writes'> {
  const write = newId();
  return { id, revision: revision + 1, write, writes: [write, ...writes].slice(0, maxWrites) };
}

/** The write has succeeded: readers delete what could not be deleted now. */
async function finish<T>({ cleanUp, result }: Sent<T>): Promise<T> {
  await cleanUp().catch(leaveToReaders);
  return result;
}

/** A transient error, such as an overload, need not fail an operation for work that readers repeat. */
export function leaveToReaders(error: unknown): void {
  if (!isTransient(error)) throw error;
}

async function putEntries<Document>(
  { table }: WriteContext<Document>,
  { id, revision, write }: Revision,
  terms: ReadonlySet<string>,
): Promise<void> {
  const stamp = stampOf(write);
  // The condition fails for an entry that a later write has put, and that entry stays.
  await Promise.all([...terms].map((term) => table.put(putEntry({ term, id, revision, stamp }))));
}

/** Deletes the entries that only revisions before this one needed. */
async function deleteEntries<Document>(
  { table }: WriteContext<Document>,
  { id, revision }: Revision,
  terms: ReadonlySet<string>,
): Promise<void> {
  await Promise.all([...terms].map((term) => table.delete(deleteOlderEntry({ term, id, revision }))));
}

function checkTime<Document>({ now }: WriteContext<Document>, write: string): void {
  if (now() - timeOfId(write) <= maxWriteMs) return;
  throw new ServiceError(
    'timeout',
    'The write was held up for too long, and has not been made; send it again.',
  );
}
