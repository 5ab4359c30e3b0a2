/**
 * Documents in the table: how handlers open, create, read, change, remove and list them.
 *
 * These are functions, since a bundle has only the functions that its handler calls, and its role only their rights.
 * Each of them throws ServiceError `unavailable` and `timeout`.
 */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ServiceError } from '../shared/errors.ts';
import {
  type ContentOf,
  type DocumentType,
  firstMembers,
  laterMembers,
  type ManagedMembers,
  type StoredMembers,
} from './search/document-type.ts';
import { deleteDocument, presentMembers, withUnits } from './search/documents/document-items.ts';
import {
  type Beside,
  type DocumentAccess,
  findDocument,
  retryOnConflict,
  retryWrite,
  sendNew,
  sendReplacement,
  sendWrite,
  type WriteContext,
} from './search/documents/document-writes.ts';
import { termsOf } from './search/index/document-terms.ts';
import { type IndexOptions, openIndex } from './search/index/open-index.ts';
import { shardTable } from './search/index/shards.ts';
import {
  type DocumentPage,
  findPage,
  type ListContext,
  type ListRequest,
} from './search/list/document-list.ts';
import type { SearchIndex } from './search/list/search-index.ts';
import { tableIndex } from './search/table-index/table-index.ts';
import { containerDatabase } from './store/client.ts';
import { type Clock, systemClock } from './store/clock.ts';
import { createIdGenerator } from './store/ids.ts';
import { type Invocation, type InvocationTime, watchHalfTime } from './store/invocation-time.ts';
import { accessTable } from './store/table-access.ts';
import type { ItemChange } from './store/transactions.ts';
import { payerOf } from './store/unit-account.ts';

/** Documents of one type that belong to one owner, for one invocation. */
export interface Documents<Document>
  extends WriteContext<Document>,
    Omit<ListContext<Document>, 'searchIndex'> {}

export interface DocumentOptions extends Partial<Clock>, IndexOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Without it, nothing limits the time of an operation as a whole. */
  readonly time?: InvocationTime;
  readonly newId?: () => string;
  /** Whether a list should stop and return what it has found. By default it never should. */
  readonly isTimeUp?: () => boolean;
  readonly maxUnits?: ListContext<never>['maxUnits'];
  /** The read units that the owner has in a second. By default nobody pays for what is read. */
  readonly ownerUnits?: number;
  readonly isBackground?: boolean | undefined;
  /** Where list requests come from, such as `query`: the member `in` of issues about `from` and `after`. */
  readonly requestIn?: string;
}

export function openDocuments<Document>(
  type: DocumentType<Document>,
  options: DocumentOptions,
): Documents<Document> {
  const { client, tableName, now = systemClock.now, isTimeUp = () => false, requestIn } = options;
  const { maxUnits } = options;
  const { newId = createIdGenerator({ now }) } = options;
  const index = openIndex(type, options);
  const table = accessTable(client, tableName, {
    ...options,
    payer: payerOf({ ...options, owner: index.owner }),
  });
  return { index, table, now, newId, isTimeUp, requestIn, maxUnits };
}

/** One generator for the container, so that the ids of a process never repeat. */
export const newContainerId = createIdGenerator();

/**
 * Makes a function that opens the documents of the table that the settings name. A list that takes more than half of the
 * invocation's time stops and returns what it has found.
 *
 * @example
 *   export const bookmarks = documentsOf(bookmarkType);
 *   getDocument(bookmarks(context), id);
 */
export function documentsOf<Document>(type: DocumentType<Document>) {
  /**
   * @param invocation The context of the handler.
   * @param requestIn Where the handler takes a list request from.
   */
  return (invocation: Invocation, requestIn = 'query'): Documents<Document> => {
    const { shards, ...database } = containerDatabase();
    return openDocuments(type, {
      ...database,
      shards: shardTable(shards),
      time: invocation,
      owner: invocation.owner,
      isBackground: invocation.isBackground,
      newId: newContainerId,
      isTimeUp: watchHalfTime(invocation),
      requestIn,
    });
  };
}

