/** The table in memory behaves like the local engine: random commands have the same outputs and errors on both. */

import {
  type AttributeValue,
  BatchGetItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import { amount } from '../../support/amount.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { Chance } from './chance.ts';
import { simulatedClient } from './client.ts';
import { Table } from './table.ts';

const commands = amount({ few: 0, many: 400, most: 6_000 });

let engine: Engine;

beforeAll(async () => {
  engine = await startEngine();
});

/** Their order by bytes differs from their order in JavaScript. */
const sortKeys = ['a', 'a\tb', 'ab', 'b', 'é', '\uffee', '\u{1f600}', '\u{1f600}x', '~', 'Z'];
const bounds = sortKeys.filter((key) => key < '\ud800');
const partitions = ['p', 'q', 't/\u{1f600}'];

const conditions = [
  'attribute_not_exists(#pk)',
  'attribute_exists(#pk)',
  'attribute_not_exists(#pk) OR #r < :r AND #w >= :w',
  '#r = :r AND #w = :w',
  '#r <> :r',
  'attribute_not_exists(#r) OR #r <= :r',
];

const updates = [
  'SET #w = :w, #r = :r',
  'SET #w = :w ADD #r :r',
  'ADD #r :r',
  'REMOVE #w',
  'REMOVE #w ADD #r :r',
  'SET #w = if_not_exists(#r, :w), #r = if_not_exists(#r, :w) + :r',
];

const keyConditions = ['#pk = :pk', '#pk = :pk AND #sk BETWEEN :low AND :high'];

const number = (value: number): AttributeValue => ({ N: String(value) });

/** The names and values that a text uses. */
function aliasesOf(text: string, values: Readonly<Record<string, AttributeValue>>) {
  const names = { '#pk': 'pk', '#sk': 'sk', '#r': 'r', '#w': 'w' };
  const used = <T>(all: Readonly<Record<string, T>>) => {
    const own = Object.entries(all).filter(([name]) => new RegExp(`${name}\\b`).test(text));
    return own.length > 0 ? Object.fromEntries(own) : undefined;
  };
  return { ExpressionAttributeNames: used(names), ExpressionAttributeValues: used(values) };
}

function randomCommand(chance: Chance, TableName: string) {
  const key = () => ({ pk: { S: chance.pick(partitions) }, sk: { S: chance.pick(sortKeys) } });
  const kind = chance.number();
  if (kind < 0.2) return new PutItemCommand(randomChange(chance, TableName).Put);
  if (kind < 0.25) return new DeleteItemCommand(randomChange(chance, TableName).Delete);
  if (kind < 0.3)
    return new UpdateItemCommand({
      ...randomChange(chance, TableName).Update,
      ReturnValues: chance.of(0.5) ? 'ALL_NEW' : undefined,
    });
  if (kind < 0.6) return randomTransaction(chance, TableName);
  if (kind < 0.65) return new GetItemCommand({ TableName, Key: key(), ConsistentRead: true });
  if (kind < 0.75) {
    const keys = Array.from({ length: chance.whole(1, 4) }, key);
    const Keys = [...new Map(keys.map((one) => [JSON.stringify(one), one])).values()];
    return new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } });
  }
  if (kind < 0.8) return new ScanCommand({ TableName, ConsistentRead: true });
  const keyCondition = chance.pick(keyConditions);
  const pk = { S: chance.pick(partitions) };
  // dynalite checks bounds in the order of UTF-16.
  const [low, high] = [chance.pick(bounds), chance.pick(bounds)];
  return new QueryCommand({
    TableName,
    KeyConditionExpression: keyCondition,
    ...aliasesOf(keyCondition, { ':pk': pk, ':low': { S: low }, ':high': { S: high } }),
    ConsistentRead: true,
    ScanIndexForward: chance.of(0.5),
    Limit: chance.of(0.5) ? chance.whole(1, 4) : undefined,
    Select: chance.of(0.2) ? 'COUNT' : undefined,
    ExclusiveStartKey: keyCondition === '#pk = :pk' ? { pk, sk: { S: chance.pick(sortKeys) } } : undefined,
  });
}

