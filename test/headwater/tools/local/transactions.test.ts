/** Transactions of the local engine. test/headwater/dynamodb-local sends the same requests to DynamoDB Local. */

import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEngine } from '../../../support/engine.ts';
import { type Address, type Answer, type RawEngine, rawEngine } from '../../../support/raw-engine.ts';
import {
  badUpdates,
  before,
  cancelled,
  check,
  effects,
  exists,
  failed,
  get,
  isNew,
  item,
  keys,
  none,
  one,
  otherTable,
  put,
  reads,
  refused,
  remove,
  requests,
  sizes,
  TableName,
  update,
} from './transaction-cases.ts';

let address: Address;
let engine: RawEngine;

beforeAll(async () => {
  const { environment } = await startEngine();
  address = environment as unknown as Address;
  engine = rawEngine(address);
  await engine.makeTable(TableName);
  await engine.makeTable(otherTable);
});

beforeEach(async () => {
  for (const table of [TableName, otherTable]) {
    for (const { pk, sk } of await engine.itemsOf(table))
      await engine.send('DeleteItem', { TableName: table, Key: { pk, sk } });
  }
  for (const Item of before) await engine.send('PutItem', { TableName, Item });
});

function write(items: unknown, rest: object = {}): Promise<Answer> {
  return engine.send('TransactWriteItems', { TransactItems: items, ...rest });
}

function read(items: unknown, rest: object = {}): Promise<Answer> {
  return engine.send('TransactGetItems', { TransactItems: items, ...rest });
}

for (const { name, items, answer, after = before } of [
  ...effects,
  ...badUpdates,
  ...keys,
  ...requests,
  ...sizes,
]) {
  test(name, async () => {
    expect(await write(items)).toEqual(answer);
    expect(await engine.itemsOf(TableName)).toEqual(after);
  });
}

for (const { name, items, answer } of reads) {
  test(name, async () => {
    expect(await read(items)).toEqual(answer);
  });
}

test('the items of a read take at most 4 MB', async () => {
  const text = { S: 'x'.repeat(399_000) };
  const all = Array.from({ length: 11 }, (_, at) => `${at}`);
  for (const sk of all) await engine.send('PutItem', { TableName, Item: item(sk, { text }) });
  const { Responses } = await read(all.slice(0, 10).map((sk) => get(sk)));
  expect(Responses).toHaveLength(10);
  expect(await read(all.map((sk) => get(sk)))).toEqual(
    refused(expect.stringMatching(/^Payload in response is too large\.4389\d{3}$/)),
  );
});

test('an index changes with the items, or not at all', async () => {
  await engine.send('CreateTable', {
    TableName: 'indexed',
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'S' },
      { AttributeName: 's', AttributeType: 'S' },
    ],
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by-s',
        KeySchema: [{ AttributeName: 's', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  });
  await expect
    .poll(() => engine.send('DescribeTable', { TableName: 'indexed' }))
    .toMatchObject({ Table: { TableStatus: 'ACTIVE' } });
  const indexed = { TableName: 'indexed' };
  const found = async (s: string) => {
    const { Items } = await engine.send('Query', {
      ...indexed,
      IndexName: 'by-s',
      KeyConditionExpression: 's = :s',
      ExpressionAttributeValues: { ':s': { S: s } },
    });
    return Items;
  };
  const old = item('a', { s: { S: 'old' } });
  expect(await write([put('a', { s: { S: 'old' } }, indexed)])).toEqual({});
  const renaming = put('a', { s: { S: 'new' } }, indexed);
  expect(await write([renaming, put('b', {}, { ...indexed, ...exists })])).toEqual(cancelled(none, failed));
  expect([await found('old'), await found('new')]).toEqual([[old], []]);
  expect(await write([renaming])).toEqual({});
  expect([await found('old'), await found('new')]).toEqual([[], [item('a', { s: { S: 'new' } })]]);
});

