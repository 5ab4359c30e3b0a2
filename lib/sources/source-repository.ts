/**
 * Sources in DynamoDB. See search/documents/document-writes.ts for how they are
 * written, and search/list/document-list.ts for how they are found.
 */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ServiceError } from '../errors.ts';
import {
  createDocument,
  findDocument,
  retryOnConflict,
  sendDeletion,
  sendReplacement,
} from '../search/documents/document-writes.ts';
import type { WriteContext } from '../search/documents/write-history.ts';
import { type IndexOptions, openIndex } from '../search/index/open-index.ts';
import { type ListContext, type ListRequest, listDocuments } from '../search/list/document-list.ts';
import { type Clock, systemClock } from '../store/clock.ts';
import { createIdGenerator, timeOfId } from '../store/ids.ts';
import type { InvocationTime } from '../store/invocation-time.ts';
import { accessTable } from '../store/table-access.ts';
import { sourceIndex } from './source-fields.ts';
import type { SourceContent, SourcePage, SourceRecord } from './source-record.ts';
import { toResults } from './source-versions.ts';

/** Throws unless the source may be changed. It sees the source that the change replaces. */
export type CheckSource = (current: SourceRecord) => void;

/** For reads and writes of single sources. Every function with it throws ServiceError `unavailable` and `timeout`. */
export type SourceStore = WriteContext<SourceRecord>;

/** For lists of sources. */
export type SourceLists = ListContext<SourceRecord>;

/** The members of the clock are those of the system by default. */
export interface StoreOptions extends Partial<Clock>, IndexOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Of the invocation. Without it nothing limits the time of an operation as a whole. */
  readonly time?: InvocationTime;
  readonly newId?: () => string;
}

export interface ListOptions extends StoreOptions {
  /** Whether a list should stop and return what it has found. */
  readonly isTimeUp?: () => boolean;
  /** Where requests for lists come from: the member `in` of issues about `from` and `after`. */
  readonly requestIn?: string;
}

export function openSourceStore(options: StoreOptions): SourceStore {
  const { client, tableName, now = systemClock.now, newId = createIdGenerator({ now }) } = options;
  const table = accessTable(client, tableName, options);
  return { index: openIndex(sourceIndex, options), table, now, newId };
}

export function openSourceLists(options: ListOptions): SourceLists {
  const { client, tableName, now = systemClock.now, isTimeUp = () => false, requestIn } = options;
  const table = accessTable(client, tableName, options);
  return { index: openIndex(sourceIndex, options), table, now, isTimeUp, requestIn };
}

/**
 * @param options `id`: an id reserved for this source. Creating it again returns the source as it is now.
 * @throws ServiceError content_too_large.
 */
export function createSource(
  store: SourceStore,
  content: SourceContent,
  { id }: { readonly id?: string | undefined } = {},
): Promise<SourceRecord> {
  return createDocument(store, (newId) => newSource(newId, content), id);
}

/** @throws ServiceError not_found. */
export async function getSource(
  store: Pick<SourceStore, 'index' | 'table'>,
  id: string,
): Promise<SourceRecord> {
  const found = await findDocument(store, id);
  if (found?.document) return found.document;
  throw new ServiceError('not_found', `There is no source ${id}.`);
}

export interface SourceChange {
  /** Called again after a conflict with another change. */
  readonly contentOf: (current: SourceRecord) => SourceContent;
  readonly check?: CheckSource | undefined;
}

/** @throws ServiceError not_found, write_conflict, content_too_large, and what the callbacks throw. */
export function changeSource(
  store: SourceStore,
  id: string,
  { contentOf, check }: SourceChange,
): Promise<SourceRecord> {
  return retryOnConflict(store, id, (current) => {
    const { document } = current;
    check?.(document);
    const content = contentOf(document);
    return sendReplacement(store, current, (revision) =>
      changedSource(document, { content, revision, now: store.now() }),
    );
  });
}

/** @throws ServiceError not_found, write_conflict, and what `check` throws. */
export function removeSource(store: SourceStore, id: string, check?: CheckSource): Promise<void> {
  return retryOnConflict(store, id, (current) => {
    check?.(current.document);
    return sendDeletion(store, current);
  });
}

/** @throws ServiceError invalid_query, unavailable, and invalid_request when the page or the cursor is not valid. */
export async function listSources(lists: SourceLists, request: ListRequest): Promise<SourcePage> {
  return toResults(await listDocuments(lists, request));
}

/** The id contains the time of creation, so that the order by id is the order by `created`. */
function newSource(_id: string, content: SourceContent): SourceRecord {
  const created = new Date(timeOfId(_id)).toISOString();
  return { _id, created, updated: created, revision: 1, ...content };
}

/** `updated` never goes back, even if a clock does. */
function changedSource(
  { _id, created, updated: before }: SourceRecord,
  { content, revision, now }: { content: SourceContent; revision: number; now: number },
): SourceRecord {
  const updated = new Date(Math.max(now, Date.parse(before))).toISOString();
  return { _id, created, updated, revision, ...content };
}
