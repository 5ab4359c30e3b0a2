/** Random transactions, compared with a model; and many at once. DynamoDB Local and dynalite give the same answers. */

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, inject, test } from 'vitest';
import { startDynamodb } from '../../../../lib/headwater/tools/local/dynamodb.ts';
import { amount } from '../../../support/amount.ts';
import { cleanUp } from '../../../support/clean-up.ts';
import { type Draw, drawn, some } from '../../../support/draw.ts';
import { startEngine } from '../../../support/engine.ts';
import { pseudoRandom } from '../../../support/pseudo-random.ts';
import {
  type Address,
  type Answer,
  type Attributes,
  type RawEngine,
  rawEngine,
} from '../../../support/raw-engine.ts';
import {
  cancelled,
  check,
  failed,
  get,
  item,
  none,
  otherTable,
  put,
  refused,
  remove,
  TableName,
  update,
} from './transaction-cases.ts';

/** Under test first; with DynamoDB Local, then dynalite. */
let engines: readonly RawEngine[];

beforeAll(async () => {
  const { environment } = await startEngine();
  const addresses = [environment as unknown as Address];
  if (inject('dynamodbLocalPort') !== undefined) {
    const { port, close } = await startDynamodb();
    cleanUp(close);
    addresses.push({ AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`, AWS_ACCESS_KEY_ID: 'test' });
  }
  engines = addresses.map(rawEngine);
  for (const engine of engines) await engine.makeTable(TableName);
});

/** An item of the model: a number, a text, and a set of texts that is never empty. */
interface Entry {
  readonly n?: number | undefined;
  readonly s?: string | undefined;
  readonly t?: readonly string[] | undefined;
}

/** By sort key. */
type Entries = Map<string, Entry>;

/** A condition in the language of DynamoDB, and as the model has it. */
interface Condition {
  readonly text: string;
  readonly values: Attributes;
  holds(entry: Entry | undefined): boolean;
}

interface Operation {
  readonly sk: string;
  readonly request: object;
  readonly condition: Condition;
  readonly isReturned: boolean;
  /** The entry afterwards; undefined if there is none. */
  change(entry: Entry | undefined): Entry | undefined;
}

interface Transaction {
  readonly operations: readonly Operation[];
  readonly token: string | undefined;
}

const sortKeys = ['a', 'b', 'c', 'd'] as const;
const words = ['x', 'xy', 'z'] as const;

test('random transactions do what the model does', { tags: ['property'] }, async () => {
  const numRuns = amount({ few: 10, many: 50, most: 2_000 });
  await fc.assert(
    fc.asyncProperty(drawn(makeTransactions), async (transactions) => {
      for (const engine of engines) await empty(engine);
      const run = randomUUID().slice(0, 8);
      const entries: Entries = new Map();
      const done = new Map<string, string>();
      for (const transaction of transactions) await compare(transaction, entries, done, run);
    }),
    { numRuns, seed: 7 },
  );
});

async function empty({ send }: RawEngine): Promise<void> {
  for (const sk of sortKeys) await send('DeleteItem', { TableName, Key: item(sk) });
}

async function compare(
  { operations, token }: Transaction,
  entries: Entries,
  done: Map<string, string>,
  run: string,
): Promise<void> {
  const TransactItems = operations.map(({ request }) => request);
  const expected = modelAnswer({ operations, token }, entries, done);
  const ClientRequestToken = token && `${run}-${token}`;
  for (const { send, itemsOf } of engines) {
    expect(await send('TransactWriteItems', { TransactItems, ClientRequestToken })).toEqual(expected);
    expect(await itemsOf(TableName)).toEqual(sortKeys.flatMap((sk) => storedItem(sk, entries.get(sk)) ?? []));
  }
}

/** Changes the entries as the transaction does. */
function modelAnswer(
  { operations, token }: Transaction,
  entries: Entries,
  done: Map<string, string>,
): Answer {
  const text = JSON.stringify(operations.map(({ request }) => request));
  const earlier = token === undefined ? undefined : done.get(token);
  if (earlier === text) return {};
  if (earlier !== undefined) return refused(expect.any(String), 'IdempotentParameterMismatchException');
  if (new Set(operations.map(({ sk }) => sk)).size < operations.length)
    return refused('Transaction request cannot include multiple operations on one item');
  const reasons = operations.map(({ sk, condition, isReturned }) => {
    const entry = entries.get(sk);
    if (condition.holds(entry)) return none;
    return entry && isReturned ? { ...failed, Item: storedItem(sk, entry) } : failed;
  });
  if (reasons.some((reason) => reason !== none)) return cancelled(...reasons);
  for (const { sk, change } of operations) {
    const entry = change(entries.get(sk));
    if (entry) entries.set(sk, entry);
    else entries.delete(sk);
  }
  if (token !== undefined) done.set(token, text);
  return {};
}

function storedItem(sk: string, entry: Entry | undefined): Attributes | undefined {
  return entry && item(sk, attributesOf(entry));
}

function attributesOf({ n, s, t }: Entry): Attributes {
  return {
    ...(n === undefined ? {} : { n: { N: `${n}` } }),
    ...(s === undefined ? {} : { s: { S: s } }),
    ...(t === undefined ? {} : { t: { SS: t.toSorted() } }),
  };
}

/** Some have the token of an earlier transaction: of the same operations, or of others. */
function makeTransactions(draw: Draw): Transaction[] {
  const made: Transaction[] = [];
  for (let count = 1 + draw.nat(11); count > 0; count--) {
    const withToken = made.filter(({ token }) => token !== undefined);
    if (withToken.length > 0 && draw.chance(30)) {
      const earlier = draw.pick(withToken);
      made.push(draw.chance(50) ? earlier : { ...earlier, operations: makeOperations(draw) });
    } else {
      const token = draw.chance(50) ? `${made.length}` : undefined;
      made.push({ operations: makeOperations(draw), token });
    }
  }
  return made;
}

/** One in ten has an item twice, and no conditions: DynamoDB Local looks for those that fail first. */
function makeOperations(draw: Draw): Operation[] {
  const keys = some(draw, sortKeys, 1, 4);
  const isDouble = draw.chance(10);
  const all = isDouble ? [...keys, draw.pick(keys)] : keys;
  return all.map((sk) => makeOperation(draw, sk, !isDouble));
}

function makeOperation(draw: Draw, sk: string, mayFail: boolean): Operation {
  const condition = mayFail && draw.chance(60) ? makeCondition(draw, { count: 0 }, 2) : always;
  const isReturned = draw.chance(50);
  const kind = draw.pick(['put', 'update', 'delete', ...(mayFail ? ['check'] : [])]);
  const rest = {
    ...(condition === always ? {} : { ConditionExpression: condition.text }),
    ...(isReturned ? { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } : {}),
  };
  const named = { ...rest, ...expressionValues(condition.values) };
  const common = { sk, condition, isReturned };
  if (kind === 'put') {
    const entry = makeEntry(draw);
    return { ...common, request: put(sk, attributesOf(entry), named), change: () => entry };
  }
  if (kind === 'delete') return { ...common, request: remove(sk, named), change: () => undefined };
  if (kind === 'check') {
    const own = condition === always ? exists : condition;
    const request = check(sk, own.text, {
      ...rest,
      ...expressionValues(own.values),
      ConditionExpression: own.text,
    });
    return { ...common, condition: own, request, change: (entry) => entry };
  }
  const clauses = some(draw, clauseMakers, 1, 3).map((make) => make(draw));
  const sections = Map.groupBy(clauses, ({ section }) => section);
  const text = [...sections].map(([section, its]) => `${section} ${its.map((each) => each.text).join(', ')}`);
  const values = Object.assign({}, condition.values, ...clauses.map((clause) => clause.values));
  return {
    ...common,
    request: update(sk, text.join(' '), values, rest),
    // Each clause has an attribute of its own.
    change: (entry = {}) => Object.assign({}, entry, ...clauses.map((clause) => clause.change(entry))),
  };
}

function expressionValues(values: Attributes): object {
  return Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {};
}

function makeEntry(draw: Draw): Entry {
  return {
    ...(draw.chance(60) ? { n: draw.nat(3) } : {}),
    ...(draw.chance(60) ? { s: draw.pick(words) } : {}),
    ...(draw.chance(60) ? { t: some(draw, words, 1, 2) } : {}),
  };
}

const always: Condition = { text: '', values: {}, holds: () => true };
const exists: Condition = { text: 'attribute_exists(pk)', values: {}, holds: (entry) => entry !== undefined };

/** @param names counts the values. */
function makeCondition(draw: Draw, names: { count: number }, depth: number): Condition {
  if (depth > 0 && draw.chance(40)) {
    const left = makeCondition(draw, names, depth - 1);
    if (draw.chance(30)) {
      return { ...left, text: `NOT (${left.text})`, holds: (entry) => !left.holds(entry) };
    }
    const right = makeCondition(draw, names, depth - 1);
    const word = draw.pick(['AND', 'OR']);
    return {
      text: `(${left.text}) ${word} (${right.text})`,
      values: { ...left.values, ...right.values },
      holds: (entry) =>
        word === 'AND' ? left.holds(entry) && right.holds(entry) : left.holds(entry) || right.holds(entry),
    };
  }
  const name = `:c${++names.count}`;
  const number = draw.nat(3);
  const word = draw.pick(words);
  const N = { [name]: { N: `${number}` } };
  const S = { [name]: { S: word } };
  return draw.pick<Condition>([
    exists,
    { text: 'attribute_not_exists(pk)', values: {}, holds: (entry) => entry === undefined },
    { text: 'attribute_exists(s)', values: {}, holds: (entry) => entry?.s !== undefined },
    { text: `n = ${name}`, values: N, holds: (entry) => entry?.n === number },
    { text: `n > ${name}`, values: N, holds: (entry) => entry?.n !== undefined && entry.n > number },
    { text: `begins_with(s, ${name})`, values: S, holds: (entry) => entry?.s?.startsWith(word) ?? false },
    { text: `contains(t, ${name})`, values: S, holds: (entry) => entry?.t?.includes(word) ?? false },
  ]);
}

/** A part of an update. */
interface Clause {
  readonly section: 'SET' | 'REMOVE' | 'ADD' | 'DELETE';
  readonly text: string;
  readonly values: Attributes;
  change(entry: Entry): Entry;
}

/** One for each attribute. */
const clauseMakers: readonly ((draw: Draw) => Clause)[] = [
  (draw) => {
    const number = draw.nat(3) - 1;
    const values = { ':n': { N: `${number}` } };
    const more = ({ n = 0 }: Entry) => ({ n: n + number });
    return draw.pick<Clause>([
      { section: 'ADD', text: 'n :n', values, change: more },
      {
        section: 'SET',
        text: 'n = if_not_exists(n, :zero) + :n',
        values: { ...values, ':zero': { N: '0' } },
        change: more,
      },
      { section: 'SET', text: 'n = :n', values, change: () => ({ n: number }) },
      { section: 'REMOVE', text: 'n', values: {}, change: () => ({ n: undefined }) },
    ]);
  },
  (draw) => {
    const word = draw.pick(words);
    return draw.pick<Clause>([
      { section: 'SET', text: 's = :s', values: { ':s': { S: word } }, change: () => ({ s: word }) },
      { section: 'REMOVE', text: 's', values: {}, change: () => ({ s: undefined }) },
    ]);
  },
  (draw) => {
    const chosen: readonly string[] = some(draw, words, 1, 2);
    const values = { ':t': { SS: chosen } };
    const without = ({ t = [] }: Entry) => t.filter((word) => !chosen.includes(word));
    return draw.pick<Clause>([
      { section: 'ADD', text: 't :t', values, change: (entry) => ({ t: [...without(entry), ...chosen] }) },
      {
        section: 'DELETE',
        text: 't :t',
        values,
        change: (entry) => ({ t: without(entry).length > 0 ? without(entry) : undefined }),
      },
      { section: 'REMOVE', text: 't', values: {}, change: () => ({ t: undefined }) },
    ]);
  },
];

const counters = [TableName, otherTable].flatMap((table) =>
  ['a', 'b', 'c', 'd', 'e'].map((sk) => ({ table, sk })),
);
type Counter = (typeof counters)[number];

test('of many transactions at once, none is lost and none is seen in part', {
  tags: ['faults'],
}, async () => {
  const [engine] = engines;
  if (!engine) throw new Error('No engine has started.');
  await engine.makeTable(otherTable);
  await empty(engine);
  for (const { table, sk } of counters) {
    await engine.send('PutItem', { TableName: table, Item: item(sk, { n: { N: '100' } }) });
  }
  const random = pseudoRandom(11);
  const below = (end: number) => Math.floor(random() * end);
  const transfers = Array.from({ length: 200 }, (_, number) => {
    const from = below(counters.length);
    const to = (from + 1 + below(counters.length - 1)) % counters.length;
    return { number, from: counters[from] as Counter, to: counters[to] as Counter, side: `side-${below(3)}` };
  });
  const others = transfers.map(({ number, from, side }) => otherCommand(number % 8, from, side));
  const answers = await Promise.all(
    transfers.flatMap((transfer, at) => [transferred(engine, transfer), others[at]?.(engine)]),
  );
  expect(answers.filter((answer) => answer && 'error' in answer)).toEqual([]);
  const left = new Map(counters.map((counter) => [counter, 100]));
  for (const { from, to } of transfers) {
    left.set(from, (left.get(from) ?? 0) - 1);
    left.set(to, (left.get(to) ?? 0) + 1);
  }
  const found = await readCounters(engine);
  expect(found.map(({ n }) => Number(n.N))).toEqual([...left.values()]);
  // Two of eight other commands touch a counter.
  expect(found.reduce((sum, { touched }) => sum + Number(touched?.N ?? 0), 0)).toBe(50);
  const stored = await engine.itemsOf(TableName);
  expect(stored.filter(({ sk }) => Object(sk).S.startsWith('log-'))).toHaveLength(200);
});

interface Transfer {
  readonly number: number;
  readonly from: Counter;
  readonly to: Counter;
  /** An item that other commands write and delete at the same time. */
  readonly side: string;
}

async function transferred(engine: RawEngine, { number, from, to, side }: Transfer): Promise<Answer> {
  const add = ({ table, sk }: Counter, by: number) =>
    update(sk, 'ADD n :by', { ':by': { N: `${by}` } }, { TableName: table });
  return engine.send('TransactWriteItems', {
    TransactItems: [
      add(from, -1),
      put(`log-${number}`, {}, { ConditionExpression: 'attribute_not_exists(pk)' }),
      update(side, 'ADD n :one', { ':one': { N: '1' } }),
      add(to, 1),
    ],
  });
}

/** Each of 25 numbers of 200 has the same command. */
function otherCommand(
  kind: number,
  { table, sk }: Counter,
  side: string,
): (engine: RawEngine) => Promise<Answer> {
  const touch = {
    TableName: table,
    Key: item(sk),
    UpdateExpression: 'ADD touched :one',
    ExpressionAttributeValues: { ':one': { N: '1' } },
  };
  const byPartition = {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: 'p' } },
  };
  const batch = [
    { PutRequest: { Item: item('side-0') } },
    { DeleteRequest: { Key: item('side-1') } },
    { PutRequest: { Item: item('side-2') } },
  ];
  const commands: readonly ((engine: RawEngine) => Promise<Answer>)[] = [
    ({ send }) => send('UpdateItem', touch),
    ({ send }) => send('UpdateItem', touch),
    ({ send }) => send('PutItem', { TableName, Item: item(side) }),
    ({ send }) => send('DeleteItem', { TableName, Key: item(side) }),
    ({ send }) => send('BatchWriteItem', { RequestItems: { [TableName]: batch } }),
    ({ send }) => send('Query', byPartition),
    async (engine) => ({ sum: sumOf(await readCounters(engine)) }),
    async (engine) => ({ sum: sumOf(await readCounters(engine)) }),
  ];
  return async (engine) => {
    const answer = await (commands[kind] as (typeof commands)[number])(engine);
    if ('sum' in answer) expect(answer).toEqual({ sum: 100 * counters.length });
    return answer;
  };
}

interface StoredCounter {
  readonly n: { readonly N: string };
  readonly touched?: { readonly N: string };
}

/** All in one transaction. */
async function readCounters({ send }: RawEngine): Promise<readonly StoredCounter[]> {
  const TransactItems = counters.map(({ table, sk }) => get(sk, { TableName: table }));
  const { Responses } = await send('TransactGetItems', { TransactItems });
  return (Responses as readonly { readonly Item: StoredCounter }[]).map(({ Item }) => Item);
}

function sumOf(found: readonly StoredCounter[]): number {
  return found.reduce((sum, { n }) => sum + Number(n.N), 0);
}