/** The same change as each kind of action. */
function randomChange(chance: Chance, TableName: string) {
  const Key = { pk: { S: chance.pick(partitions) }, sk: { S: chance.pick(sortKeys) } };
  const values = { ':r': number(chance.whole(1, 3)), ':w': number(chance.whole(1, 3)) };
  const isConditional = chance.of(0.7);
  const condition = chance.pick(conditions);
  const given = { TableName, ...(isConditional ? { ConditionExpression: condition } : {}) };
  const other = isConditional ? condition : '';
  const update = chance.pick(updates);
  const attributes = chance.of(0.9) ? { r: values[':r'], w: values[':w'] } : {};
  return {
    Put: { ...given, ...aliasesOf(other, values), Item: { ...Key, ...attributes } },
    Delete: { ...given, ...aliasesOf(other, values), Key },
    Update: { ...given, ...aliasesOf(update + other, values), Key, UpdateExpression: update },
    ConditionCheck: {
      ...{ ...given, ConditionExpression: condition },
      ...aliasesOf(condition, values),
      Key,
    },
  };
}

/** Some have the token of an earlier one, with the same changes or with others. */
function randomTransaction(chance: Chance, TableName: string): TransactWriteItemsCommand {
  const token = chance.whole(0, 40);
  const own = new Chance(token + (chance.of(0.9) ? 0 : 1_000));
  const TransactItems = Array.from({ length: own.whole(1, 3) }, () => {
    const kind = own.pick(['Put', 'Delete', 'Update', 'ConditionCheck'] as const);
    return { [kind]: randomChange(own, TableName)[kind] };
  });
  const ClientRequestToken = chance.of(0.5) ? `${TableName} ${token}`.slice(-36) : undefined;
  return new TransactWriteItemsCommand({ TransactItems, ClientRequestToken });
}

/** The outcome of a command, without details that only one of the two has. Scans and batches have no order. */
async function resultOf(sent: Promise<object>, isOrdered: boolean): Promise<unknown> {
  try {
    const { $metadata: _, ...output } = (await sent) as Readonly<Record<string, unknown>>;
    const inOrder = (list: unknown) =>
      Array.isArray(list) ? list.map((one) => JSON.stringify(one)).toSorted() : list;
    const { Responses, Items, ...rest } = output;
    const batch = Object.values(Responses ?? {}).map(inOrder);
    return { ...rest, items: isOrdered ? Items : inOrder(Items), ...(Responses ? { batch } : {}) };
  } catch (error) {
    const { name, CancellationReasons = [] } = error as Error & { CancellationReasons?: { Code?: string }[] };
    return [name, ...CancellationReasons.map(({ Code }) => Code)];
  }
}

test('random commands do the same on the local engine', { tags: ['faults'] }, async () => {
  const chance = new Chance(1);
  const tableName = await engine.makeTable();
  const table = new Table();
  const client = documentClient(simulatedClient(async (name, input) => table.execute(name, input)));
  const names = new Set<string>();
  let cancelled = 0;
  for (let sent = 0; sent < commands; sent++) {
    const command = randomCommand(chance, tableName);
    names.add(command.constructor.name);
    const isOrdered = !(command instanceof ScanCommand);
    const both = [engine.client, client].map((one) => one.send(command as PutItemCommand));
    const [there, here] = await Promise.all(both.map((sent) => resultOf(sent, isOrdered)));
    const { input } = command;
    expect({ input, result: here }).toEqual({ input, result: there });
    if (Array.isArray(here) && here[0] === 'TransactionCanceledException') cancelled++;
  }
  expect(names.size).toBe(8);
  expect(cancelled).toBeGreaterThan(0);
});

const put = (pk: string, condition?: string) => ({
  Put: {
    Item: { pk: { S: pk }, sk: { S: 'a' } },
    ...(condition ? { ConditionExpression: condition, ExpressionAttributeNames: { '#pk': 'pk' } } : {}),
  },
});

