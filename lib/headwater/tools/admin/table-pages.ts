/** Reads a whole table page by page, in segments side by side, at a pace. It can be stopped and continued. */

import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { translateAwsError } from '../../data/store/aws-errors.ts';
import type { Clock } from '../../data/store/clock.ts';
import type { Item } from '../../data/store/table-access.ts';

/** The progress of a segment. It can be stored as JSON. */
export interface SegmentProgress {
  readonly isDone: boolean;
  /** The key at which to continue; absent at the beginning. */
  readonly next?: Item;
}

export interface TablePage {
  readonly items: readonly Item[];
  /** The read units that reading the page has used. */
  readonly units: number;
}

export interface TableScan {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly segments: SegmentProgress[];
  readonly pace: Pace;
  /** It takes what it uses, and `units`, from the pace. */
  readonly onPage: (page: TablePage) => Promise<void>;
  /** Called after each page. */
  readonly isStopped: () => boolean;
}

/** The most items of a page. The items looked up for a page stay in memory. */
const maxPageItems = 100;

export function newSegments(count: number): SegmentProgress[] {
  return Array.from({ length: count }, () => ({ isDone: false }));
}

/** @returns whether the table has been read to its end. @throws ServiceError unavailable, and what `onPage` throws. */
export async function readPages(scan: TableScan): Promise<boolean> {
  const { segments, pace, onPage } = scan;
  let isStopped = false;
  const scanSegment = async (number: number): Promise<void> => {
    let at = segments[number];
    while (at && !at.isDone && !isStopped) {
      await pace.wait();
      const { next, ...page } = await scanPage(scan, number, at.next);
      await onPage(page);
      at = next ? { isDone: false, next } : { isDone: true };
      segments[number] = at;
      isStopped ||= scan.isStopped();
    }
  };
  await Promise.all(segments.map((_, number) => scanSegment(number)));
  return segments.every(({ isDone }) => isDone);
}

/** Spreads units over time. */
export class Pace {
  readonly #clock: Pick<Clock, 'now' | 'pause'>;
  readonly unitsPerSecond: number;
  /** The time at which the used units are paid for, in milliseconds since 1970. */
  #paidAt: number;

  /** @param unitsPerSecond Infinity means no limit. */
  constructor(clock: Pick<Clock, 'now' | 'pause'>, unitsPerSecond: number) {
    this.#clock = clock;
    this.unitsPerSecond = unitsPerSecond;
    this.#paidAt = clock.now();
  }

  /** Waits until more units may be used. */
  async wait(): Promise<void> {
    const ms = this.#paidAt - this.#clock.now();
    if (ms > 0) await this.#clock.pause(ms);
  }

  use(units: number): void {
    this.#paidAt = Math.max(this.#paidAt, this.#clock.now()) + (units * 1_000) / this.unitsPerSecond;
  }
}

/**
 * Reads a page of a segment.
 *
 * @returns `next` is the key at which to continue, undefined at the end.
 * @throws ServiceError unavailable.
 */
async function scanPage(
  { client, tableName, segments, pace: { unitsPerSecond } }: TableScan,
  number: number,
  start: Item | undefined,
): Promise<TablePage & { readonly next: Item | undefined }> {
  const command = new ScanCommand({
    TableName: tableName,
    Segment: number,
    TotalSegments: segments.length,
    Limit: Math.min(maxPageItems, Math.ceil(unitsPerSecond)),
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
