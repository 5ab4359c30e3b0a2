/** Reads a segment of a table page by page. */

import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { translateAwsError } from '../../data/store/aws-errors.ts';
import type { Item } from '../../data/store/table-access.ts';

export interface Segment {
  readonly number: number;
  readonly of: number;
  /** The most items of a page. */
  readonly limit: number;
}

export interface ScannedPage {
  readonly items: readonly Item[];
  /** The key at which to continue; undefined at the end. */
  readonly next: Item | undefined;
  /** The read units used. */
  readonly units: number;
}

/** @throws ServiceError unavailable. */
export async function scanPage(
  { client, tableName }: { readonly client: DynamoDBDocumentClient; readonly tableName: string },
  { number, of, limit }: Segment,
  start: Item | undefined,
): Promise<ScannedPage> {
  const command = new ScanCommand({
    TableName: tableName,
    Segment: number,
    TotalSegments: of,
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
