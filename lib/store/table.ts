/** The one table: `pk` and `sk` are strings; everything else about an item is its own business. */

import { CreateTableCommand, type DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb';

/** As serverless.yml declares it for the cloud; a test compares the two. */
export const tableDefinition = {
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  BillingMode: 'PAY_PER_REQUEST',
} as const;

/** For local engines and tests; a table that is there already stays as it is. */
export async function createTable(client: DynamoDBClient, tableName: string): Promise<void> {
  const { AttributeDefinitions, KeySchema, BillingMode } = tableDefinition;
  try {
    await client.send(
      new CreateTableCommand({
        TableName: tableName,
        AttributeDefinitions: [...AttributeDefinitions],
        KeySchema: [...KeySchema],
        BillingMode,
      }),
    );
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ResourceInUseException')) throw error;
  }
  await waitUntilTableExists(
    { client, minDelay: 0.02, maxDelay: 0.2, maxWaitTime: 20 },
    { TableName: tableName },
  );
}
