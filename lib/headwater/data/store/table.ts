/** The only table. Its keys `pk` and `sk` are strings; each kind of item has its own attributes. */

import {
  CreateTableCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';

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

/** The members of CreateTable that differ between tables. */
type TableKeys = Pick<
  CreateTableCommandInput,
  'AttributeDefinitions' | 'KeySchema' | 'GlobalSecondaryIndexes'
>;

const standardKeys: TableKeys = {
  AttributeDefinitions: [...tableDefinition.AttributeDefinitions],
  KeySchema: [...tableDefinition.KeySchema],
};

/** Creates a table for local engines and tests, unless it exists; by default with the keys of the table of a service. */
export async function createTable(
  client: DynamoDBClient,
  tableName: string,
  keys: TableKeys = standardKeys,
): Promise<void> {
  try {
    await client.send(
      new CreateTableCommand({
        TableName: tableName,
        BillingMode: tableDefinition.BillingMode,
        ...keys,
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
