/** The table in memory behaves like dynalite: random commands have the same outputs and errors on both. */

import {
  type AttributeValue,
  BatchGetItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { documentClient } from '../../../lib/data/store/client.ts';
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
  'attribute_not_exists(#pk) OR #r < :r OR (#r = :r AND #w < :w)',
  '#r < :r',
  '#r = :r AND #w = :w',
  'NOT #r = :r',
  '#r <> :r',
  '#r BETWEEN :r AND :w',
  '#r IN (:r, :w)',
  'attribute_not_exists(#r) OR #r >= :r',
];

const keyConditions = [
  '#pk = :pk',
  '#pk = :pk AND #sk BETWEEN :low AND :high',
  '#pk = :pk AND begins_with(#sk, :low)',
  '#pk = :pk AND #sk > :low',
  '#pk = :pk AND #sk <= :low',
];

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
  const [r, w] = [number(chance.whole(1, 3)), number(chance.whole(1, 3))];
  const text = chance.pick(conditions);
  const condition = { ConditionExpression: text, ...aliasesOf(text, { ':r': r, ':w': w }) };
  const conditional = { TableName, ...(chance.of(0.8) ? condition : {}) };
  const kind = chance.number();
  if (kind < 0.4) {
    const padding = chance.of(0.05) ? { x: { S: 'é'.repeat(100_000) } } : {};
    const Item = { ...key(), ...(chance.of(0.9) ? { r, w } : {}), ...padding };
    return new PutItemCommand({ ...conditional, Item });
  }
  if (kind < 0.55) return new DeleteItemCommand({ ...conditional, Key: key(), ReturnValues: 'ALL_OLD' });
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

/** The outcome of a command, without details that only one of the two has. Scans and batches have no order. */
async function resultOf(sent: Promise<object>): Promise<unknown> {
  try {
    const { $metadata: _, ...output } = (await sent) as Readonly<Record<string, unknown>>;
    const inOrder = (list: unknown) =>
      Array.isArray(list) ? list.map((one) => JSON.stringify(one)).toSorted() : list;
    const { Responses, ...rest } = output;
    const batch = Object.values(Responses ?? {}).map(inOrder);
    return { ...rest, ...(Responses ? { batch } : {}) };
  } catch (error) {
    return (error as Error).name;
  }
}

test('random commands do the same on dynalite', { tags: ['long'] }, async () => {
  const chance = new Chance(1);
  const tableName = await engine.makeTable();
  const table = new Table();
  const client = documentClient(simulatedClient(async (name, input) => table.execute(name, input)));
  const names = new Set<string>();
  for (let sent = 0; sent < commands; sent++) {
    const command = randomCommand(chance, tableName);
    names.add(command.constructor.name);
    const both = [engine.client, client].map((one) => one.send(command as PutItemCommand));
    const [there, here] = await Promise.all(both.map(resultOf));
    const { input } = command;
    expect({ input, result: here }).toEqual({ input, result: there });
  }
  expect(names.size).toBe(6);
});

test('the document client works on it', async () => {
  const table = new Table();
  const client = DynamoDBDocumentClient.from(
    simulatedClient(async (name, input) => table.execute(name, input)),
  );
  const Item = { pk: 'a', sk: 'b', list: [1, { deep: true }] };
  await client.send(new PutCommand({ TableName: 't', Item }));
  expect(await client.send(new GetCommand({ TableName: 't', Key: { pk: 'a', sk: 'b' } }))).toMatchObject({
    Item,
  });
  expect(table.items.all()).toEqual([
    { pk: { S: 'a' }, sk: { S: 'b' }, list: { L: [{ N: '1' }, { M: { deep: { BOOL: true } } }] } },
  ]);
});

test('it refuses what it does not simulate', () => {
  const execute = (name: string, input: object) => () => new Table().execute(name, input);
  expect(execute('UpdateItem', {})).toThrow('not simulated');
  expect(execute('GetItem', { AttributesToGet: ['a'] })).toThrow('GetItem with AttributesToGet');
  const unused = { Item: { pk: { S: 'a' }, sk: { S: 'b' } }, ExpressionAttributeNames: { '#a': 'a' } };
  expect(execute('PutItem', unused)).toThrow('not used');
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
