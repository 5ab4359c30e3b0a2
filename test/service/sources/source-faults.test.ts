/** A database that throttles, returns partial batches, or where others win every race. */

import { BatchGetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessTable } from '../../../lib/headwater/data/store/table-access.ts';
import { getItems } from '../../../lib/headwater/data/store/table-reads.ts';
import { putItem } from '../../../lib/headwater/data/store/table-writes.ts';
import type { SourceContent } from '../../../lib/service/sources/source-record.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { clientThat } from '../../support/faulty-client.ts';
import { createSourceRepository, type SourceRepository } from '../support/source-repository.ts';

const content: SourceContent = { tags: [], format: 'json', preprocessors: [] };
const page = { from: 0, size: 10 };

let engine: Engine;
let tableName: string;
let sources: SourceRepository;

beforeAll(async () => {
  engine = await startEngine();
});
beforeEach(async () => {
  tableName = await engine.makeTable();
  sources = createSourceRepository({ client: engine.client, tableName });
});

const failing = (name: string) => Promise.reject(Object.assign(new Error('refused'), { name }));

/** Others change the source before each of the first `count` writes of a process. */
function raced(id: string, count: number): SourceRepository {
  let races = 0;
  const client = clientThat(engine.client, async (command, forward) => {
    if (command instanceof TransactWriteCommand && races++ < count) await sources.replace(id, content);
    return forward();
  });
  return createSourceRepository({ client, tableName, pause: async () => undefined });
}

test('a change that loses 13 races succeeds at the 14th attempt', async () => {
  const { _id } = await sources.create(content);
  expect((await raced(_id, 13).replace(_id, { ...content, name: 'mine' })).revision).toBe(15);
});

test('a change that loses 14 races fails with write_conflict', async () => {
  const { _id } = await sources.create(content);
  const error = await raced(_id, 14)
    .replace(_id, content)
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: 'write_conflict',
    message: `Others changed the source ${_id} 14 times in the meantime; send it again.`,
  });
  expect((await sources.get(_id)).revision).toBe(15);
});

test('a batch too large for one response is requested in parts', async () => {
  let batches = 0;
  const client = clientThat(engine.client, (command, forward) => {
    if (command instanceof BatchGetCommand) batches++;
    return forward();
  });
  const table = accessTable(client, tableName);
  const keys = Array.from({ length: 45 }, (_, at) => ({ pk: 'large', sk: `${at}` }));
  const text = 'x'.repeat(390_000);
  await Promise.all(keys.map((key) => putItem(table, { Item: { ...key, text } })));
  const items = await getItems(table, keys, { isConsistent: true });
  expect(items.map(({ sk }) => sk).toSorted()).toEqual(keys.map(({ sk }) => sk).toSorted());
  expect(batches).toBeGreaterThan(1);
});

test('a batch without any result is requested five times and then unavailable', async () => {
  await sources.create(content);
  let batches = 0;
  const client = clientThat(engine.client, (command, forward) => {
    if (!(command instanceof BatchGetCommand)) return forward();
    batches++;
    return Promise.resolve({ Responses: {}, UnprocessedKeys: command.input.RequestItems });
  });
  const error = await createSourceRepository({ client, tableName })
    .list(page)
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '1' } });
  expect(batches).toBe(5);
});

test('a throttled write is unavailable', async () => {
  const client = clientThat(engine.client, () => failing('ThrottlingException'));
  const error = await createSourceRepository({ client, tableName })
    .create(content)
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '1' } });
  expect(await engine.scan(tableName)).toEqual([]);
});

/** Cancels the first transactions of a process, each for the reasons. */
function cancelled(times: number, ...codes: string[]): SourceRepository {
  let sent = 0;
  const client = clientThat(engine.client, (command, forward) => {
    if (!(command instanceof TransactWriteCommand) || ++sent > times) return forward();
    const reasons = (command.input.TransactItems ?? []).map((_, at) => ({ Code: codes[at] ?? 'None' }));
    const name = 'TransactionCanceledException';
    return Promise.reject(Object.assign(new Error('cancelled'), { name, CancellationReasons: reasons }));
  });
  return createSourceRepository({ client, tableName, pause: async () => undefined });
}

test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
  'a transaction that is cancelled 13 times for %s is sent again, and made once',
  async (code) => {
    const { _id } = await cancelled(13, 'None', code).create(content);
    expect((await sources.list(page)).hits.map((hit) => hit._id)).toEqual([_id]);
  },
);

test.each([
  ['TransactionConflict', 'write_conflict', undefined],
  ['ThrottlingError', 'unavailable', '1'],
])(
  'one that is cancelled 14 times for %s fails with %s, and nothing is written',
  async (reason, code, retryAfter) => {
    const error = await cancelled(14, 'None', reason)
      .create(content)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, headers: retryAfter ? { 'retry-after': retryAfter } : {} });
    expect(await engine.scan(tableName)).toEqual([]);
  },
);

test('a reason that no retry can mend is an unexpected error', async () => {
  const error = cancelled(1, 'ValidationError').create(content);
  await expect(error).rejects.toMatchObject({ name: 'TransactionCanceledException' });
});
