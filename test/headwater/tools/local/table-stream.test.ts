/** The changes that the local engine reports are those of its items, in their order, and no others. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTable } from '../../../../lib/headwater/data/store/table.ts';
import { startDynamodb } from '../../../../lib/headwater/tools/local/dynamodb.ts';
import {
  type StreamView,
  streamRecord,
  type TableChange,
} from '../../../../lib/headwater/tools/local/table-stream.ts';
import { amount } from '../../../support/amount.ts';

const TableName = 'changes';
const changes: TableChange[] = [];
let client: DynamoDBDocumentClient;
let close: () => Promise<void>;

beforeAll(async () => {
  const engine = await startDynamodb(undefined, (change) => changes.push(change));
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const endpoint = `http://127.0.0.1:${engine.port}`;
  const plain = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  await createTable(plain, TableName);
  client = DynamoDBDocumentClient.from(plain);
  close = async () => {
    plain.destroy();
    await engine.close();
  };
});
afterAll(() => close());

const key = fc.constantFrom('a', 'b', 'c').map((sk) => ({ pk: 'p', sk }));
const value = fc.integer({ min: 0, max: 2 });
const isAbsent = { ConditionExpression: 'attribute_not_exists(pk)' };
const set = (Key: object, n: number) => ({
  TableName,
  Key,
  UpdateExpression: 'SET n = :n',
  ExpressionAttributeValues: { ':n': n },
});

/** Commands, some of which DynamoDB refuses or which change nothing. */
const command = fc.oneof(
  fc.record({ Key: key, n: value }).map(
    ({ Key, n }) =>
      () =>
        client.send(new PutCommand({ TableName, Item: { ...Key, n } })),
  ),
  key.map((Key) => () => client.send(new PutCommand({ TableName, Item: Key, ...isAbsent }))),
  key.map((Key) => () => client.send(new DeleteCommand({ TableName, Key }))),
  fc.record({ Key: key, n: value }).map(
    ({ Key, n }) =>
      () =>
        client.send(new UpdateCommand(set(Key, n))),
  ),
  fc.record({ Key: key, n: value }).map(
    ({ Key, n }) =>
      () =>
        client.send(
          new BatchWriteCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item: { ...Key, n } } }] } }),
        ),
  ),
  fc.record({ one: key, other: key, n: value }).map(
    ({ one, other, n }) =>
      () =>
        client.send(
          new TransactWriteCommand({
            TransactItems: [
              { Update: set(one, n) },
              { Put: { TableName, Item: other, ...isAbsent } },
              { ConditionCheck: { TableName, Key: { pk: 'p', sk: 'other' }, ...isAbsent } },
            ],
          }),
        ),
  ),
  fc.record({ one: key, n: value }).map(
    ({ one, n }) =>
      () =>
        client.send(
          new TransactWriteCommand({
            TransactItems: [
              { Delete: { TableName, Key: one } },
              { Put: { TableName, Item: { pk: 'q', sk: 'd', n } } },
            ],
          }),
        ),
  ),
);

test('the changes, applied one after the other, are the table', { tags: ['property'] }, async () => {
  const state = new Map<string, unknown>();
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 12 }), async (commands) => {
      changes.length = 0;
      for (const send of commands) await send().catch(() => undefined);
      for (const { table, before, after } of changes) {
        expect(table).toBe(TableName);
        const { pk, sk } = unmarshall((after ?? before ?? {}) as never);
        const id = `${pk} ${sk}`;
        // Each begins where the one before it has ended, and changes something.
        expect(before && unmarshall(before as never)).toEqual(state.get(id));
        expect(after).not.toEqual(before);
        if (after) state.set(id, unmarshall(after as never));
        else state.delete(id);
      }
      const { Items = [] } = await client.send(new ScanCommand({ TableName, ConsistentRead: true }));
      const stored = new Map(Items.map((item) => [`${item['pk']} ${item['sk']}`, item]));
      expect(state).toEqual(stored);
    }),
    { numRuns: amount({ few: 40, many: 300, most: 2_000 }) },
  );
});

const image = { pk: { S: 'p' }, sk: { S: 'a' }, n: { N: '1' } };
const Keys = { pk: { S: 'p' }, sk: { S: 'a' } };

test.each<[view: StreamView, change: object, want: object]>([
  ['KEYS_ONLY', { after: image }, { eventName: 'INSERT', dynamodb: { Keys } }],
  [
    'NEW_IMAGE',
    { before: image, after: image },
    { eventName: 'MODIFY', dynamodb: { Keys, NewImage: image } },
  ],
  ['OLD_IMAGE', { before: image }, { eventName: 'REMOVE', dynamodb: { Keys, OldImage: image } }],
  [
    'NEW_AND_OLD_IMAGES',
    { before: image, after: image },
    { eventName: 'MODIFY', dynamodb: { Keys, NewImage: image, OldImage: image } },
  ],
])('a record with %s', (view, change, want) => {
  const { eventName, dynamodb = {} } = streamRecord(
    { table: TableName, ...change },
    { view, now: 1_700_000_000_123, sequenceNumber: '7' },
  );
  const { Keys: keys, NewImage, OldImage } = dynamodb;
  const images = { ...(NewImage && { NewImage }), ...(OldImage && { OldImage }) };
  expect({ eventName, dynamodb: { Keys: keys, ...images } }).toEqual(want);
  expect(dynamodb).toMatchObject({
    StreamViewType: view,
    SequenceNumber: '7',
    ApproximateCreationDateTime: 1_700_000_000,
  });
});
