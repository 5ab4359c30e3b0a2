/**
 * Writes of documents. A create, a change and a removal are one transaction each: the document, on the condition that nobody
 * else has changed it, its postings, and what must hold beside it. So the index is never wrong, whatever crashes, and a
 * request that arrives late finds that its condition fails.
 */

import { ServiceError } from '../../../shared/errors.ts';
import type { TableAccess } from '../../store/table-access.ts';
import { getItem } from '../../store/table-reads.ts';
import { maxChanges, transact } from '../../store/transactions.ts';
import type { GuardedChange, RuledWrite } from '../document-rule.ts';
import { termsOf } from '../index/document-terms.ts';
import type { OpenIndex } from '../index/open-index.ts';
import { postingItem, postingKey } from '../index/postings.ts';
import {
  checkUnchanged,
  deleteDocument,
  getDocumentItem,
  parseDocument,
  putNewDocument,
  replaceDocument,
  rewriteDocument,
  type StoredDocument,
  type StoredWrite,
} from './document-items.ts';
import { noteShards } from './shard-notes.ts';
import type { Prepared, WriteAttempt } from './write-together.ts';

export interface DocumentAccess<Document> {
  readonly index: OpenIndex<Document>;
  readonly table: TableAccess;
}

export interface WriteContext<Document> extends DocumentAccess<Document> {
  readonly now: () => number;
  readonly newId: () => string;
}

/** The changes of a document in one try. */
export type DocumentChanges = Omit<Prepared<never>, 'result'>;

/** A change of a document, what else its transaction changes or requires, and the changes of its postings. */
interface ChangeParts {
  /** Of the document, of its rules, and of all that is written beside it. */
  readonly changes: readonly GuardedChange[];
  readonly id: string;
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
  /** The read units that the added postings say. */
  readonly units: number;
}

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

/** @throws ServiceError not_found, and Error when what is stored is malformed. */
export async function getStored<Document>(
  documents: DocumentAccess<Document>,
  id: string,
): Promise<StoredDocument<Document>> {
  const found = await findDocument(documents, id);
  if (found) return found;
  throw new ServiceError('not_found', `There is no ${documents.index.name} ${id}.`);
}

function withPostings<Document>(
  index: OpenIndex<Document>,
  { changes, id, added, removed, units }: ChangeParts,
): DocumentChanges {
  return {
    changes: [
      ...changes,
      ...[...added].map((term) => ({ change: { Put: { Item: postingItem(index, { term, id, units }) } } })),
      ...[...removed].map((term) => ({ change: { Delete: { Key: postingKey(index, { term, id }) } } })),
    ],
    postings: added.size + removed.size,
  };
}

/** What the transaction of a document changes and requires besides, with the tries of its write. */
interface Written {
  readonly attempt: WriteAttempt;
  readonly beside: readonly GuardedChange[];
}

const none: ReadonlySet<string> = new Set();

/** Creates a document and its postings. @param own The change of the document itself. */
export async function newDocument<Document>(
  context: DocumentAccess<Document>,
  document: StoredWrite<Document>,
  { own, attempt, beside }: Written & { readonly own: Omit<GuardedChange, 'change'> },
): Promise<DocumentChanges> {
  const { index } = context;
  const { id, units, document: after } = document;
  await noteShards(context);
  const ruled = ruledChanges(index, { id, before: undefined, after }, attempt);
  const changes = [{ ...own, change: putNewDocument(index, document) }, ...ruled, ...beside];
  const added = termsOf(index, after);
  checkRemovable(index, { id, before: after }, { terms: added, earlier: none });
  return withPostings(index, { changes, id, units, added, removed: none });
}

interface Replacement<Document> extends Written {
  readonly current: StoredDocument<Document>;
  readonly next: StoredWrite<Document>;
}

/**
 * Replaces a document and its postings. If they are of another version or say other read units, all are put: in a transaction of
 * their own if one for everything has no room.
 *
 * @returns undefined if the caller must read the document again and start over. @throws as `storeAnew`.
 */
