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
import { postingKey } from '../index/postings.ts';
import { getDocumentItem, parseDocument, type StoredDocument } from './document-items.ts';
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

interface DocumentChanges {
  /** The change of the document itself. */
  readonly item: ItemChange;
  readonly id: string;
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
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
  { item, id, added, removed, beside, isRepeated = false }: DocumentChanges,
): Promise<boolean> {
  const keyOf = (term: string) => postingKey(index, { term, id });
  const changes: ItemChange[] = [
    item,
    ...beside.map(({ change }) => change),
    ...[...added].map((term) => ({ Put: { Item: keyOf(term) } })),
    ...[...removed].map((term) => ({ Delete: { Key: keyOf(term) } })),
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

/** The terms whose postings a replacement puts and deletes. The postings of other versions are unknown, so all are put. */
export function changedTerms<Document>(
  index: OpenIndex<Document>,
  current: StoredDocument<Document>,
  document: Document,
): Pick<DocumentChanges, 'added' | 'removed'> {
  const [before, after] = [termsOf(index, current.document), termsOf(index, document)];
  const known = current.version === index.version ? before : new Set<string>();
  return { added: after.difference(known), removed: before.difference(after) };
}

function tooManyChanges({ name }: OpenIndex<never>, postings: number): ServiceError {
  const detail = `The change adds and removes ${postings} searched words, tags and the like of the ${name}, and one request can change about ${maxChanges - 3}; change some of them in a first request, and the others in a second.`;
  return new ServiceError('too_many_changes', detail);
}
