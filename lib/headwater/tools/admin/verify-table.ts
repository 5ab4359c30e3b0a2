/**
 * Verifies a table: reads all of its items, and reports missing, superfluous and
 * malformed ones. It can repair what can be repaired safely while writers continue,
 * and it can be stopped and continued.
 */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { shardTable } from '../../data/search/index/shards.ts';
import type { Clock } from '../../data/store/clock.ts';
import { checkShards, getShards } from '../../data/store/shard-epochs.ts';
import { accessTable } from '../../data/store/table-access.ts';
import { getItem } from '../../data/store/table-reads.ts';
import type { StoredTypes } from '../../data/stored-types.ts';
import type { Settings } from '../../shared/settings.ts';
import type { CheckItems } from './check-context.ts';
import { checkItems } from './check-items.ts';
import { KnownDocuments } from './known-documents.ts';
import { newReport, type TableReport } from './report.ts';
import { ItemReader } from './stored-item.ts';
import { newSegments, Pace, readPages, type SegmentProgress } from './table-pages.ts';

/** The progress of a verification. It can be stored as JSON. */
export interface Progress {
  readonly report: TableReport;
  /** The progress of each segment. */
  readonly segments: SegmentProgress[];
}

export interface VerifyOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** The stored types of the service. Items of other types stay unchanged. */
  readonly types: StoredTypes;
  /** The shards, as the functions have them. Without the setting, every term has one shard. */
  readonly shards?: Settings['shards'];
  readonly clock: Clock;
  readonly isRepairing: boolean;
  /** The limit of read units per second; Infinity means no limit. */
  readonly unitsPerSecond: number;
  readonly progress: Progress;
  /** Called after each page. Returns whether to stop. */
  readonly onPage?: (progress: Progress) => boolean;
}

export function newProgress(tableName: string, types: StoredTypes, segments: number): Progress {
  const names = [...types.documents, ...types.items].map(({ name }) => name);
  return {
    report: newReport(tableName, names),
    segments: newSegments(segments),
  };
}

/**
 * @returns whether the table has been verified to its end. Either way `progress` contains the findings.
 * @throws ServiceError unavailable, and Error when the shards contradict the table.
 */
export async function verifyTable(options: VerifyOptions): Promise<boolean> {
  const { client, tableName, types, shards = {}, clock, isRepairing, unitsPerSecond, progress } = options;
  const table = accessTable(client, tableName, clock);
  const noted = await getItem(table, getShards);
  checkShards(shards, noted);
  const context: CheckItems = {
    table,
    types,
    reader: new ItemReader(types, shardTable(shards)),
    known: new KnownDocuments(),
    now: clock.now,
    report: progress.report,
    isRepairing,
    isMigrating: false,
    unclaimed: new Map(),
    areKeysCounted: false,
    areShardsNoted: noted !== undefined,
  };
  const pace = new Pace(clock, unitsPerSecond);
  return readPages({
    ...{ client, tableName, segments: progress.segments, pace },
    onPage: async ({ items, units }) => pace.use(units + (await checkItems(context, items))),
    isStopped: () => options.onPage?.(progress) ?? false,
  });
}
