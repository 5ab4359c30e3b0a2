/** What queries and scans read: in which order, from where on, and how much of it at once. */

import type { QueryCommandInput, ScanCommandInput } from '@aws-sdk/client-dynamodb';
import { compareTexts } from './key-order.ts';
import type { Item } from './marshalled-item.ts';
import { keyOf, type StoredItems } from './stored-items.ts';

const keyCondition = /^#pk = (:\w+)(?: AND #sk BETWEEN (:\w+) AND (:\w+))?$/;

/** From the start key on, in the order of the query. */
export function queriedItems(items: StoredItems, input: QueryCommandInput, stepOf: () => number): Item[] {
  const { KeyConditionExpression = '', ExpressionAttributeValues: values = {} } = input;
  const [, atMost, bound = ''] = /^#pk = :pk AND #sk (<=|>=) (:\w+)$/.exec(KeyConditionExpression) ?? [];
  const edge = atMost === undefined ? undefined : { isUpper: atMost === '<=', at: values[bound]?.S ?? '' };
  const found = keyCondition.exec(edge ? '#pk = :pk' : KeyConditionExpression);
  if (!found) throw new Error(`The key condition ${KeyConditionExpression} is not simulated.`);
  const [pk = '', low, high] = found.slice(1).map((alias) => values[alias ?? '']?.S);
  if (low && high && compareTexts(low, high) > 0) throw new Error('BETWEEN must have the lower bound first.');
  const isBeyond = (sk: string) =>
    edge !== undefined && compareTexts(sk, edge.at) * (edge.isUpper ? 1 : -1) > 0;
  const isWithin = (sk: string) =>
    !isBeyond(sk) && (!low || !high || (compareTexts(low, sk) <= 0 && compareTexts(sk, high) <= 0));
  const start = input.ExclusiveStartKey && keyOf(input.ExclusiveStartKey);
  if (start && !(start.pk === pk && isWithin(start.sk)))
    throw new Error('The start key is outside of what is asked for.');
  const direction = input.ScanIndexForward === false ? -1 : 1;
  const isAfter = (sk: string) => !start || compareTexts(sk, start.sk) * direction > 0;
  const own = items.partition(pk, stepOf).filter(({ sk }) => isWithin(sk?.S ?? '') && isAfter(sk?.S ?? ''));
  return direction < 0 ? own.toReversed() : own;
}

/** By key, at least as many as the page may have. The end of a partition's name decides about its segment. */
export function scannedItems(items: StoredItems, input: ScanCommandInput, stepOf: () => number): Item[] {
  const { Segment = 0, TotalSegments = 1, ExclusiveStartKey, Limit = Number.POSITIVE_INFINITY } = input;
  const start = ExclusiveStartKey && keyOf(ExclusiveStartKey);
  const isOwn = (pk: string) => (pk.codePointAt(pk.length - 1) ?? 0) % TotalSegments === Segment;
  const isAfter = ({ pk, sk }: Item) => pk?.S !== start?.pk || compareTexts(sk?.S ?? '', start?.sk ?? '') > 0;
  const found: Item[] = [];
  for (const pk of items.partitionKeys(start?.pk)) {
    if (found.length > Limit) break;
    if (isOwn(pk)) found.push(...items.partition(pk, stepOf).filter(isAfter));
  }
  return found;
}