test('it refuses what it does not simulate', () => {
  const execute = (name: string, input: object) => () => new Table().execute(name, input);
  expect(execute('BatchWriteItem', {})).toThrow('not simulated');
  expect(execute('GetItem', { AttributesToGet: ['a'] })).toThrow('GetItem with AttributesToGet');
  const unused = { Item: { pk: { S: 'a' }, sk: { S: 'b' } }, ExpressionAttributeNames: { '#a': 'a' } };
  expect(execute('PutItem', unused)).toThrow('not used');
  expect(execute('PutItem', put('a', 'size(#pk) > :a').Put)).toThrow('not');
  expect(execute('TransactWriteItems', { TransactItems: [put('a'), put('a')] })).toThrow('different items');
});

test('a transaction locks its items until it ends, and only then it is visible, as a whole', () => {
  const table = new Table();
  const begin = (input: object) => table.begin('TransactWriteItems', input);
  const end = begin({ TransactItems: [put('a'), put('b')] });
  const other = { TransactItems: [put('c'), put('b')] };
  const CancellationReasons = [{ Code: 'None' }, { Code: 'TransactionConflict' }];
  expect(() => begin(other)).toThrow(expect.objectContaining({ CancellationReasons }));
  expect(() => table.execute('PutItem', put('a').Put)).toThrow('TransactionConflictException');
  expect(table.items.all()).toEqual([]);
  end();
  expect(table.items.all()).toHaveLength(2);
  expect(table.items.step).toBe(1);
  table.execute('TransactWriteItems', other);
});

test('a single write meets a transaction like a transaction does, and the same disturbances', () => {
  const write = (code: string) => () => new Table().begin('PutItem', put('a').Put, () => code);
  expect(write('TransactionConflict')).toThrow('TransactionConflictException');
  expect(write('ThrottlingError')).toThrow('ProvisionedThroughputExceededException');
});

test('a token is known for ten minutes after its transaction', () => {
  let now = 0;
  const table = new Table({ now: () => now });
  const input = { TransactItems: [put('a', 'attribute_not_exists(#pk)')], ClientRequestToken: 't' };
  const end = table.begin('TransactWriteItems', input);
  expect(() => table.begin('TransactWriteItems', input)).toThrow('TransactionInProgressException');
  end();
  now += 10 * 60_000 - 1;
  expect(table.execute('TransactWriteItems', input)).toEqual({});
  now++;
  expect(() => table.execute('TransactWriteItems', input)).toThrow('TransactionCanceledException');
});

test('a query sees items at different moments, and only those since it began', () => {
  const table = new Table({ pick: (low) => low });
  const query = {
    KeyConditionExpression: '#pk = :pk',
    ExpressionAttributeNames: { '#pk': 'pk' },
    ExpressionAttributeValues: { ':pk': { S: 'a' } },
    ConsistentRead: true,
  };
  table.execute('PutItem', put('a').Put);
  const end = table.begin('Query', query);
  table.execute('DeleteItem', { Key: put('a').Put.Item });
  expect(end()).toMatchObject({ Count: 1 });
  expect(table.execute('Query', query)).toMatchObject({ Count: 0 });
  table.maxLag = 1;
  expect(table.execute('Query', { ...query, ConsistentRead: false })).toMatchObject({ Count: 1 });
});

test('segments of a scan have every item once, page by page', () => {
  const table = new Table();
  const keys = Array.from({ length: 100 }, (_, index) => ({ pk: { S: `p${index}` }, sk: { S: 's' } }));
  for (const Item of keys) table.execute('PutItem', { TableName: 't', Item });
  const found = [0, 1, 2].flatMap((Segment) => {
    const own: unknown[] = [];
    let ExclusiveStartKey: unknown;
    do {
      const input = { TableName: 't', Segment, TotalSegments: 3, Limit: 7, ExclusiveStartKey };
      const page = table.execute('Scan', input) as { Items: unknown[]; LastEvaluatedKey?: unknown };
      own.push(...page.Items);
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    expect(own.length).toBeGreaterThan(20);
    return own;
  });
  expect(found).toHaveLength(100);
  expect(new Set(found.map((item) => JSON.stringify(item)))).toEqual(
    new Set(keys.map((key) => JSON.stringify(key))),
  );
});
