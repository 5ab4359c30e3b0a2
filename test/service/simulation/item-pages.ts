/** What queries and scans read: in which order, from where on, and how much of it at once. */

import type { QueryCommandInput, ScanCommandInput } from '@aws-sdk/client-dynamodb';
import { holds, parseExpression } from './expressions.ts';
import { sizeOfItem } from './item-size.ts';
import { compareTexts } from './key-order.ts';
import type { Item } from './marshalled-item.ts';
import type { StoredItems } from './stored-items.ts';

const maxPageBytes = 1024 * 1024;

/** From the start key on, in the order of the query. */
export function queriedItems(items: StoredItems, input: QueryCommandInput, step: number): Item[] {
  const expression = parseExpression(input.KeyConditionExpression ?? '');
  const isWithin = (item: Item) => holds(expression, item, input);
  // Throws for bounds in the wrong order, even without items.
  const pk = partitionOf(input);
  isWithin({ pk: { S: pk } });
  const own = items.partition(pk, step).filter(isWithin);
  const isForward = input.ScanIndexForward !== false;
  const ordered = isForward ? own : own.toReversed();
  const { ExclusiveStartKey } = input;
  if (!ExclusiveStartKey) return ordered;
  if (!isWithin(ExclusiveStartKey)) throw new Error('The start key is outside of what is asked for.');
  const start = ExclusiveStartKey.sk?.S ?? '';
  const isAfter = (item: Item) => compareTexts(item.sk?.S ?? '', start) * (isForward ? 1 : -1) > 0;
  return ordered.filter(isAfter);
}

/** A key condition begins with the partition: `#pk = :pk` or `pk = :pk`. */
function partitionOf({
  KeyConditionExpression = '',
  ExpressionAttributeValues = {},
}: QueryCommandInput): string {
  const [, name = ''] = /^#?pk = (:\w+)/.exec(KeyConditionExpression) ?? [];
  const pk = ExpressionAttributeValues[name]?.S;
  if (pk === undefined) throw new Error(`Expected a partition in ${KeyConditionExpression}.`);
  return pk;
}

/** In the order of hashed partition keys; a segment is a range of the hashes. */
export function scannedItems(items: StoredItems, input: ScanCommandInput, step: number): Item[] {
  const { Segment = 0, TotalSegments = 1, ExclusiveStartKey } = input;
  const isOwn = (pk: string) => Math.floor((hashOf(pk) * TotalSegments) / hashes) === Segment;
  const partitions = items.partitionKeys().filter(isOwn).toSorted(compareHashes);
  const { pk: startPk, sk: startSk } = ExclusiveStartKey ?? {};
  const start = startPk?.S;
  if (start === undefined) return partitions.flatMap((pk) => items.partition(pk, step));
  const isAfter = (item: Item) => compareTexts(item.sk?.S ?? '', startSk?.S ?? '') > 0;
  return partitions
    .filter((pk) => compareHashes(pk, start) >= 0)
    .flatMap((pk) => items.partition(pk, step).filter((item) => pk !== start || isAfter(item)));
}

const hashes = 2 ** 32;

/** FNV-1a, mixed: short keys differ in the last bits alone. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function compareHashes(one: string, other: string): number {
  return hashOf(one) - hashOf(other) || compareTexts(one, other);
}

export interface ItemPage {
  readonly page: readonly Item[];
  /** The item at which the page has stopped; undefined at the end. */
  readonly last: Item | undefined;
  readonly bytes: number;
}

/** A page ends after the item that makes it as long as the limit, or 1 MB large. */
export function pageOf(all: readonly Item[], limit = Number.POSITIVE_INFINITY): ItemPage {
  const page: Item[] = [];
  let bytes = 0;
  for (const item of all) {
    page.push(item);
    bytes += sizeOfItem(item);
    if (page.length >= limit || bytes >= maxPageBytes) return { page, last: item, bytes };
  }
  return { page, last: undefined, bytes };
}
