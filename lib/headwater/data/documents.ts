/**
 * Documents in the table: how handlers open, read and list them. writes.ts creates, changes and removes them.
 *
 * These are functions, since a bundle has only the functions that its handler calls, and its role only their rights.
 * Each of them throws ServiceError `unavailable` and `timeout`.
 */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  type AllOwnersInvocation,
  findOfAllOwners,
  type OwnedDocument,
  requireAdmin,
} from './search/all-owners/list-all-owners.ts';
import type { DocumentType } from './search/document-type.ts';
import { type DocumentAccess, getStored, type WriteContext } from './search/documents/document-writes.ts';
import { type IndexOptions, openIndex } from './search/index/open-index.ts';
import { shardTable } from './search/index/shards.ts';
import {
  type DocumentPage,
  findPage,
  type ListContext,
  type ListRequest,
} from './search/list/document-list.ts';
import type { SearchIndex } from './search/list/search-index.ts';
import { type Invocations, type OwnedBy, ownershipOf } from './search/ownership.ts';
import { tableIndex } from './search/table-index/table-index.ts';
import { type Clock, systemClock } from './store/clock.ts';
import { containerDatabase } from './store/container-database.ts';
import { createIdGenerator } from './store/ids.ts';
import { type InvocationTime, watchHalfTime } from './store/invocation-time.ts';
import { accessTable } from './store/table-access.ts';
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
  /** The owner who pays for what is read; by default, of the documents. */
  readonly payer?: string;
  /** The read units that the payer has in a second. By default nobody pays for what is read. */
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
    payer: payerOf({ ...options, owner: options.payer ?? index.owner }),
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
export function documentsOf<Document, By extends OwnedBy>(type: DocumentType<Document, By>) {
  /**
   * @param invocation The context of the handler. A schedule or a consumer adds whose documents it opens: `owner`, or `tenant`.
   * @param requestIn Where the handler takes a list request from.
   * @throws ServiceError forbidden if the documents belong to tenants, and the caller has none.
   */
  return (invocation: Invocations[By], requestIn = 'query'): Documents<Document> => {
    const { shards, ...database } = containerDatabase();
    return openDocuments(type, {
      ...database,
      shards: shardTable(shards),
      time: invocation,
      ...ownershipOf(type, invocation),
      isBackground: invocation.isBackground,
      newId: newContainerId,
      isTimeUp: watchHalfTime(invocation),
      requestIn,
    });
  };
}

/** @throws ServiceError not_found, and Error when what is stored is malformed. */
export async function getDocument<Document>(
  documents: DocumentAccess<Document>,
  id: string,
): Promise<Document> {
  return (await getStored(documents, id)).document;
}

/**
 * Lists what matches a query. An index in the search engine of the stage finds it, or the one in the table; the documents
 * are read from the table in either case. An index in an engine follows the table by a second or two.
 *
 * @throws ServiceError invalid_query, and invalid_request when `from`, `size` or `after` are not valid.
 */
export async function listDocuments<Document>(
  documents: Documents<Document>,
  request: ListRequest<Document>,
): Promise<DocumentPage<Document>> {
  return findPage({ ...documents, searchIndex: await chooseIndex(documents) }, request);
}

/**
 * As `listDocuments`, by the index in the table whatever the stage has: for what decides by a list, and for documents that
 * clients name, of which an engine has no index.
 */
export function listConsistently<Document>(
  documents: Documents<Document>,
  request: ListRequest<Document>,
): Promise<DocumentPage<Document>> {
  return findPage({ ...documents, searchIndex: tableIndex(documents) }, request);
}

/**
 * Lists the documents of all owners: for an operation of admins, for a schedule or a consumer. The type declares
 * `isListedForAdmins`. An index in the table makes the list; a query narrows it by the time of creation alone, and all else is checked
 * on the documents, within the read units of a list. Each call writes a line to the log: who, the request, and the number of hits.
 *
 * @param context The context of the handler.
 * @throws ServiceError forbidden unless the caller has the scope `admin`, and what `listDocuments` throws.
 * @example await listAllOwners(orderType, context, { from: 0, size: 10 }) // { total: 2, hits: [{ owner: 'acme', document: … }, …] }
 */
export function listAllOwners<Document>(
  type: DocumentType<Document>,
  context: AllOwnersInvocation,
  request: ListRequest,
): Promise<DocumentPage<OwnedDocument<Document>>> {
  requireAdmin(context);
  const { shards, ownerUnits, ...database } = containerDatabase();
  const documents = openDocuments(type, {
    ...database,
    shards: shardTable(shards),
    time: context,
    // Background work has no owner who could pay.
    ...('functionId' in context ? {} : { ownerUnits, payer: context.owner }),
    isTimeUp: watchHalfTime(context),
    requestIn: 'query',
  });
  return findOfAllOwners(documents, context, request);
}

/** Even with an engine, the index in the table makes the lists for which the engine has no answer. */
async function chooseIndex<Document>(documents: Documents<Document>): Promise<SearchIndex> {
  const inTable = tableIndex(documents);
  const { time } = documents.table;
  if (!process.env['SEARCH_LISTS'] || !time) return inTable;
  const { stageIndex } = await import('./search/engine-index/stage-index.ts');
  return stageIndex(documents, time, inTable);
}
