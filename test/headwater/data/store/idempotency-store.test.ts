/** Claims and stored responses of idempotency keys, on a real engine. */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type BeginResult,
  createIdempotencyStore,
  type HeldClaim,
  type IdempotencyStore,
  type KeyedRequest,
  type StoredResponse,
} from '../../../../lib/headwater/data/store/idempotency/idempotency-store.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { clientThat, haltingClient } from '../../../support/faulty-client.ts';

const request: KeyedRequest = { operation: 'thing-create', key: 'k', fingerprint: 'f', remainingMs: 10_000 };
const created: StoredResponse = { statusCode: 201, headers: { location: '/thing/1' }, body: '{"a":"ä😀"}' };
const other: StoredResponse = { statusCode: 201, headers: { location: '/thing/2' }, body: '{"b":2}' };
const dayMs = 24 * 3_600 * 1_000;

let engine: Engine;
let tableName: string;
let now: number;
let store: IdempotencyStore;

beforeAll(async () => {
  engine = await startEngine();
});
beforeEach(async () => {
  now = Date.UTC(2026, 0, 1);
  tableName = await engine.makeTable();
  store = createIdempotencyStore({ client: engine.client, tableName, now: () => now });
});

async function claim(changes: Partial<KeyedRequest> = {}): Promise<HeldClaim> {
  return asClaim(await store.begin({ ...request, ...changes }));
}

function asClaim(begun: BeginResult): HeldClaim {
  if ('response' in begun) throw new Error('There is a response already.');
  return begun;
}

const failure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
const inProgress = { code: 'request_in_progress', headers: { 'retry-after': '1' } };

describe('a key', () => {
  test('returns the response of its first request', async () => {
    expect(await (await claim()).complete(created)).toEqual(created);
    expect(await store.begin(request)).toEqual({ response: created });
    expect(await store.begin(request)).toEqual({ response: created });
  });

  test('is a different key in another operation', async () => {
    await (await claim()).complete(created);
    await claim({ operation: 'thing-adopt' });
    await claim({ key: 'K' });
  });

  test('may have any length and any characters', async () => {
    for (const key of ['', '/', 'ä😀', 'x'.repeat(5_000)]) {
      await (await claim({ key })).complete(created);
      expect(await store.begin({ ...request, key })).toEqual({ response: created });
    }
  });

  test('belongs to one request, completed or not', async () => {
    const first = await claim();
    const reused = { code: 'idempotency_key_reused', status: 422 };
    expect(await failure(claim({ fingerprint: 'g' }))).toMatchObject(reused);
    await first.complete(created);
    expect(await failure(claim({ fingerprint: 'g' }))).toMatchObject(reused);
    expect(await store.begin(request)).toEqual({ response: created });
  });

  test('belongs to credentials of the same rights, unless earlier code has made its record', async () => {
    const reused = { code: 'idempotency_key_reused', status: 422 };
    const first = await claim({ rights: 'r' });
    for (const rights of ['s', undefined]) expect(await failure(claim({ rights }))).toMatchObject(reused);
    await first.complete(created);
    for (const rights of ['s', undefined])
      expect(await failure(store.begin({ ...request, rights }))).toMatchObject(reused);
    expect(await store.begin({ ...request, rights: 'r' })).toEqual({ response: created });
    const earlier = { ...request, key: 'earlier' };
    await (await claim(earlier)).complete(created);
    expect(await store.begin({ ...earlier, rights: 's' })).toEqual({ response: created });
  });

  test('expires a day after its response, even before the item is deleted', async () => {
    const first = await claim();
    now += 5_000;
    await first.complete(created);
    now += dayMs - 1;
    expect(await store.begin(request)).toEqual({ response: created });
    now += 1;
    const second = await claim({ fingerprint: 'g' });
    expect(second.reservedId).not.toBe(first.reservedId);
    await second.complete(other);
    expect(await store.begin({ ...request, fingerprint: 'g' })).toEqual({ response: other });
    await engine.clear(tableName);
    await claim();
  });

  test('has items that DynamoDB deletes by TTL', async () => {
    await (await claim()).complete({ ...created, body: 'x'.repeat(500_000) });
    const expiries = (await engine.scan(tableName)).map(({ expiresAt }) => Number(expiresAt) * 1_000 - now);
    expect(expiries.toSorted((a, b) => a - b)).toEqual([dayMs, dayMs + 3_600_000, dayMs + 3_600_000]);
  });
});