/** The claim of an Idempotency-Key that the transaction of the new document makes (store/idempotency). */
interface DocumentClaim {
  readonly reservedId: string;
  /** An `ItemChange`. It comes through the context of a handler (run/http), whose types do not know the table. */
  readonly change: object | undefined;
  takeOver(): Promise<void>;
}

interface Creation {
  /** Reserved for this document: if it exists, an earlier try has created it, and it is returned. */
  readonly reservedId?: string | undefined;
  readonly claim?: DocumentClaim | undefined;
  /**
   * Makes what the transaction changes or requires besides; nothing by default.
   *
   * @param id The id of the new document.
   */
  readonly besideOf?: (id: string) => readonly Beside[];
}

/** How often a claim is tried while others change its record at the same time. */
const maxClaims = 5;

/** @throws ServiceError content_too_large, too_many_changes, already_exists, write_conflict, and refusals. */
export async function createDocument<Document extends ManagedMembers>(
  documents: WriteContext<Document>,
  content: ContentOf<Document>,
  { reservedId, claim, besideOf = () => [] }: Creation = {},
): Promise<Document> {
  const { index, newId } = documents;
  for (let tries = 0; tries < maxClaims; tries++) {
    const id = claim?.reservedId ?? reservedId ?? newId();
    const document = assembleDocument(index, firstMembers(id), content);
    const written = withUnits(index, { id, revision: 1, document, others: {} });
    const change = claim?.change;
    const claimed =
      claim && change
        ? [{ change: change as ItemChange, refusal: async () => void (await claim.takeOver()) }]
        : [];
    const beside = [...claimed, ...besideOf(id)];
    if (await sendNew(documents, written, { beside })) return document;
    const isReserved = claim !== undefined || reservedId !== undefined;
    const earlier = isReserved ? await findDocument(documents, id) : undefined;
    if (earlier) return earlier.document;
    // Otherwise the claim was taken over, and the document is created under the id of that claim.
    if (change === undefined) break;
  }
  const detail = `A ${index.name} of the same new id was created at the same time; send it again.`;
  throw new ServiceError('already_exists', detail);
}

/**
 * What a later read returns: the members of the type. An open model admits others, which nothing stores, and
 * managed members, which clients do not set.
 */
function assembleDocument<Document extends ManagedMembers>(
  { members }: Pick<StoredMembers, 'members'>,
  managed: ManagedMembers,
  content: ContentOf<Document>,
): Document {
  // The managed members, and all others.
  return Object.fromEntries(presentMembers(members, { ...content, ...managed })) as unknown as Document;
}

/** @throws ServiceError not_found, and Error when what is stored is malformed. */
export async function getDocument<Document>(
  documents: DocumentAccess<Document>,
  id: string,
): Promise<Document> {
  const found = await findDocument(documents, id);
  if (found) return found.document;
  throw new ServiceError('not_found', `There is no ${documents.index.name} ${id}.`);
}

/** In the order of the calls: `check`, `contentOf`, `besideOf`. They are called again after a conflict with another change. */
export interface DocumentChange<Document> {
  /**
   * Makes the members that clients write, all of them.
   *
   * @param current The stored document, which the change replaces.
   */
  readonly contentOf: (current: Document) => ContentOf<Document> | Promise<ContentOf<Document>>;
  /**
   * Throws unless the document may be changed.
   *
   * @param current The stored document, before `contentOf` is called.
   */
  readonly check?: ((current: Document) => void | Promise<void>) | undefined;
  /**
   * Makes what the transaction changes or requires besides; nothing by default.
   *
   * @param current The stored document, which the change replaces.
   * @param next The document that takes its place: the content that `contentOf` has made, with `updated` and `revision`.
   */
  readonly besideOf?: (current: Document, next: Document) => readonly Beside[];
}

/** @throws ServiceError not_found, write_conflict, content_too_large, too_many_changes, refusals, and what the callbacks throw. */
export function changeDocument<Document extends ManagedMembers>(
  documents: WriteContext<Document>,
  id: string,
  { contentOf, check, besideOf = () => [] }: DocumentChange<Document>,
): Promise<Document> {
  const { index, now } = documents;
  return retryOnConflict(documents, id, async (current) => {
    await check?.(current.document);
    const revision = current.revision + 1;
    const managed = laterMembers(current.document, { revision, now: now() });
    const document = assembleDocument(index, managed, await contentOf(current.document));
    const next = withUnits(index, { id, revision, document, others: current.others });
    const beside = besideOf(current.document, document);
    return (await sendReplacement(documents, { current, next, beside })) ? { result: document } : undefined;
  });
}

