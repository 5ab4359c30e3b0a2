/** The DynamoDB engine of this machine keeps nothing open after a response. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { AbstractLevel } from 'abstract-level';
import { expect, test, vi } from 'vitest';
import { createTable } from '../../../../lib/headwater/data/store/table.ts';
import { startDynamodb } from '../../../../lib/headwater/tools/local/dynamodb.ts';
import { cleanUp } from '../../../support/clean-up.ts';

test.each(['a folder', 'memory'])(
  'queries leave no iterator open: data in %s',
  { tags: ['local'] },
  async (place) => {
    const opened = vi.spyOn(AbstractLevel.prototype, 'attachResource');
    const closed = vi.spyOn(AbstractLevel.prototype, 'detachResource');
    const client = await startClient(place === 'memory' ? undefined : await makeFolder());
    for (let number = 0; number < 10; number++) {
      await client.send(
        new PutCommand({ TableName: 'table', Item: { pk: 'a', sk: `${number}`, text: 'x'.repeat(200_000) } }),
      );
    }
    const before = opened.mock.calls.length;
    const query = {
      TableName: 'table',
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'a' },
    };
    for (let count = 0; count < 15; count++) {
      // To its end, to its limit, to its limit of 1 MB, and without items.
      await client.send(new QueryCommand({ ...query, Limit: 100, ProjectionExpression: 'pk' }));
      await client.send(new QueryCommand({ ...query, Limit: 2 }));
      await client.send(new QueryCommand({ ...query, ScanIndexForward: false }));
      await client.send(new QueryCommand({ ...query, ExpressionAttributeValues: { ':pk': 'b' } }));
      await client.send(new ScanCommand({ TableName: 'table', Limit: 3 }));
    }
    expect(opened.mock.calls.length - before).toBeGreaterThanOrEqual(75);
    await expect.poll(() => opened.mock.calls.length - closed.mock.calls.length).toBe(0);
  },
);

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function startClient(folder: string | undefined): Promise<DynamoDBDocumentClient> {
  const { port, close } = await startDynamodb(folder);
  cleanUp(close);
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const plain = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials,
  });
  cleanUp(() => plain.destroy());
  await createTable(plain, 'table');
  return DynamoDBDocumentClient.from(plain);
}
