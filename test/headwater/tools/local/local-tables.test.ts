/** The tables and indexes of the local database follow the config: each index has what a model of it has, and items stay. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import type { AwsSettings } from '../../../../lib/headwater/config/aws-resources.ts';
import type { IndexSettings as TableIndex } from '../../../../lib/headwater/config/tables.ts';
import { startDynamodb } from '../../../../lib/headwater/tools/local/dynamodb.ts';
import { ensureTables } from '../../../../lib/headwater/tools/local/local-tables.ts';
import { cleanUp } from '../../../support/clean-up.ts';

type Item = Readonly<Record<string, string | number>>;

let plain: DynamoDBClient;
let client: DynamoDBDocumentClient;
/** By partition and sort key. */
const stored = new Map<string, Item>();

beforeAll(async () => {
  const { port, close } = await startDynamodb();
  cleanUp(close);
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  plain = new DynamoDBClient({ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', credentials });
  cleanUp(() => plain.destroy());
  client = DynamoDBDocumentClient.from(plain);
});

const TableName = 'own-orders';
const keyOf = (item: Item) => ({ pk: item['pk'], sk: item['sk'] });

async function put(item: Item): Promise<void> {
  await client.send(new PutCommand({ TableName, Item: item }));
  stored.set(JSON.stringify(keyOf(item)), item);
}

const byState: TableIndex = { partition: 'state', sort: { name: 'total', type: 'number' } };
const byDay: TableIndex = { partition: 'day', project: 'keys' };
const byStateAlone: TableIndex = { partition: 'state', project: ['day'] };

const ordersWith = (indexes: Readonly<Record<string, TableIndex>>): AwsSettings => ({
  table: { indexes: { byName: { partition: 'name' } } },
  tables: { orders: { partition: 'pk', sort: 'sk', indexes } },
});

const nameOf = (key: TableIndex['partition']) => (typeof key === 'string' ? key : key.name);

/** What an index has of these items, by the documentation of DynamoDB. */
function modelOf({ partition, sort, project = 'all' }: TableIndex, value: string): Item[] {
  const keys = [partition, ...(sort === undefined ? [] : [sort])].map(nameOf);
  const kept = [...keys, 'pk', 'sk', ...(typeof project === 'string' ? [] : project)];
  const items = [...stored.values()].filter(
    (item) => item[nameOf(partition)] === value && keys.every((key) => item[key] !== undefined),
  );
  return items.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => project === 'all' || kept.includes(name))),
  );
}

async function read(IndexName: string, { partition }: TableIndex, value: string): Promise<Item[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      IndexName,
      KeyConditionExpression: '#key = :value',
      ExpressionAttributeNames: { '#key': nameOf(partition) },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
  return Items;
}

const sorted = (items: readonly Item[]) =>
  items.map((item) => JSON.stringify(Object.fromEntries(Object.entries(item).toSorted()))).toSorted();

async function expectIndexes(indexes: Readonly<Record<string, TableIndex>>): Promise<void> {
  await ensureTables(plain, 'own', ordersWith(indexes));
  for (const [name, index] of Object.entries(indexes))
    for (const value of ['open', 'paid', '1', '2'])
      expect([name, value, sorted(await read(name, index, value))]).toEqual([
        name,
        value,
        sorted(modelOf(index, value)),
      ]);
}

test('indexes are made, filled, changed and removed, and follow all kinds of writes', async () => {
  await expectIndexes({});
  for (let n = 0; n < 24; n++)
    await put({
      pk: `p${n % 3}`,
      sk: `s${n}`,
      ...(n % 4 === 0 ? {} : { state: n % 2 === 0 ? 'open' : 'paid' }),
      ...(n % 5 === 0 ? {} : { total: n }),
      ...(n % 3 === 0 ? {} : { day: `${n % 3}` }),
    });
  await expectIndexes({ byState });
  await expectIndexes({ byState, byDay });
  await put({ pk: 'p0', sk: 's0', state: 'open', total: 7, day: '1' });
  await client.send(new DeleteCommand({ TableName, Key: { pk: 'p1', sk: 's1' } }));
  stored.delete(JSON.stringify({ pk: 'p1', sk: 's1' }));
  const paid = { pk: 'p2', sk: 's2', state: 'paid', total: 2, day: '2' };
  await client.send(
    new UpdateCommand({
      TableName,
      Key: keyOf(paid),
      UpdateExpression: 'SET #state = :state',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':state': 'paid' },
    }),
  );
  stored.set(JSON.stringify(keyOf(paid)), paid);
  const both = { pk: 'p9', sk: 's9', state: 'open', total: 99 };
  await client.send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: both } }] }));
  stored.set(JSON.stringify(keyOf(both)), both);
  await expectIndexes({ byState, byDay });
  // Another projection, and other keys, under the same name.
  await expectIndexes({ byState: byStateAlone, byDay });
  await expectIndexes({ byState: byStateAlone });
  await expect(read('byDay', byDay, '1')).rejects.toThrow('does not have the specified index');
  expect(stored.size).toBe(24);
});

test('a table with other keys is refused, and keeps its items', async () => {
  const settings: AwsSettings = {
    tables: { orders: { partition: 'pk', sort: { name: 'sk', type: 'number' } } },
  };
  await expect(ensureTables(plain, 'own', settings)).rejects.toThrow(
    'The local table own-orders has other keys than headwater.config.ts: DynamoDB cannot change them.',
  );
});
