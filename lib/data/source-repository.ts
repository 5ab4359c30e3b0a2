/**
 * Sources in DynamoDB, without transactions.
 *
 * A write puts the index entries that the new revision needs, then the source
 * on the condition that nobody else has changed it, then takes away the entries
 * that are no longer needed. A crash in between leaves at most an entry too
 * many, never one too few: entries are there before the source that needs them
 * and go after the last one that did.
 *
 * - An entry that both revisions need is not touched: the source that is being
 *   replaced has it, and who takes it away has replaced that source before,
 *   so that this write's condition fails.
 * - A put entry is renewed even when another write of the same next revision
 *   has put it: the new `w` keeps readers from taking the old one away.
 * - A write that loses takes nothing away: the winner may need the same entry.
 */

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ServiceError } from '../errors.ts';
import { createIdGenerator } from './ids.ts';
import { termsOf } from './index-terms.ts';
import type { InvocationTime } from './invocation-time.ts';
import {
  deleteOlderEntry,
  deleteSource,
  getSource,
  parseSource,
  putEntry,
  putNewSource,
  replaceSource,
} from './source-items.ts';
import { type ListRequest, listSources } from './source-list.ts';
import type { SourceContent, SourcePage, SourceRecord } from './source-record.ts';
import { accessTable, type TableAccess } from './table-access.ts';

/** What the source has to be, seen in the same step as the change; throws when it is not. */
export type CheckSource = (current: SourceRecord) => void;

/**
 * All throw ServiceError unavailable when the database is overloaded or cannot
 * be reached, and timeout when the time of the invocation is up.
 */
export interface SourceRepository {
  /** @throws ServiceError content_too_large. */
  create(content: SourceContent): Promise<SourceRecord>;
  /** @throws ServiceError not_found. */
  get(id: string): Promise<SourceRecord>;
  /**
   * @param contentOf called again when another change came in between.
   * @throws ServiceError not_found, write_conflict, content_too_large, and what the callbacks throw.
   */
  change(
    id: string,
    contentOf: (current: SourceRecord) => SourceContent,
    check?: CheckSource,
  ): Promise<SourceRecord>;
  /** @throws ServiceError not_found, write_conflict, content_too_large, and what `check` throws. */
  replace(id: string, content: SourceContent, check?: CheckSource): Promise<SourceRecord>;
  /** @throws ServiceError not_found, write_conflict, and what `check` throws. */
  remove(id: string, check?: CheckSource): Promise<void>;
  /** Newest first. @throws ServiceError invalid_request when `from + size` is over 10,000. */
  list(request: ListRequest): Promise<SourcePage>;
}

export interface RepositoryOptions {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  /** Of the invocation that the repository is for; without it nothing limits the whole of an operation. */
  readonly time?: InvocationTime;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly newId?: () => string;
}

interface WriteContext {
  readonly table: TableAccess;
  readonly tableName: string;
  readonly now: () => number;
  readonly newId: () => string;
}

/** How often a change is tried anew when others change the same source at the same time. */
const maxTries = 10;

export function createSourceRepository(options: RepositoryOptions): SourceRepository {
  const { client, tableName, time, now = Date.now, newId = createIdGenerator() } = options;
  const context: WriteContext = { table: accessTable(client, tableName, time), tableName, now, newId };
  return {
    create: (content) => create(context, content),
    get: (id) => get(context, id),
    change: (id, contentOf, check) =>
      untilDone(context, { id, check }, (current) => replace(context, current, contentOf(current))),
    replace: (id, content, check) =>
      untilDone(context, { id, check }, (current) => replace(context, current, content)),
    remove: (id, check) => untilDone(context, { id, check }, (current) => remove(context, current)),
    list: (request) => listSources(context, request),
  };
}

async function create(context: WriteContext, content: SourceContent): Promise<SourceRecord> {
  const { table, tableName, now, newId } = context;
  const time = new Date(now()).toISOString();
  const record: SourceRecord = { _id: newId(), created: time, updated: time, revision: 1, ...content };
  const write = newId();
  const request = putNewSource(tableName, record, write);
  await putEntries(context, record, termsOf(record), write);
  if (await table.put(request)) return record;
  throw new ServiceError(
    'already_exists',
    'A source of the same new id was created at the same time; send it again.',
  );
}

async function get({ table, tableName }: WriteContext, id: string): Promise<SourceRecord> {
  const item = await table.get(getSource(tableName, id));
  if (item) return parseSource(item);
  throw new ServiceError('not_found', `There is no source ${id}.`);
}

/** Reads the source and changes it; when another was faster, reads it again. */
async function untilDone<T>(
  context: WriteContext,
  { id, check }: { id: string; check: CheckSource | undefined },
  attempt: (current: SourceRecord) => Promise<{ readonly done: T } | undefined>,
): Promise<T> {
  for (let tries = 0; tries < maxTries; tries++) {
    const current = await get(context, id);
    check?.(current);
    const result = await attempt(current);
    if (result) return result.done;
  }
  throw new ServiceError(
    'write_conflict',
    `Others changed the source ${id} ${maxTries} times in the meantime; send it again.`,
  );
}

async function replace(
  context: WriteContext,
  current: SourceRecord,
  content: SourceContent,
): Promise<{ readonly done: SourceRecord } | undefined> {
  const { table, tableName, now, newId } = context;
  const { _id, created } = current;
  const updated = new Date(now()).toISOString();
  const record: SourceRecord = { _id, created, updated, revision: current.revision + 1, ...content };
  const write = newId();
  const request = replaceSource(tableName, record, write);
  const [before, after] = [new Set(termsOf(current)), new Set(termsOf(record))];
  await putEntries(context, record, [...after.difference(before)], write);
  if (!(await table.put(request))) return undefined;
  await deleteEntries(context, record, [...before.difference(after)]);
  return { done: record };
}

async function remove(
  context: WriteContext,
  current: SourceRecord,
): Promise<{ readonly done: undefined } | undefined> {
  if (!(await context.table.delete(deleteSource(context.tableName, current)))) return undefined;
  await deleteEntries(context, { ...current, revision: current.revision + 1 }, termsOf(current));
  return { done: undefined };
}

async function putEntries(
  { table, tableName, now }: WriteContext,
  { _id: id, revision }: SourceRecord,
  terms: readonly string[],
  write: string,
): Promise<void> {
  const entries = terms.map((term) => ({ term, id, revision, write, writtenAt: now() }));
  // An entry that a later revision has put by now stays: then this write is late, and its own condition will fail.
  await Promise.all(entries.map((entry) => table.put(putEntry(tableName, entry))));
}

/** Takes away what revisions before this one wanted. */
async function deleteEntries(
  { table, tableName }: WriteContext,
  { _id: id, revision }: SourceRecord,
  terms: readonly string[],
): Promise<void> {
  await Promise.all(terms.map((term) => table.delete(deleteOlderEntry(tableName, { term, id, revision }))));
}
