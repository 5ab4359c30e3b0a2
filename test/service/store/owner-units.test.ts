/** Charges of owners, on the engine: what many invocations take at once, who is refused, and what is left for later. */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listDocuments, openDocuments } from '../../../lib/headwater/data/documents.ts';
import { createIdempotencyStore } from '../../../lib/headwater/data/store/idempotency/idempotency-store.ts';
import type { InvocationTime } from '../../../lib/headwater/data/store/invocation-time.ts';
import {
  checkUnits,
  isInDebt,
  refuseOverdrawn,
  reserveUnits,
  settleUnits,
  spendUnits,
} from '../../../lib/headwater/data/store/owner-units.ts';
import { accessTable } from '../../../lib/headwater/data/store/table-access.ts';
import { putItem } from '../../../lib/headwater/data/store/table-writes.ts';
import { freeUnits } from '../../../lib/headwater/data/store/unit-account.ts';
import { unitsPartition } from '../../../lib/headwater/shared/rights/unit-rights.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { clientThat } from '../../support/faulty-client.ts';

let engine: Engine;
let tableName: string;
let now = Date.UTC(2026, 0, 1);
/** How often something has waited. */
let pauses: number;

beforeAll(async () => {
  engine = await startEngine();
});
beforeEach(async () => {
  tableName = await engine.makeTable();
  pauses = 0;
});

/** A thousand units a second: one for each millisecond. */
const unitsPerSecond = 1_000;

const newTime = (): InvocationTime => ({
  signal: new AbortController().signal,
  lambda: { getRemainingTimeInMillis: () => 60_000 },
});

/** The table, as one invocation uses it. */
function open({ isBackground = false, client = engine.client, time = newTime() } = {}) {
  const pause = async () => {
    pauses++;
  };
  const payer = { owner: 'ada', unitsPerSecond, isBackground };
  return accessTable(client, tableName, { time, payer, pause, now: () => now });
}

async function charged(): Promise<number> {
  const command = new GetCommand({ TableName: tableName, Key: { pk: unitsPartition, sk: 'ada' } });
  const { Item } = await engine.client.send(command);
  return Item ? Item['until'] - now : 0;
}

const refusal = (seconds: string) => ({
  code: 'too_many_requests',
  status: 429,
  headers: { 'retry-after': seconds },
});

test('an invocation that owes no more than the free units is not charged, in one read or in many', async () => {
  const table = open();
  for (let spent = 0; spent < freeUnits; spent++) await spendUnits(table, 1);
  expect(await charged()).toBe(0);
  await spendUnits(table, 0.5);
  expect(await charged()).toBe(freeUnits + 1);
});

test('all that many invocations read at once is charged', async () => {
  await Promise.all(Array.from({ length: 8 }, () => spendUnits(open(), 100)));
  expect(await charged()).toBe(800);
  now += 300;
  const table = open();
  await Promise.all(Array.from({ length: 8 }, () => spendUnits(table, 60)));
  const rest = await charged();
  expect(rest).toBeGreaterThanOrEqual(500 + 8 * 60 - freeUnits);
  expect(rest).toBeLessThanOrEqual(500 + 8 * 60);
});

test('a charge may overdraw; then others are refused and charged, until it is paid for', async () => {
  const first = open();
  await spendUnits(first, 3_500);
  await spendUnits(first, 100);
  expect(() => refuseOverdrawn(first)).toThrow(expect.objectContaining(refusal('3')));
  expect(() => checkUnits(open())).toThrow(expect.objectContaining(refusal('3')));
  await expect(spendUnits(open(), 60)).rejects.toMatchObject(refusal('3'));
  expect(await charged()).toBe(3_660);
  await expect(reserveUnits(open(), 10)).rejects.toMatchObject({
    ...refusal('3'),
    message: expect.stringContaining('send it again in 3 seconds, or'),
  });
  now += 2_700;
  checkUnits(open());
  await spendUnits(open(), 60);
  expect(await charged()).toBe(1_020);
});

test('what follows a write is never refused', async () => {
  await spendUnits(open(), 5_000);
  const table = open();
  await putItem(table, { Item: { pk: 'a', sk: 'b' } });
  checkUnits(table);
  await spendUnits(table, 60);
  expect(await charged()).toBe(5_060);
});

test('reservations of a second are admitted up to its units, and more than these alone', async () => {
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => reserveUnits(open(), 110)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
  expect(await charged()).toBe(990);
  now += 990;
  await reserveUnits(open(), 2_000);
  await expect(reserveUnits(open(), 2_000)).rejects.toMatchObject(refusal('2'));
});

test('what was reserved and not read is given back; what was read beyond it is charged', async () => {
  const [little, much] = [open(), open()];
  await reserveUnits(little, 110);
  await spendUnits(little, 14);
  await settleUnits(little);
  expect(await charged()).toBe(14);
  await reserveUnits(much, 110);
  await spendUnits(much, 400);
  await settleUnits(much);
  expect(await charged()).toBe(414);
});

test('background work is charged and never refused, and is in debt beyond half of the units', async () => {
  const table = open({ isBackground: true });
  await spendUnits(table, 400);
  expect(isInDebt(table)).toBe(false);
  await spendUnits(table, 300);
  expect(isInDebt(table)).toBe(true);
  await spendUnits(open(), 5_000);
  checkUnits(open({ isBackground: true }));
  await spendUnits(open({ isBackground: true }), 60);
  expect(await charged()).toBe(5_760);
  now += 5_260;
  expect(isInDebt(open({ isBackground: true }))).toBe(false);
  expect(pauses).toBe(0);
});

const keyed = { operation: 'thing-create', key: 'k', fingerprint: 'f', remainingMs: 10_000 };

/** Claims the key in an invocation. */
function claim(time: InvocationTime) {
  const options = { client: engine.client, tableName, owner: 'ada', ownerUnits: unitsPerSecond, time };
  return createIdempotencyStore({ ...options, now: () => now }).begin(keyed);
}

test('the claim of an Idempotency-Key admits no request, and is made for none that is refused', async () => {
  const [time, late] = [newTime(), newTime()];
  await claim(time);
  await spendUnits(open(), 5_000);
  await expect(spendUnits(open({ time }), 60)).rejects.toMatchObject(refusal('5'));
  await expect(claim(late)).rejects.toMatchObject(refusal('5'));
});

test('a list that fails gives back what it has reserved', async () => {
  const denied = Object.assign(new Error('denied'), { name: 'AccessDeniedException' });
  const seen: number[] = [];
  const client = clientThat(engine.client, async (command, forward) => {
    if (Object(command).constructor.name === 'UpdateCommand') return forward();
    seen.push(await charged());
    throw denied;
  });
  const options = { client, tableName, owner: 'ada', ownerUnits: unitsPerSecond, time: newTime() };
  const documents = openDocuments(sourceType, { ...options, now: () => now });
  await expect(listDocuments(documents, { from: 0, size: 10, track_total: true })).rejects.toThrow();
  expect(Math.max(...seen)).toBeGreaterThan(50);
  expect(await charged()).toBe(0);
});

test('a charge that the database does not take fails no read', async () => {
  const busy = Object.assign(new Error('busy'), { name: 'ThrottlingException' });
  const client = clientThat(engine.client, () => Promise.reject(busy));
  await spendUnits(open({ client }), 100);
  expect(await charged()).toBe(0);
});