interface DocumentPut<Document> {
  readonly content: ContentOf<Document>;
  /**
   * Throws unless the document may be created or replaced; called again after a conflict with another change.
   *
   * @param current The stored document, which `content` replaces; undefined if there is none.
   */
  readonly check?: (current: Document | undefined) => void | Promise<void>;
}

/**
 * Replaces the document, or creates it: for a type whose documents have names.
 *
 * @param id By `idOfName`.
 * @throws ServiceError write_conflict, content_too_large, too_many_changes, and what `check` throws.
 */
export function putDocument<Document extends ManagedMembers>(
  documents: WriteContext<Document>,
  id: string,
  { content, check }: DocumentPut<Document>,
): Promise<Document> {
  const { index, now } = documents;
  return retryWrite(documents, id, async (current) => {
    await check?.(current?.document);
    const revision = (current?.revision ?? 0) + 1;
    const managed = current
      ? laterMembers(current.document, { revision, now: now() })
      : firstMembers(id, now());
    const document = assembleDocument(index, managed, content);
    const next = withUnits(index, { id, revision, document, others: current?.others ?? {} });
    const isDone = current
      ? await sendReplacement(documents, { current, next, beside: [] })
      : await sendNew(documents, next, { beside: [], isRepeated: true });
    return isDone ? { result: document } : undefined;
  });
}

interface DocumentRemoval<Document> {
  /**
   * Throws unless the document may be removed; called again after a conflict with a change.
   *
   * @param current The stored document.
   */
  readonly check?: (current: Document) => void | Promise<void>;
  /**
   * Makes what the transaction changes or requires besides; nothing by default.
   *
   * @param current The stored document, which is removed.
   */
  readonly besideOf?: (current: Document) => readonly Beside[];
}

/** @throws ServiceError not_found, write_conflict, refusals, and what `check` throws. */
export function removeDocument<Document>(
  documents: DocumentAccess<Document>,
  id: string,
  { check, besideOf = () => [] }: DocumentRemoval<Document> = {},
): Promise<void> {
  const { index } = documents;
  return retryOnConflict(documents, id, async (current) => {
    await check?.(current.document);
    const item = deleteDocument(index, current);
    const removed = termsOf(index, current.document);
    const beside = besideOf(current.document);
    const changes = { item, id, added: new Set<string>(), units: 0, removed, beside, isRepeated: true };
    return (await sendWrite(documents, changes)) ? { result: undefined } : undefined;
  });
}

/**
 * Lists what matches a query. An index in the search engine of the stage finds it, or the one in the table; the documents
 * are read from the table in either case. An index in an engine follows the table by a second or two.
 *
 * @throws ServiceError invalid_query, and invalid_request when `from`, `size` or `after` are not valid.
 */
export async function listDocuments<Document>(
  documents: Documents<Document>,
  request: ListRequest,
): Promise<DocumentPage<Document>> {
  return findPage({ ...documents, searchIndex: await chooseIndex(documents) }, request);
}

/**
 * As `listDocuments`, by the index in the table whatever the stage has: for what decides by a list, and for documents that
 * clients name, of which an engine has no index.
 */
export function listConsistently<Document>(
  documents: Documents<Document>,
  request: ListRequest,
): Promise<DocumentPage<Document>> {
  return findPage({ ...documents, searchIndex: tableIndex(documents) }, request);
}

/** Even with an engine, the index in the table makes the lists for which the engine has no answer. */
async function chooseIndex<Document>(documents: Documents<Document>): Promise<SearchIndex> {
  const inTable = tableIndex(documents);
  const { time } = documents.table;
  if (!process.env['SEARCH_LISTS'] || !time) return inTable;
  const { stageIndex } = await import('./search/engine-index/stage-index.ts');
  return stageIndex(documents, time, inTable);
}