export async function replacement<Document>(
  context: DocumentAccess<Document>,
  { current, next, attempt, beside }: Replacement<Document>,
): Promise<DocumentChanges | undefined> {
  const { index } = context;
  const { id } = next;
  await noteShards(context);
  const [before, after] = [termsOf(index, current.document), termsOf(index, next.document)];
  const removed = before.difference(after);
  checkRemovable(index, { id, before: next.document }, { terms: after, earlier: before });
  const isKnown = current.version === index.version;
  const besides = [
    ...ruledChanges(index, { id, before: current.document, after: next.document }, attempt),
    ...beside,
  ];
  const made = (added: ReadonlySet<string>, units: number) => {
    const own: GuardedChange = {
      change: replaceDocument(index, current, { ...next, units }),
      isReread: true,
    };
    return withPostings(index, { changes: [own, ...besides], id, added, removed, units });
  };
  const added = after.difference(before);
  const isTooLong = (puts: ReadonlySet<string>) => 1 + besides.length + puts.size + removed.size > maxChanges;
  if ((isKnown && current.units === next.units) || isTooLong(added)) return made(added, next.units);
  if (!attempt.isShared && !isTooLong(after)) return made(after, next.units);
  const { units = 0 } = current;
  // A document may have fewer units than its postings say.
  if (isKnown && units > next.units) return made(added, units);
  await storeAnew(context, { ...current, units: next.units });
  return undefined;
}

/**
 * A document must not become one that no request could remove, since a removal is one transaction. A document that `upgrade` has made
 * one may be changed to have fewer terms.
 *
 * @throws ServiceError too_many_changes.
 */
function checkRemovable<Document>(
  index: OpenIndex<Document>,
  removed: Pick<RuledWrite<Document>, 'id' | 'before'>,
  { terms, earlier }: { readonly terms: ReadonlySet<string>; readonly earlier: ReadonlySet<string> },
): void {
  if (terms.size <= earlier.size) return;
  const ruled = ruledChanges(index, { ...removed, after: undefined }, { skipped: new Set() });
  const most = maxChanges - 1 - ruled.filter(({ isAfterwards }) => !isAfterwards).length;
  if (terms.size <= most) return;
  const detail = `The ${index.name} ${removed.id} would have ${terms.size} searched words, tags and the like; at most ${most} can be stored.`;
  throw new ServiceError('too_many_changes', detail);
}

/** Removes a document and its postings. */
export async function removedDocument<Document>(
  context: DocumentAccess<Document>,
  current: StoredDocument<Document>,
  { attempt, beside }: Written,
): Promise<DocumentChanges> {
  const { index } = context;
  const { id, document } = current;
  await noteShards(context);
  const own: GuardedChange = { change: deleteDocument(index, current), isReread: true };
  const ruled = ruledChanges(index, { id, before: document, after: undefined }, attempt);
  const changes = [own, ...ruled, ...beside];
  return withPostings(index, { changes, id, units: 0, added: none, removed: termsOf(index, document) });
}

function ruledChanges<Document>(
  index: OpenIndex<Document>,
  write: Pick<RuledWrite<Document>, 'id' | 'before' | 'after'>,
  { skipped }: Pick<WriteAttempt, 'skipped'>,
): GuardedChange[] {
  return index.rules.flatMap((rule) => rule.changesOf({ ...write, index, skipped }));
}

/**
 * Stores a document anew, and all its postings: first those for which the transaction of the document has no room. They say at
 * least the read units that it has, so they are right even if the rest is never sent.
 *
 * @returns false if the document has changed. @throws ServiceError unavailable, timeout.
 */
export async function storeAnew<Document>(
  context: DocumentAccess<Document>,
  document: StoredWrite<Document>,
): Promise<boolean> {
  const { index, table } = context;
  const { id, units } = document;
  await noteShards(context);
  const terms = [...termsOf(index, document.document)];
  const room = maxChanges - 1;
  for (let first = 0; ; first += room) {
    const isLast = first + room >= terms.length;
    const change = isLast ? rewriteDocument(index, document) : checkUnchanged(index, id, document);
    const added = new Set(terms.slice(first, first + room));
    const { changes } = withPostings(index, { changes: [{ change }], id, added, removed: none, units });
    const failed = await transact(
      table,
      changes.map((one) => one.change),
    );
    if (failed.length > 0) return false;
    if (isLast) return true;
  }
}
