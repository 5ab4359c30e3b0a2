/**
 * Migrates a table: stores the documents of earlier versions anew, and deletes the postings that they need no more, while readers
 * and writers continue.
 *
 * Each document is stored on the condition that it has not changed since it was read. A document of this version is left alone. So
 * several migrations at once, or one that is begun again, do no harm.
 */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { isOutdated, withUnits } from '../../data/search/documents/document-items.ts';
import { storeAnew } from '../../data/search/documents/document-writes.ts';
import { shardTable } from '../../data/search/index/shards.ts';
import { isTransient } from '../../data/store/aws-errors.ts';
import type { Clock } from '../../data/store/clock.ts';
import { bytesOf } from '../../data/store/item-size.ts';
import { checkShards, getShards } from '../../data/store/shard-epochs.ts';
import { accessTable, type Item } from '../../data/store/table-access.ts';
import { getItem } from '../../data/store/table-reads.ts';
import type { StoredTypes } from '../../data/stored-types.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { Settings } from '../../shared/settings.ts';
import type { CheckItems, DocumentItem } from './check-context.ts';
import { checkPostings, type PostingItem } from './check-items.ts';
import { KnownDocuments } from './known-documents.ts';
import { newReport } from './report.ts';
import { type DocumentSpace, ItemReader, keyText, neededTerms } from './stored-item.ts';
import { newSegments, Pace, readPages, type TablePage } from './table-pages.ts';

export interface MigrationReport {
  readonly table: string;
  /** The items of any kind that were read. */
  items: number;
  /** The documents of the migrated types. */
  documents: number;
  /** The number of them that were stored anew. */
  migrated: number;
  /** The number of postings that documents needed no more, and that were deleted. */
  postings: number;
  /** The number of documents of a later version than this code has. They stay unchanged. */
  newer: number;
  /** The number of documents that cannot be stored anew. */
  failed: number;
  /** The first of these, in scan order. */
  readonly failures: Failure[];
}

interface Failure {
  /** The partition key and the sort key, as a JSON list. */
  readonly key: string;
  readonly reason: string;
}

export interface MigrateOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** The types to migrate. Items of other types stay unchanged. */
  readonly types: StoredTypes['documents'];
  /** The shards, as the functions have them. */
  readonly shards?: Settings['shards'];
  readonly clock: Clock;
  /** The limit of write units a second, and of five times as many read units; Infinity means no limit. */
  readonly unitsPerSecond: number;
  readonly segments: number;
  readonly report: MigrationReport;
  /** Called after each page. Returns whether to stop. */
  readonly onPage?: () => boolean;
}

const maxFailures = 1_000;

/** A read unit costs a fifth of a write unit. */
const readsPerWrite = 5;

/** How often a document is tried that others keep changing. */
const maxTries = 5;

export function newMigrationReport(table: string): MigrationReport {
  return { table, items: 0, documents: 0, migrated: 0, postings: 0, newer: 0, failed: 0, failures: [] };
}

/**
 * @returns whether the table has been read to its end. Either way `report` says what was done.
 * @throws ServiceError unavailable, and Error when the shards contradict the table.
 */
export async function migrateTable(options: MigrateOptions): Promise<boolean> {
  const { client, tableName, types, shards = {}, clock, unitsPerSecond, segments, report } = options;
  const table = accessTable(client, tableName, clock);
  checkShards(shards, await getItem(table, getShards));
  const stored: StoredTypes = { documents: types, items: [] };
  const context: Omit<CheckItems, 'report'> = {
    table,
    types: stored,
    reader: new ItemReader(stored, shardTable(shards)),
    known: new KnownDocuments(),
    now: clock.now,
    isRepairing: true,
    isMigrating: true,
    unclaimed: new Map(),
    areKeysCounted: true,
    areShardsNoted: true,
  };
  const pace = new Pace(clock, unitsPerSecond);
  return readPages({
    ...{ client, tableName, segments: newSegments(segments), pace },
    onPage: (page) => migratePage({ ...context, report: newReport(tableName, []) }, { page, report, pace }),
    isStopped: () => options.onPage?.() ?? false,
  });
}

interface Migration {
  readonly report: MigrationReport;
  readonly pace: Pace;
}

async function migratePage(
  context: CheckItems,
  { page: { items, units }, report, pace }: Migration & { readonly page: TablePage },
): Promise<void> {
  const postings: PostingItem[] = [];
  for (const item of items) {
    const read = context.reader.read(item);
    if (read.kind === 'posting') postings.push(read);
    const isMalformed = read.kind === 'malformed' && read.type !== undefined;
    if (isMalformed) addFailure(report, item, read.reason);
    if (read.kind === 'newer') report.newer++;
    if (isMalformed || read.kind === 'newer' || read.kind === 'document') report.documents++;
    if (read.kind !== 'document') continue;
    if (isOutdated(read.space, item)) await migrateDocument(context, read, item, { report, pace });
    context.known.add(keyText(item), neededTerms(read.space, read.stored));
  }
  const used = await checkPostings(context, postings);
  const deleted = context.report.repaired.superfluous;
  report.postings += deleted;
  // A deletion is a transaction, with a condition on the document.
  pace.use(Math.max(4 * deleted, (units + used) / readsPerWrite));
  report.items += items.length;
}

async function migrateDocument(
  context: CheckItems,
  { space, stored }: DocumentItem,
  { pk, sk, ...members }: Item,
  { report, pace }: Migration,
): Promise<void> {
  const key = { pk, sk };
  await pace.wait();
  // Writes of a transaction cost twice as much.
  pace.use(2 * (Math.ceil(bytesOf(members) / 1_024) + neededTerms(space, stored).size));
  const outcome = await storeDocument(context, space, key).catch(refusalOf);
  if (outcome === 'stored') report.migrated++;
  else if (outcome !== 'current') addFailure(report, key, outcome.refusal);
}

type Outcome = 'stored' | 'current' | { readonly refusal: string };

/** @returns `current` if another write has stored it in this version, or removed it. */
async function storeDocument(
  { table, reader }: CheckItems,
  space: DocumentSpace,
  key: Item,
): Promise<Outcome> {
  for (let tries = 0; tries < maxTries; tries++) {
    const item = await getItem(table, { Key: key, ConsistentRead: true });
    const read = item && reader.read(item);
    if (read?.kind === 'malformed') return { refusal: read.reason };
    if (read?.kind !== 'document' || !isOutdated(space, item ?? {})) return 'current';
    const written = writtenOf(space, read);
    if ('refusal' in written) return written;
    if (await storeAnew({ index: space, table }, written)) return 'stored';
  }
  return { refusal: 'others keep changing it' };
}

/** What `upgrade` and `downgrade` have made may not be fit to be stored. */
function writtenOf(space: DocumentSpace, { stored }: DocumentItem) {
  try {
    return withUnits(space, stored);
  } catch (error) {
    return { refusal: (error as Error).message };
  }
}

/** @throws the error if it is not about the document. */
function refusalOf(error: unknown): Outcome {
  if (error instanceof ServiceError && !isTransient(error)) return { refusal: error.message };
  throw error;
}

function addFailure(report: MigrationReport, key: Item, reason: string): void {
  report.failed++;
  if (report.failures.length < maxFailures) report.failures.push({ key: keyText(key), reason });
}