describe('a claim', () => {
  test('excludes others until one second after its function must have ended', async () => {
    const first = await claim();
    now += 10_999;
    expect(await failure(claim())).toMatchObject(inProgress);
    now += 1;
    expect((await claim()).reservedId).toBe(first.reservedId);
    expect(await failure(claim())).toMatchObject(inProgress);
  });

  test('that was released excludes nobody and keeps the identifier', async () => {
    const first = await claim();
    await first.release();
    const second = await claim();
    expect(second.reservedId).toBe(first.reservedId);
    await second.complete(created);
    expect(await store.begin(request)).toEqual({ response: created });
  });

  test('that was taken over returns the response of its new holder', async () => {
    const first = await claim();
    now += 11_000;
    const second = await claim();
    expect(await failure(first.complete(created))).toMatchObject(inProgress);
    expect(await second.complete(other)).toEqual(other);
    expect(await first.complete(created)).toEqual(other);
    expect(await store.begin(request)).toEqual({ response: other });
  });

  test('that was taken over releases nothing', async () => {
    const first = await claim();
    now += 11_000;
    const second = await claim();
    await first.release();
    expect(await failure(claim())).toMatchObject(inProgress);
    await second.complete(created);
    await first.release();
    expect(await store.begin(request)).toEqual({ response: created });
  });

  test('that has lapsed is not taken over if its response comes first', async () => {
    const first = await claim();
    now += 11_000;
    const slow = haltingClient(engine.client, 2);
    const second = createIdempotencyStore({ client: slow.client, tableName, now: () => now }).begin(request);
    await slow.halted;
    await first.complete(created);
    slow.resume();
    expect(await second).toEqual({ response: created });
  });

  test('is not released if a response is stored, even an unconfirmed one', async () => {
    const client = clientThat(engine.client, async (command, forward) => {
      await forward();
      if (command instanceof PutCommand && command.input.Item?.['answer']) throw new Error('lost');
    });
    const lossy = createIdempotencyStore({ client, tableName, now: () => now });
    const first = asClaim(await lossy.begin(request));
    expect(await failure(first.complete(created))).toMatchObject({ message: 'lost' });
    await first.release().catch(() => undefined);
    expect(await store.begin(request)).toEqual({ response: created });
  });

  test('is obtained by one of many, also after it has lapsed or expired', async () => {
    for (const wait of [0, 11_000, dayMs + 1_000]) {
      now += wait;
      const all = await Promise.all(Array.from({ length: 20 }, () => failure(store.begin(request))));
      expect(all.filter((each) => typeof each === 'object' && each !== null && 'code' in each)).toHaveLength(
        19,
      );
    }
  });
});

test.each([0, 398 * 1024, 410_000, 1_000_000, 5_900_000])(
  'a response of %d bytes is returned unchanged',
  { tags: ['storage'] },
  async (size) => {
    // Characters and parts do not align.
    const large = { ...created, body: JSON.stringify('€😀'.repeat(size / 7)) };
    expect(await (await claim()).complete(large)).toEqual(large);
    expect(await store.begin(request)).toEqual({ response: large });
  },
);

test.each([0, 1])('a response %d bytes larger than the record is stored, too', async (more) => {
  const empty = JSON.stringify({ ...created, body: '' }).length;
  const large = { ...created, body: 'x'.repeat(399 * 1024 - empty + more) };
  await (await claim({ key: 'k'.repeat(64) })).complete(large);
  expect(await store.begin({ ...request, key: 'k'.repeat(64) })).toEqual({ response: large });
  const stored = await engine.scan(tableName);
  expect(stored.map(({ answer }) => (answer instanceof Uint8Array ? answer.length : 0)).toSorted()).toEqual(
    more === 0 ? [399 * 1024] : [0, 1, 399 * 1024],
  );
});

test('the parts of two large responses do not mix', { tags: ['storage'] }, async () => {
  const first = await claim();
  now += 11_000;
  const second = await claim();
  await second.complete({ ...other, body: 'b'.repeat(900_000) });
  expect(await first.complete({ ...created, body: 'a'.repeat(900_000) })).toMatchObject({
    headers: other.headers,
  });
  expect(await store.begin(request)).toEqual({ response: { ...other, body: 'b'.repeat(900_000) } });
});

test('a put that the SDK repeats after a lost response is recognized as its own', async () => {
  const client = clientThat(engine.client, async (command, forward) => {
    if (command instanceof PutCommand) await forward().catch(() => undefined);
    return forward();
  });
  store = createIdempotencyStore({ client, tableName, now: () => now });
  const first = await claim();
  now += 11_000;
  const second = await claim();
  expect(second.reservedId).toBe(first.reservedId);
  expect(await second.complete(created)).toEqual(created);
  expect(await store.begin(request)).toEqual({ response: created });
});

test('a busy database is unavailable, and a claim that was not obtained stores nothing', async () => {
  const throttled = () =>
    Promise.reject(Object.assign(new Error('refused'), { name: 'ThrottlingException' }));
  const busy = createIdempotencyStore({ client: clientThat(engine.client, throttled), tableName });
  expect(await failure(busy.begin(request))).toMatchObject({ code: 'unavailable' });
  expect(await engine.scan(tableName)).toEqual([]);
});
