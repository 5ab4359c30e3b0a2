/** The only table. Its keys `pk` and `sk` are strings; each kind of item has its own attributes. */

import { CreateTableCommand, type DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb';

/** A test compares it with the declaration in compile/aws/configuration/defaults.yml. */
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

/** Creates the table for local engines and tests, unless it exists. */
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
