/** What transactions of the embedded engine do beyond the answers: headers, the time of tokens, and a killed process. */

import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactGetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, expect, test, vi } from 'vitest';
import { startDynamodb } from '../../../../lib/headwater/tools/local/dynamodb.ts';
import { amount } from '../../../support/amount.ts';
import { cleanUp } from '../../../support/clean-up.ts';
import { pseudoRandom } from '../../../support/pseudo-random.ts';
import { type Address, rawEngine, sendText } from '../../../support/raw-engine.ts';
import { repository } from '../../../support/repository.ts';
import { isNew, item, one, otherTable, put, TableName, update } from './transaction-cases.ts';

let address: Address;

beforeAll(async () => {
  const { port, close } = await startDynamodb();
  cleanUp(close);
  address = addressOf(port);
  await rawEngine(address).makeTable(TableName);
});

function addressOf(port: number): Address {
  return { AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`, AWS_ACCESS_KEY_ID: 'test' };
}

test.each<[string, string, Record<string, string | undefined>]>([
  ['without a signature', '{}', { authorization: undefined }],
  ['with another kind of signature', '{}', { authorization: 'Basic x' }],
  ['with an incomplete signature', '{}', { authorization: 'AWS4-HMAC-SHA256 Signature=0' }],
  ['without a date', '{}', { 'x-amz-date': undefined }],
  ['with broken JSON', '{"TransactItems":', {}],
  ['without a body', '', {}],
  ['of another media type', '{}', { 'content-type': 'text/plain' }],
  ['of another origin', '{', { origin: 'https://example.com' }],
])('a request %s is answered as one of another command', async (_, body, headers) => {
  const [answer, ...others] = await Promise.all(
    ['PutItem', 'TransactWriteItems', 'TransactGetItems'].map(async (command) => {
      const response = await sendText(address, command, body, headers);
      const ofEach = new Set(['x-amzn-requestid', 'date']);
      return { ...response, headers: [...response.headers].filter(([name]) => !ofEach.has(name)) };
    }),
  );
  expect(answer?.status).toBeGreaterThanOrEqual(400);
  expect(others).toEqual([answer, answer]);
});

test('an answer has the headers of DynamoDB', async () => {
  const { headers, text } = await sendText(address, 'TransactGetItems', '{}');
  expect(headers.get('content-type')).toBe('application/x-amz-json-1.0');
  expect(headers.get('x-amz-crc32')).toBe(`${crc32(text)}`);
  expect(headers.get('x-amzn-requestid')).toMatch(/^[A-Z0-9]{52}$/);
});

test.each(['TagResource', 'UntagResource'])('%s is not a command of the engine', async (command) => {
  const { status, text } = await sendText(address, command, '{}');
  expect([status, JSON.parse(text)]).toEqual([
    400,
    { __type: 'com.amazon.coral.service#UnknownOperationException' },
  ]);
});

test('the SDK reads the reasons of a cancellation', async () => {
  const client = documentClient();
  const Item = { pk: 'sdk', sk: 'a', n: 1 };
  await client.send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item } }] }));
  const { Responses } = await client.send(
    new TransactGetCommand({ TransactItems: [{ Get: { TableName, Key: { pk: 'sdk', sk: 'a' } } }] }),
  );
  expect(Responses).toEqual([{ Item }]);
  const again = {
    TableName,
    Item,
    ...isNew,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  const command = new TransactWriteCommand({ TransactItems: [{ Put: again }] });
  const error = await client.send(command).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(TransactionCanceledException);
  expect(error).toMatchObject({
    message: expect.stringMatching(/^Transaction cancelled.*\[ConditionalCheckFailed\]$/),
    // The document client does not convert errors.
    CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item: marshall(Item) }],
  });
});

function documentClient(): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    endpoint: address.AWS_ENDPOINT_URL_DYNAMODB,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  cleanUp(() => client.destroy());
  return DynamoDBDocumentClient.from(client);
}

test('a token is remembered for ten minutes, by its own engine', async () => {
  const { port, close } = await startDynamodb();
  cleanUp(close);
  const other = rawEngine(addressOf(port));
  await other.makeTable(TableName);
  const engine = rawEngine(address);
  const request = { TransactItems: [update('token', 'ADD n :one', one)], ClientRequestToken: randomUUID() };
  const stored = async ({ send }: typeof engine) => {
    const { Item } = await send('GetItem', { TableName, Key: item('token') });
    return Object(Item).n.N;
  };
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await engine.send('TransactWriteItems', request);
  vi.advanceTimersByTime(600_000 - 1);
  await engine.send('TransactWriteItems', request);
  expect(await stored(engine)).toBe('1');
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await engine.send('TransactWriteItems', request);
  expect(await stored(engine)).toBe('2');
  await other.send('TransactWriteItems', request);
  expect(await stored(other)).toBe('1');
});

test('an engine that closes during transactions does not end the process', { tags: ['faults'] }, async () => {
  for (let round = 0; round < 10; round++) {
    const { port, close } = await startDynamodb();
    const engine = rawEngine(addressOf(port));
    await engine.makeTable(TableName);
    const items = Array.from({ length: 20 }, (_, at) => put(`${at}`));
    const transactions = Array.from({ length: 40 }, () =>
      engine.send('TransactWriteItems', { TransactItems: items }).catch(() => undefined),
    );
    await transactions[round];
    await close();
    const answers = await Promise.all(transactions);
    expect(answers.every((answer) => answer === undefined || !('error' in answer))).toBe(true);
  }
});

/** A process with the engine, whose data are in the folder. */
interface KillableEngine {
  readonly process: ChildProcess;
  readonly address: Address;
}

/** Each client has two, so that all transactions run at once. */
const accounts = Array.from({ length: 8 }, (_, client) => [`${client}a`, `${client}b`] as const);

test('a killed process leaves all changes of a transaction or none', {
  tags: ['faults', 'property'],
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  const first = await startProcess(folder);
  const engine = rawEngine(first.address);
  for (const table of [TableName, otherTable]) await engine.makeTable(table);
  for (const sk of accounts.flat())
    await engine.send('PutItem', { TableName, Item: item(sk, { n: { N: '0' } }) });
  await killed(first);
  const random = pseudoRandom(5);
  const confirmed = new Set<string>();
  for (let round = amount({ few: 4, many: 5, most: 12 }); round > 0; round--) {
    await transferUntilKilled(await startProcess(folder), random, confirmed);
    const next = await startProcess(folder);
    await expectWhole(next, confirmed);
    await killed(next);
  }
  expect(confirmed.size).toBeGreaterThan(20);
});

/** Several clients transfer at once. The process is killed after a random number of transfers. */
async function transferUntilKilled(
  engine: KillableEngine,
  random: () => number,
  confirmed: Set<string>,
): Promise<void> {
  const { send } = rawEngine(engine.address);
  let left = 10 + Math.floor(random() * 40);
  let isOver = false;
  const transfer = async ([from, to]: (typeof accounts)[number]) => {
    while (!isOver) {
      const id = randomUUID();
      const log = put(id, { from: { S: from }, to: { S: to } }, { TableName: otherTable });
      // They make the transaction long.
      const others = Array.from({ length: 40 }, (_, at) => put(`${from}-${at}`, { last: { S: id } }));
      const add = (sk: string, by: string) => update(sk, 'ADD n :by', { ':by': { N: by } });
      const answer = await send('TransactWriteItems', {
        TransactItems: [add(from, '-1'), ...others, log, add(to, '1')],
      }).catch(() => undefined);
      if (answer) confirmed.add(id);
      if (--left === 0) {
        // Not only when a transaction has just ended.
        await sleep(random() * 20);
        isOver = true;
        await killed(engine);
      }
    }
  };
  await Promise.all(accounts.map(transfer));
}

/** The accounts are what the log of transfers says, and all confirmed transfers are in the log. */
async function expectWhole(engine: KillableEngine, confirmed: ReadonlySet<string>): Promise<void> {
  const { itemsOf } = rawEngine(engine.address);
  const expected = new Map(accounts.flat().map((sk) => [sk, 0]));
  const ids = new Set<string>();
  for (const { sk, from, to } of await itemsOf(otherTable)) {
    ids.add(Object(sk).S);
    expected.set(Object(from).S, (expected.get(Object(from).S) ?? 0) - 1);
    expected.set(Object(to).S, (expected.get(Object(to).S) ?? 0) + 1);
  }
  expect([...confirmed].filter((id) => !ids.has(id))).toEqual([]);
  const found = (await itemsOf(TableName)).filter(({ n }) => n !== undefined);
  expect(found.map(({ sk, n }) => [Object(sk).S, Number(Object(n).N)])).toEqual([...expected]);
}

async function startProcess(folder: string): Promise<KillableEngine> {
  const child = fork(join(repository, 'test/support/engine-process.ts'), [folder]);
  cleanUp(() => child.kill('SIGKILL'));
  const [port] = await once(child, 'message');
  return { process: child, address: addressOf(port) };
}

async function killed({ process: child }: KillableEngine): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
