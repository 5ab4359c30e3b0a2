/**
 * Writes of documents. A create, a change and a removal are one transaction each: the document, on the condition that nobody
 * else has changed it, its postings, and what must hold beside it. So the index is never wrong, whatever crashes, and a
 * request that arrives late finds that its condition fails.
 */

import { ServiceError } from '../../../shared/errors.ts';
import { rest, type TableAccess } from '../../store/table-access.ts';
import { getItem } from '../../store/table-reads.ts';
import { type ItemChange, maxChanges, transact } from '../../store/transactions.ts';
import { termsOf } from '../index/document-terms.ts';
import type { OpenIndex } from '../index/open-index.ts';
import { postingItem, postingKey } from '../index/postings.ts';
import {
  checkRevision,
  type DocumentWrite,
  getDocumentItem,
  parseDocument,
  putNewDocument,
  replaceDocument,
  rewriteDocument,
  type StoredDocument,
} from './document-items.ts';
import { noteShards } from './shard-notes.ts';

export interface DocumentAccess<Document> {
  readonly index: OpenIndex<Document>;
  readonly table: TableAccess;
}

export interface WriteContext<Document> extends DocumentAccess<Document> {
  readonly now: () => number;
  readonly newId: () => string;
}

/** What a write of a document changes, or requires, in the same transaction. */
export interface Beside {
  readonly change: ItemChange;
  /** Called if the condition of the change fails: makes the error to throw. Without an error, the write starts over. */
  readonly refusal?: () => ServiceError | Promise<ServiceError | undefined>;
}

interface PostingChanges {
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
  /** The read units that the added postings say. */
  readonly units: number;
}

interface DocumentChanges extends PostingChanges {
  /** The change of the document itself. */
  readonly item: ItemChange;
  readonly id: string;
  readonly beside: readonly Beside[];
  /** The caller reads the document again and starts over if another write comes first. */
  readonly isRepeated?: boolean;
}

/** How often a write is tried when others change the same document at the same time. */
const maxTries = 14;

/** The pause before another try doubles from the first to the last. */
const pauseMs = { first: 20, last: 640 } as const;

/** DynamoDB refuses to look for a longer partition key. */
const maxKeyBytes = 2_048;

/** Finds the document of an id. @throws Error when the item is malformed. */
export async function findDocument<Document>(
  { index, table }: DocumentAccess<Document>,
  id: string,
): Promise<StoredDocument<Document> | undefined> {
  const request = getDocumentItem(index, id);
  if (Buffer.byteLength(request.Key?.['pk']) > maxKeyBytes) return undefined;
  const item = await getItem(table, request);
  // Earlier code left an item with an expiry in place of a deleted document, for a day.
  if (!item || item['expiresAt'] !== undefined) return undefined;
  const stored = parseDocument(index, item);
  if (stored) return stored;
  throw new Error(`The item of the ${index.name} ${id} is malformed.`);
}

/**
 * Makes all changes, or none.
 *
 * @returns false if the document is not as the change of it requires.
 * @throws ServiceError too_many_changes before anything is written, write_conflict, unavailable, timeout, and refusals.
 */
export async function sendWrite<Document>(
  { index, table }: DocumentAccess<Document>,
  { item, id, added, removed, units, beside, isRepeated = false }: DocumentChanges,
): Promise<boolean> {
  const changes: ItemChange[] = [
    item,
    ...beside.map(({ change }) => change),
    ...[...added].map((term) => ({ Put: { Item: postingItem(index, { term, id, units }) } })),
    ...[...removed].map((term) => ({ Delete: { Key: postingKey(index, { term, id }) } })),
  ];
  if (changes.length > maxChanges) throw tooManyChanges(index, added.size + removed.size);
  await noteShards({ index, table });
  const failed = await transact(table, changes, isRepeated ? { reread: 0 } : {});
  if (failed.length === 0) return true;
  // Whatever else has failed, it was made for another state of the document.
  if (failed.includes(0)) return false;
  const [refusal] = failed.flatMap((at) => beside[at - 1]?.refusal ?? []);
  const error = await refusal?.();
  if (error) throw error;
  return false;
}

/**
 * Reads the document and sends a change of it; starts over if another write came first.
 *
 * @param send Returns undefined if another write came first.
 * @throws ServiceError not_found, write_conflict, unavailable, and what `send` throws.
 */