describe('capacity', () => {
  const big = item('big', { text: { S: 'x'.repeat(5_000) } });

  beforeEach(async () => {
    await engine.send('PutItem', { TableName, Item: big });
  });

  const responses = { Responses: [{ Item: big }] };
  const four = { CapacityUnits: 4, ReadCapacityUnits: 4 };

  test('a read takes two units for each 4 KB', async () => {
    expect(await read([get('big')], { ReturnConsumedCapacity: 'TOTAL' })).toEqual({
      ...responses,
      ConsumedCapacity: [{ TableName, ...four }],
    });
  });

  test('INDEXES also shows the units of the table alone', async () => {
    expect(await read([get('big')], { ReturnConsumedCapacity: 'INDEXES' })).toEqual({
      ...responses,
      ConsumedCapacity: [{ TableName, ...four, Table: four }],
    });
  });

  test('a read takes two units for a missing item', async () => {
    expect(
      await read([get('c'), get('c', { TableName: otherTable })], { ReturnConsumedCapacity: 'TOTAL' }),
    ).toEqual({
      Responses: [{}, {}],
      ConsumedCapacity: [TableName, otherTable].map((table) => {
        return { TableName: table, CapacityUnits: 2, ReadCapacityUnits: 2 };
      }),
    });
  });

  test('a check takes two units for each KB', async () => {
    expect(await write([check('big', 'attribute_exists(pk)')], { ReturnConsumedCapacity: 'TOTAL' })).toEqual({
      ConsumedCapacity: [{ TableName, CapacityUnits: 10, WriteCapacityUnits: 10 }],
    });
  });

  test('a write takes two units for each KB of the larger of the old and the new item', async () => {
    const items = [put('big'), put('a', { text: { S: 'x'.repeat(2_000) } }), remove('c')];
    const Table = { CapacityUnits: 16, WriteCapacityUnits: 16 };
    expect(await write(items, { ReturnConsumedCapacity: 'INDEXES' })).toEqual({
      ConsumedCapacity: [{ TableName, ...Table, Table }],
    });
  });

  test('nothing is reported unless it is asked for', async () => {
    expect(await write([put('c')], { ReturnConsumedCapacity: 'NONE' })).toEqual({});
    expect(await read([get('c')], { ReturnConsumedCapacity: 'NONE' })).toEqual({
      Responses: [{ Item: item('c') }],
    });
  });
});

describe('tokens', () => {
  const increment = update('a', 'ADD n :one', one);
  const other = refused(expect.any(String), 'IdempotentParameterMismatchException');
  let ClientRequestToken: string;
  const number = async () => {
    const { Item } = await engine.send('GetItem', { TableName, Key: item('a'), ConsistentRead: true });
    return Object(Item).n.N;
  };

  beforeEach(() => {
    ClientRequestToken = randomUUID();
  });

  test('a repeated request changes nothing', async () => {
    for (let time = 0; time < 3; time++) expect(await write([increment], { ClientRequestToken })).toEqual({});
    expect(await number()).toBe('2');
  });

  test('a repeated request costs a read', async () => {
    await write([increment], { ClientRequestToken });
    const again = { ClientRequestToken, ReturnConsumedCapacity: 'TOTAL' };
    expect(await write([increment], again)).toEqual({
      ConsumedCapacity: [{ TableName, CapacityUnits: 2, ReadCapacityUnits: 2 }],
    });
  });

  test('the order of members does not make another request', async () => {
    const { Update } = increment as { readonly Update: object };
    await write([increment], { ClientRequestToken });
    const reordered = Object.fromEntries(Object.entries(Update).toReversed());
    expect(await write([{ Update: reordered }], { ClientRequestToken })).toEqual({});
    expect(await number()).toBe('2');
  });

  test('another request with the token is refused, also if it has two operations on one item', async () => {
    await write([increment], { ClientRequestToken });
    expect(await write([increment, put('c')], { ClientRequestToken })).toEqual(other);
    expect(await write([increment, increment], { ClientRequestToken })).toEqual(other);
    expect(await number()).toBe('2');
    expect(await engine.itemsOf(TableName)).toHaveLength(2);
  });

  test('a cancelled request leaves its token for another', async () => {
    expect(await write([increment, put('b', {}, isNew)], { ClientRequestToken })).toEqual(
      cancelled(none, failed),
    );
    expect(await write([increment], { ClientRequestToken })).toEqual({});
    expect(await number()).toBe('2');
  });

  test('of many requests at once, one changes the item', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => write([increment], { ClientRequestToken })),
    );
    const inProgress = refused(
      'The transaction with the given request token is already in progress.',
      'TransactionInProgressException',
    );
    expect(answers).toContainEqual({});
    for (const answer of answers) expect([{}, inProgress]).toContainEqual(answer);
    expect(await number()).toBe('2');
  });

  test('a token is not empty', async () => {
    expect(await write([increment], { ClientRequestToken: '' })).toEqual(
      refused(
        "Value '' at 'clientRequestToken' failed to satisfy constraint: Member must have length greater than or equal to 1",
      ),
    );
  });

  test('a token has at most 36 characters', async () => {
    const token = 'x'.repeat(37);
    expect(await write([increment], { ClientRequestToken: token })).toEqual(
      refused(
        `Value '${token}' at 'clientRequestToken' failed to satisfy constraint: Member must have length less than or equal to 36`,
      ),
    );
  });
});
