/**
 * Verifies a table: reads all of its items, and reports missing, superfluous and
 * malformed ones. It can repair what can be repaired safely while writers continue,
 * and it can be stopped and continued.
 */

import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { shardTable } from '../../data/search/index/shards.ts';
import { translateAwsError } from '../../data/store/aws-errors.ts';
import type { Clock } from '../../data/store/clock.ts';
import { checkShards, getShards } from '../../data/store/shard-epochs.ts';
import { accessTable, type Item } from '../../data/store/table-access.ts';
import { getItem } from '../../data/store/table-reads.ts';
import type { StoredTypes } from '../../data/stored-types.ts';
import type { Settings } from '../../shared/settings.ts';
import type { CheckItems } from './check-context.ts';
import { checkItems } from './check-items.ts';
import { KnownDocuments } from './known-documents.ts';
import { newReport, type TableReport } from './report.ts';
import { ItemReader } from './stored-item.ts';

/** The progress of a verification. It can be stored as JSON. */
export interface Progress {
  readonly report: TableReport;
  /** The progress of each segment. */
  readonly segments: SegmentProgress[];
}

interface SegmentProgress {
  readonly isDone: boolean;
  /** The key at which to continue; absent at the beginning. */
  readonly next?: Item;
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
  /** Whether to rewrite documents of older versions. */
  readonly isUpgrading?: boolean;
  /** The limit of read units per second; Infinity means no limit. */
  readonly unitsPerSecond: number;
  readonly progress: Progress;
  /** Called after each page. Returns whether to stop. */
  readonly onPage?: (progress: Progress) => boolean;
}

/** The most items of a page. The items looked up for a page stay in memory. */
const maxPageItems = 100;

export function newProgress(tableName: string, types: StoredTypes, segments: number): Progress {
  const names = [...types.documents, ...types.items].map(({ name }) => name);
  return {
    report: newReport(tableName, names),
    segments: Array.from({ length: segments }, () => ({ isDone: false })),
  };
}

/**
 * @returns whether the table has been verified to its end. Either way `progress` contains the findings.
 * @throws ServiceError unavailable, and Error when the shards contradict the table.
 */
export async function verifyTable(options: VerifyOptions): Promise<boolean> {
  const { client, tableName, types, shards = {}, clock, isRepairing, isUpgrading = false } = options;
  const { unitsPerSecond, progress } = options;
  const pace = new Pace(clock, unitsPerSecond);
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
    isUpgrading,
    areKeysCounted: false,
    areShardsNoted: noted !== undefined,
  };
  const limit = Math.min(maxPageItems, Math.ceil(unitsPerSecond));
  let isStopped = false;
  const verifySegment = async (number: number): Promise<void> => {
    let at = progress.segments[number];
    while (at && !at.isDone && !isStopped) {
      await pace.wait();
      const page = await scanPage(options, number, { limit, start: at.next });
      pace.use(page.units + (await checkItems(context, page.items)));
      at = page.next ? { isDone: false, next: page.next } : { isDone: true };
      progress.segments[number] = at;
      isStopped ||= options.onPage?.(progress) ?? false;
    }
  };
  await Promise.all(progress.segments.map((_, number) => verifySegment(number)));
  return progress.segments.every(({ isDone }) => isDone);
}

/** Spreads read units over time. */
class Pace {
  readonly #clock: Pick<Clock, 'now' | 'pause'>;
  readonly #unitsPerSecond: number;
  /** The time at which the used units are paid for, in milliseconds since 1970. */
  #paidAt: number;

  /** @param unitsPerSecond Infinity means no limit. */
  constructor(clock: Pick<Clock, 'now' | 'pause'>, unitsPerSecond: number) {
    this.#clock = clock;
    this.#unitsPerSecond = unitsPerSecond;
    this.#paidAt = clock.now();
  }

  /** Waits until more units may be used. */
  async wait(): Promise<void> {
    const ms = this.#paidAt - this.#clock.now();
    if (ms > 0) await this.#clock.pause(ms);
  }

  use(units: number): void {
    this.#paidAt = Math.max(this.#paidAt, this.#clock.now()) + (units * 1_000) / this.#unitsPerSecond;
  }
}

/**
 * Reads a page of a segment.
 *
 * @param limit The most items of the page.
 * @returns `next` is the key at which to continue, undefined at the end; `units` are the read units used.
 * @throws ServiceError unavailable.
 */
async function scanPage(
  { client, tableName, progress: { segments } }: VerifyOptions,
  number: number,
  { limit, start }: { readonly limit: number; readonly start: Item | undefined },
): Promise<{ readonly items: readonly Item[]; readonly next: Item | undefined; readonly units: number }> {
  const command = new ScanCommand({
    TableName: tableName,
    Segment: number,
    TotalSegments: segments.length,
    Limit: limit,
    ReturnConsumedCapacity: 'TOTAL',
    ...(start ? { ExclusiveStartKey: start } : {}),
  });
  try {
    const { Items: items = [], LastEvaluatedKey: next, ConsumedCapacity } = await client.send(command);
    return { items, next, units: ConsumedCapacity?.CapacityUnits ?? 0 };
  } catch (error) {
    throw translateAwsError(error);
  }
}
