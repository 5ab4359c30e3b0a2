/**
 * Sources in DynamoDB. See search/documents/document-writes.ts for how they are
 * written, and search/list/document-list.ts for how they are found.
 */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ServiceError } from '../errors.ts';
import type { StoredDocument } from '../search/documents/document-items.ts';
import {
  createDocument,
  findDocument,
  retryOnConflict,
  sendDeletion,
  sendReplacement,
} from '../search/documents/document-writes.ts';
import type { WriteContext } from '../search/documents/write-history.ts';
import { type IndexOptions, openIndex } from '../search/index/open-index.ts';
import { type ListRequest, listDocuments } from '../search/list/document-list.ts';
import { type Clock, systemClock } from '../store/clock.ts';
import { createIdGenerator, timeOfId } from '../store/ids.ts';
import type { InvocationTime } from '../store/invocation-time.ts';
import { accessTable } from '../store/table-access.ts';
import { sourceIndex } from './source-fields.ts';
import type { SourceContent, SourcePage, SourceRecord } from './source-record.ts';
import { toResults } from './source-versions.ts';

/** Throws unless the source may be changed. It sees the source that the change replaces. */
export type CheckSource = (current: SourceRecord) => void;

/**
 * Every method throws ServiceError `unavailable` when the database is
 * overloaded or cannot be reached, and `timeout` when the time of the invocation
 * is up.
 */
export interface SourceStore {
  /**
   * @param options `id`: an id reserved for this source. Creating it again returns the source as it is now.
   * @throws ServiceError content_too_large, timeout.
   */
  create(content: SourceContent, options?: { readonly id?: string | undefined }): Promise<SourceRecord>;
  /** @throws ServiceError not_found. */
  get(id: string): Promise<SourceRecord>;
  /**
   * @param contentOf Called again after a conflict with another change.
   * @throws ServiceError not_found, write_conflict, content_too_large, timeout, and what the callbacks throw.
   */
  change(
    id: string,
    contentOf: (current: SourceRecord) => SourceContent,
    check?: CheckSource,
  ): Promise<SourceRecord>;
  /** @throws ServiceError not_found, write_conflict, content_too_large, timeout, and what `check` throws. */
  replace(id: string, content: SourceContent, check?: CheckSource): Promise<SourceRecord>;
  /** @throws ServiceError not_found, write_conflict, and what `check` throws. */
  remove(id: string, check?: CheckSource): Promise<void>;
}

export interface SourceLists {
  /** @throws ServiceError invalid_query, unavailable, and invalid_request when the page or the cursor is not valid. */
  list(request: ListRequest): Promise<SourcePage>;
}

export type SourceRepository = SourceStore & SourceLists;

/** The members of the clock are those of the system by default. */
export interface RepositoryOptions extends Partial<Clock>, IndexOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Of the invocation. Without it nothing limits the time of an operation as a whole. */
  readonly time?: InvocationTime;
  readonly newId?: () => string;
  /** Whether a list should stop and return what it has found. */
  readonly isTimeUp?: () => boolean;
  /** Where requests for lists come from: the member `in` of issues about `from` and `after`. */
  readonly requestIn?: string;
}

export function createSourceRepository(options: RepositoryOptions): SourceRepository {
  return { ...createSourceStore(options), ...createSourceLists(options) };
}

/** Does not include lists, so that a function without lists does not contain the query language. */
export function createSourceStore(options: RepositoryOptions): SourceStore {
  const { client, tableName, now = systemClock.now, newId = createIdGenerator({ now }) } = options;
  const table = accessTable(client, tableName, options);
  const context: WriteContext<SourceRecord> = { index: openIndex(sourceIndex, options), table, now, newId };
  const checked = (check: CheckSource | undefined, current: StoredDocument<SourceRecord>) => {
    check?.(current.document);
    return current;
  };
  const change: SourceStore['change'] = (id, contentOf, check) =>
    retryOnConflict(context, id, (current) => {
      const { document } = checked(check, current);
      const content = contentOf(document);
      return sendReplacement(context, current, (revision) =>
        changedSource(document, { content, revision, now: now() }),
      );
    });
  return {
    create: (content, { id } = {}) => createDocument(context, (newId) => newSource(newId, content), id),
    get: async (id) => {
      const found = await findDocument(context, id);
      if (found?.document) return found.document;
      throw new ServiceError('not_found', `There is no source ${id}.`);
    },
    change,
    replace: (id, content, check) => change(id, () => content, check),
    remove: (id, check) =>
      retryOnConflict(context, id, (current) => sendDeletion(context, checked(check, current))),
  };
}

export function createSourceLists(options: RepositoryOptions): SourceLists {
  const { client, tableName, now = systemClock.now, isTimeUp = () => false, requestIn } = options;
  const table = accessTable(client, tableName, options);
  const context = { index: openIndex(sourceIndex, options), table, now, isTimeUp, requestIn };
  return { list: async (request) => toResults(await listDocuments(context, request)) };
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