export function retryOnConflict<Document, Result>(
  context: DocumentAccess<Document>,
  id: string,
  send: (current: StoredDocument<Document>) => Promise<{ readonly result: Result } | undefined>,
): Promise<Result> {
  return retryWrite(context, id, async (current) => {
    if (!current) throw new ServiceError('not_found', `There is no ${context.index.name} ${id}.`);
    return send(current);
  });
}

/** Like `retryOnConflict`; `send` gets undefined if the document does not exist. */
export async function retryWrite<Document, Result>(
  context: DocumentAccess<Document>,
  id: string,
  send: (current: StoredDocument<Document> | undefined) => Promise<{ readonly result: Result } | undefined>,
): Promise<Result> {
  const { index, table } = context;
  for (let tries = 0; tries < maxTries; tries++) {
    const sent = await send(await findDocument(context, id));
    if (sent) return sent.result;
    await rest(table, Math.min(pauseMs.first * 2 ** tries, pauseMs.last));
  }
  throw new ServiceError(
    'write_conflict',
    `Others changed the ${index.name} ${id} ${maxTries} times in the meantime; send it again.`,
  );
}

/**
 * Creates a document and its postings.
 *
 * @returns false if there is one with its id. @throws as `sendWrite`.
 */
export function sendNew<Document>(
  context: DocumentAccess<Document>,
  document: DocumentWrite<Document>,
  options: Pick<DocumentChanges, 'beside' | 'isRepeated'>,
): Promise<boolean> {
  const { index } = context;
  const { id, units } = document;
  const postings = { units, added: termsOf(index, document.document), removed: new Set<string>() };
  return sendWrite(context, { ...options, ...postings, item: putNewDocument(index, document), id });
}

interface Replacement<Document> extends Pick<DocumentChanges, 'beside'> {
  readonly current: StoredDocument<Document>;
  readonly next: DocumentWrite<Document>;
}

/**
 * Replaces a document and its postings. If they are of another version or say other read units, all are put: in a transaction of
 * their own if one for everything has no room.
 *
 * @returns false if the caller must read the document again and start over. @throws as `sendWrite`.
 */
export async function sendReplacement<Document>(
  context: DocumentAccess<Document>,
  { current, next, beside }: Replacement<Document>,
): Promise<boolean> {
  const { index } = context;
  const { id } = next;
  const [before, after] = [termsOf(index, current.document), termsOf(index, next.document)];
  const removed = before.difference(after);
  const isKnown = current.version === index.version;
  const send = (added: ReadonlySet<string>, units: number) => {
    const item = replaceDocument(index, { ...next, units });
    return sendWrite(context, { item, id, added, removed, units, beside, isRepeated: true });
  };
  const added = after.difference(before);
  const isTooLong = (puts: ReadonlySet<string>) => 1 + beside.length + puts.size + removed.size > maxChanges;
  if ((isKnown && current.units === next.units) || isTooLong(added)) return send(added, next.units);
  if (!isTooLong(after)) return send(after, next.units);
  const { units = 0 } = current;
  // A document may have fewer units than its postings say.
  if (isKnown && units > next.units) return send(added, units);
  await storeAnew(context, { ...current, units: next.units });
  return false;
}

/**
 * Stores a document anew, and all its postings: first those for which the transaction of the document has no room. They say at
 * least the read units that it has, so they are right even if the rest is never sent.
 *
 * @returns false if the document has changed. @throws ServiceError unavailable, timeout.
 */
export async function storeAnew<Document>(
  context: DocumentAccess<Document>,
  document: DocumentWrite<Document>,
): Promise<boolean> {
  const { index } = context;
  const { id, revision, units } = document;
  const others = { id, units, removed: new Set<string>(), beside: [] };
  const terms = [...termsOf(index, document.document)];
  const room = maxChanges - 1;
  for (let at = 0; ; at += room) {
    const added = new Set(terms.slice(at, at + room));
    const isLast = at + room >= terms.length;
    const item = isLast ? rewriteDocument(index, document) : checkRevision(index, id, revision);
    if (!(await sendWrite(context, { ...others, item, added }))) return false;
    if (isLast) return true;
  }
}

function tooManyChanges({ name }: OpenIndex<never>, postings: number): ServiceError {
  const detail = `The change adds and removes ${postings} searched words, tags and the like of the ${name}, and one request can change about ${maxChanges - 3}; change some of them in a first request, and the others in a second.`;
  return new ServiceError('too_many_changes', detail);
}
