/** A DynamoDB engine: dynalite in this process, in memory, or DynamoDB Local (test/headwater/dynamodb-local). */

import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import { documentClient } from '../../lib/headwater/data/store/client.ts';
import { createTable } from '../../lib/headwater/data/store/table.ts';
import type { Item } from '../../lib/headwater/data/store/table-access.ts';
import { scanTable } from '../../lib/headwater/testing/scan-table.ts';
import { startDynamodb } from '../../lib/headwater/tools/local/dynamodb.ts';
import { cleanUp } from './clean-up.ts';

export interface Engine {
  readonly client: DynamoDBDocumentClient;
  /** Variables with the address of the engine; a function also needs TABLE_NAME. */
  readonly environment: Readonly<Record<string, string>>;
  /** A new, empty table. */
  makeTable(): Promise<string>;
  /** All items of a table, by partition and sort key. */
  scan(tableName: string): Promise<Item[]>;
  clear(tableName: string): Promise<void>;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly dynamodbLocalPort: number | undefined;
  }
}

/**
 * Starts an engine that stops after the tests of the file.
 *
 * @param atEnd gets the steps that stop it; an engine for all files of a worker ends with the process.
 */
export async function startEngine(atEnd: (step: () => unknown) => void = cleanUp): Promise<Engine> {
  const endpoint = `http://127.0.0.1:${inject('dynamodbLocalPort') ?? (await startHere(atEnd))}`;
  // DynamoDB Local has one database per access key, so parallel files do not share tables.
  const credentials = { accessKeyId: `test${randomUUID().replaceAll('-', '')}`, secretAccessKey: 'test' };
  const plain = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  atEnd(() => plain.destroy());
  const client = documentClient(plain);
  let tables = 0;
  const makeTable = async () => {
    const tableName = `test-${++tables}`;
    await createTable(plain, tableName);
    return tableName;
  };
  const environment = {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  const clear = async (tableName: string) => {
    for (const { pk, sk } of await scanTable(client, tableName)) {
      if (pk && sk) await client.send(new DeleteCommand({ TableName: tableName, Key: { pk, sk } }));
    }
  };
  return { client, environment, makeTable, scan: (tableName) => scanTable(client, tableName), clear };
}

async function startHere(atEnd: (step: () => unknown) => void): Promise<number> {
  const { port, close } = await startDynamodb();
  atEnd(close);
  return port;
}
