/** Sources in DynamoDB: source-writes.ts says how they are written, source-list.ts how they are found. */

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ServiceError } from '../errors.ts';
import { type ListRequest, listSources } from '../search/list/source-list.ts';
import { createIdGenerator } from '../store/ids.ts';
import type { InvocationTime } from '../store/invocation-time.ts';
import { accessTable } from '../store/table-access.ts';
import type { StoredSource } from './source-items.ts';
import type { SourceContent, SourcePage, SourceRecord } from './source-record.ts';
import {
  createSource,
  findSource,
  sendDeletion,
  sendReplacement,
  untilDone,
  type WriteContext,
} from './source-writes.ts';

/** What the source has to be, seen in the same step as the change; throws when it is not. */
export type CheckSource = (current: SourceRecord) => void;

/**
 * All throw ServiceError unavailable when the database is overloaded or cannot
 * be reached, and timeout when the time of the invocation is up.
 */
export interface SourceStore {
  /**
   * @param options `id`: an identifier that was reserved for this source. Creating it again returns it as it is by now.
   * @throws ServiceError content_too_large, timeout.
   */
  create(content: SourceContent, options?: { readonly id?: string | undefined }): Promise<SourceRecord>;
  /** @throws ServiceError not_found. */
  get(id: string): Promise<SourceRecord>;
  /**
   * @param contentOf called again when another change came in between.
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
  /** @throws ServiceError invalid_query, unavailable, and invalid_request when page or cursor are not valid. */
  list(request: ListRequest): Promise<SourcePage>;
}

export type SourceRepository = SourceStore & SourceLists;

export interface RepositoryOptions {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  /** Of the invocation that the repository is for; without it nothing limits the whole of an operation. */
  readonly time?: InvocationTime;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly newId?: () => string;
  /** Whether a list should end with what it has. */
  readonly isTimeUp?: () => boolean;
}

export function createSourceRepository(options: RepositoryOptions): SourceRepository {
  return { ...createSourceStore(options), ...createSourceLists(options) };
}

/** Apart from the lists: a function that has none does not carry the query language. */
export function createSourceStore({
  client,
  tableName,
  time,
  now = Date.now,
  newId = createIdGenerator({ now }),
}: RepositoryOptions): SourceStore {
  const context: WriteContext = { table: accessTable(client, tableName, time), tableName, now, newId };
  const checked = (check: CheckSource | undefined, current: StoredSource) => {
    check?.(current.record);
    return current;
  };
  const change: SourceStore['change'] = (id, contentOf, check) =>
    untilDone(context, id, (current) =>
      sendReplacement(context, checked(check, current), contentOf(current.record)),
    );
  return {
    create: (content, { id } = {}) => createSource(context, content, id),
    get: async (id) => {
      const found = await findSource(context, id);
      if (found?.record) return found.record;
      throw new ServiceError('not_found', `There is no source ${id}.`);
    },
    change,
    replace: (id, content, check) => change(id, () => content, check),
    remove: (id, check) =>
      untilDone(context, id, (current) => sendDeletion(context, checked(check, current))),
  };
}

export function createSourceLists({
  client,
  tableName,
  time,
  now = Date.now,
  isTimeUp = () => false,
}: RepositoryOptions): SourceLists {
  const context = { table: accessTable(client, tableName, time), tableName, now, isTimeUp };
  return { list: (request) => listSources(context, request) };
}
