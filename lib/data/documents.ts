/**
 * Documents in the table: how handlers open, create, read, change, remove and list them.
 *
 * These are functions, since a bundle has only the functions that its handler calls, and its role only their rights.
 * Each of them throws ServiceError `unavailable` and `timeout`.
 */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ServiceError } from '../shared/errors.ts';
import {
  type DocumentType,
  firstMembers,
  laterMembers,
  type ManagedMembers,
} from './search/document-type.ts';
import type { StoredDocument } from './search/documents/document-items.ts';
import {
  findDocument,
  retryOnConflict,
  sendCreation,
  sendDeletion,
  sendReplacement,
} from './search/documents/document-writes.ts';
import type { WriteContext } from './search/documents/write-history.ts';
import { type IndexOptions, openIndex } from './search/index/open-index.ts';
import { shardTable } from './search/index/shards.ts';
import {
  type DocumentPage,
  findPage,
  type ListContext,
  type ListRequest,
} from './search/list/document-list.ts';
import { containerDatabase } from './store/client.ts';
import { type Clock, systemClock } from './store/clock.ts';
import { createIdGenerator } from './store/ids.ts';
import { type Invocation, type InvocationTime, watchHalfTime } from './store/invocation-time.ts';
import { accessTable } from './store/table-access.ts';

/** Documents of one type that belong to one owner, for one invocation. */
export interface Documents<Document> extends WriteContext<Document>, ListContext<Document> {}

type Content<Document> = Omit<Document, keyof ManagedMembers>;

export interface DocumentOptions extends Partial<Clock>, IndexOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Without it, nothing limits the time of an operation as a whole. */
  readonly time?: InvocationTime;
  readonly newId?: () => string;
  /** Whether a list should stop and return what it has found. By default it never should. */
  readonly isTimeUp?: () => boolean;
  /** Where list requests come from, such as `query`: the member `in` of issues about `from` and `after`. */
  readonly requestIn?: string;
}

export function openDocuments<Document>(
  type: DocumentType<Document>,
  options: DocumentOptions,
): Documents<Document> {
  const { client, tableName, now = systemClock.now, isTimeUp = () => false, requestIn } = options;
  const { newId = createIdGenerator({ now }) } = options;
  const table = accessTable(client, tableName, options);
  return { index: openIndex(type, options), table, now, newId, isTimeUp, requestIn };
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
      newId: newContainerId,
      isTimeUp: watchHalfTime(invocation),
      requestIn,
    });
  };
}

/**
 * @param reservedId Reserved for this document: if it exists, an earlier try has created it, and it is returned.
 * @throws ServiceError content_too_large, already_exists.
 */
export function createDocument<Document extends ManagedMembers>(
  documents: WriteContext<Document>,
  content: Content<Document>,
  reservedId?: string,
): Promise<Document> {
  // The managed members, and all others.
  const documentOf = (id: string) => ({ ...firstMembers(id), ...content }) as Document;
  return sendCreation(documents, documentOf, reservedId);
}

/** @throws ServiceError not_found, and Error when what is stored is malformed. */
export async function getDocument<Document>(
  documents: Pick<Documents<Document>, 'index' | 'table'>,
  id: string,
): Promise<Document> {
  const found = await findDocument(documents, id);
  if (found?.document) return found.document;
  throw new ServiceError('not_found', `There is no ${documents.index.name} ${id}.`);
}

/** Both functions get the document that the change replaces, again after a conflict with another change. */
export interface DocumentChange<Document> {
  readonly contentOf: (current: Document) => Content<Document>;
  /** Throws unless the document may be changed. */
  readonly check?: ((current: Document) => void) | undefined;
}

/** @throws ServiceError not_found, write_conflict, content_too_large, and what the callbacks throw. */
export function changeDocument<Document extends ManagedMembers>(
  documents: WriteContext<Document>,
  id: string,
  { contentOf, check }: DocumentChange<Document>,
): Promise<Document> {
  return retryOnConflict(documents, id, (current) => {
    const { document } = current;
    check?.(document);
    const content = contentOf(document);
    return sendReplacement(documents, current, (revision) => {
      const managed = laterMembers(document, { revision, now: documents.now() });
      return { ...managed, ...content } as Document;
    });
  });
}

/**
 * @param check Throws unless the document may be removed; called again after a conflict with a change.
 * @throws ServiceError not_found, write_conflict, and what `check` throws.
 */
export function removeDocument<Document>(
  documents: WriteContext<Document>,
  id: string,
  check?: (current: Document) => void | Promise<void>,
): Promise<void> {
  return retryOnConflict(documents, id, async (current: StoredDocument<Document>) => {
    await check?.(current.document);
    return sendDeletion(documents, current);
  });
}

/** @throws ServiceError invalid_query, and invalid_request when `from`, `size` or `after` are not valid. */
export function listDocuments<Document>(
  documents: ListContext<Document>,
  request: ListRequest,
): Promise<DocumentPage<Document>> {
  return findPage(documents, request);
}
