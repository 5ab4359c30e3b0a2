/** Keys over their life, in one container: the stored item, the noted use, and the end of a key. */

import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { accessTable, type TableAccess } from '../../../lib/headwater/data/store/table-access.ts';
import { getItem } from '../../../lib/headwater/data/store/table-reads.ts';
import { putItem } from '../../../lib/headwater/data/store/table-writes.ts';
import { createKey, revokeKey } from '../../../lib/headwater/run/access/api-keys.ts';
import { findKey, type KeyRecord, noteUse } from '../../../lib/headwater/run/access/stored-keys.ts';
import { keyPartition } from '../../../lib/headwater/shared/rights/key-rights.ts';
import { type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { repository } from '../../support/repository.ts';

const seconds = 1_000;
const minutes = 60 * seconds;
const before = { ...process.env };

let engine: Engine;
let tableName: string;
let table: TableAccess;
let list: CallFunction;
let log: MockInstance<typeof console.info>;

beforeAll(async () => {
  engine = await startEngine();
  tableName = await engine.makeTable();
  table = accessTable(engine.client, tableName);
  Object.assign(process.env, engine.environment, { TABLE_NAME: tableName, ACCESS: '{"issuers":[]}' });
});

beforeEach(async () => {
  log = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  // Each test has its own container.
  list = await loadFunction(repository, 'source-list');
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => {
  for (const name of ['ACCESS', 'TABLE_NAME', ...Object.keys(engine.environment)])
    Object.assign(process.env, { [name]: before[name] ?? '' });
});

const make = (changes: Partial<KeyRecord> = {}) =>
  createKey(table, { owner: 'team', scopes: ['source:read'], ...changes });

const use = async (key: string) => (await list({ url: '/v1/source', headers: { 'x-api-key': key } })).status;

/** Tries again, since the database of a busy machine may be too slow once. */
async function useUntilAnswered(key: string): Promise<number> {
  for (let tries = 0; tries < 5; tries++) {
    const status = await use(key);
    if (status !== 503) return status;
  }
  return 503;
}

const refusals = () => log.mock.calls.map(([line]) => JSON.parse(String(line)).refused);

/** Moves the clock of functions; timers keep their time. */
function at(start: number, ms: number): void {
  vi.spyOn(Date, 'now').mockReturnValue(start + ms);
}

test('the table has the hash of a key, and nothing from which the key follows', async () => {
  const { key } = await make();
  const items = (await engine.scan(tableName)).filter(({ pk }) => pk === keyPartition);
  expect(items.map(({ sk }) => sk)).toContain(createHash('sha256').update(key).digest('hex'));
  expect(JSON.stringify(items)).not.toContain(key.slice(3, 20));
});

test('the last use is noted at most once an hour', async () => {
  const { key, record } = await make();
  const start = Date.now();
  const used: unknown[] = [];
  for (const ms of [0, 1 * minutes, 59 * minutes, 61 * minutes, 62 * minutes]) {
    at(start, ms);
    expect(await use(key)).toBe(200);
    used.push(((await findKey(table, record.hash))?.lastUsed ?? 0) - start);
  }
  expect(used).toEqual([0, 0, 0, 61 * minutes, 61 * minutes]);
});

test('a container that remembers a key refuses it within a minute after it is revoked', async () => {
  const { key, record } = await make();
  const start = Date.now();
  at(start, 0);
  expect(await use(key)).toBe(200);
  expect(await revokeKey(table, record)).toBe(true);
  at(start, 60 * seconds);
  expect([await use(key), refusals()]).toEqual([401, ['key_unknown']]);
  // A late note of its use does not bring it back.
  expect(await noteUse(table, record, start)).toBe(false);
  expect(await findKey(table, record.hash)).toBeUndefined();
});

test('a key that a container remembers ends in time', async () => {
  const start = Date.now();
  const { key } = await make({ expires: start + 10 * seconds });
  at(start, 9 * seconds);
  expect(await use(key)).toBe(200);
  at(start, 10 * seconds);
  expect([await use(key), refusals()]).toEqual([401, ['key_expired']]);
});

test.each([
  ['an owner that is part of another key', { owner: 'a:b' }, 'key_owner'],
  ['the owner of requests without a credential', { owner: 'public' }, 'key_owner'],
  ['no owner', { owner: 7 }, 'key_unknown'],
  ['scopes that are a text', { scopes: 'source:read' }, 'key_unknown'],
  ['an end that is a text', { expires: '2999-01-01' }, 'key_unknown'],
])('an item with %s lets nobody in', async (_name, changes, refused) => {
  const { key, record } = await make();
  const { pk, sk, ...content } = (await getItem(table, { Key: { pk: keyPartition, sk: record.hash } })) ?? {};
  await putItem(table, { Item: { pk, sk, ...content, ...changes } });
  expect([await useUntilAnswered(key), refusals()]).toEqual([401, [refused]]);
});

test('without the database no key is valid, and that is no fault of the client', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:9');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  list = await loadFunction(repository, 'source-list');
  const { key } = await make();
  expect(await use(key)).toBe(503);
  vi.unstubAllEnvs();
});
