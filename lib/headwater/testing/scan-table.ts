import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../data/store/table-access.ts';

/** All items of a table, in the order of these keys. */
export async function scanTable(
  client: DynamoDBDocumentClient,
  tableName: string,
  keys: readonly string[] = ['pk', 'sk'],
): Promise<Item[]> {
  const items: Item[] = [];
  let after: Item | undefined;
  do {
    const page = await client.send(
      new ScanCommand({
        TableName: tableName,
        ConsistentRead: true,
        ...(after ? { ExclusiveStartKey: after } : {}),
      }),
    );
    items.push(...(page.Items ?? []));
    after = page.LastEvaluatedKey;
  } while (after);
  const keyOf = (item: Item) => keys.map((key) => String(item[key])).join(' ');
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
