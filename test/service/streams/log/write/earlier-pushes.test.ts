/** What the earlier code, which stored a push in several steps, has left at each of them, beside functions of this one. */

import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { createIdGenerator } from '../../../../../lib/headwater/data/store/ids.ts';
import { layoutVersion } from '../../../../../lib/headwater/data/store/layout.ts';
import { putItem } from '../../../../../lib/headwater/data/store/table-writes.ts';
import { putBatch, type StoredBatch } from '../../../../../lib/service/streams/log/batch-items.ts';
import { getFailures } from '../../../../../lib/service/streams/log/failure-items.ts';
import { takeFailures } from '../../../../../lib/service/streams/log/failures/take-failures.ts';
import type { Reservation } from '../../../../../lib/service/streams/log/log-head.ts';
import type {
  FailuresAsRead,
  LogBatch,
  LogContext,
} from '../../../../../lib/service/streams/log/log-types.ts';
import { packBatch, putParts } from '../../../../../lib/service/streams/log/write/pack-batch.ts';
import { putBinding } from '../../../../../lib/service/streams/log/write/request-bindings.ts';
import { reserve } from '../../../../../lib/service/streams/log/write/reserve-positions.ts';
import { type Engine, startEngine } from '../../../../support/engine.ts';
import { batchOf, beginStream, openLog } from '../../../support/stream-log.ts';

let engine: Engine;
let tableName: string;
const newId = createIdGenerator();

beforeAll(async () => {
  engine = await startEngine();
  tableName = await engine.makeTable();
});

const later = () => Date.now() + 60_000;
const open = (stream: string, now: () => number = Date.now) =>
  openLog({ client: engine.client, tableName, stream, now });
const newStream = () => beginStream({ client: engine.client, tableName }, newId());
const all = { from: 0, to: 1_000, limit: 500 };

async function putEarlier(log: LogContext, batch: LogBatch, { write, first }: Reservation): Promise<boolean> {
  const { content, failures: parts } = packBatch(batch, { hasKey: false });
  const stored: StoredBatch = { ...content, write, first, at: log.now() };
  await putParts(log, { kind: 'failure', write, parts, expiresAt: batch.expiresAt });
  return putItem(log.table, putBatch(log, stored));
}

async function claimEarlier(log: LogContext, { position, revision }: FailuresAsRead, claim: Reservation) {
  const { write, first } = claim;
  await engine.client.send(
    new UpdateCommand({
      TableName: tableName,
      Key: getFailures(log, position).Key,
      UpdateExpression: 'SET #claim = :claim, #claims = :claims',
      ExpressionAttributeNames: { '#claim': 'claim', '#claims': 'claims' },
      ExpressionAttributeValues: { ':claim': { write, first }, ':claims': revision + 1 },
    }),
  );
}

test('a request that it has bound and not stored is stored by the next try, and by no late one', async () => {
  const stream = await newStream();
  const { log, append } = open(stream);
  const reservation = await reserve(log, 2);
  await putItem(log.table, putBinding(log, 'key', reservation));
  const { outcomes } = await append(batchOf([1, 2], [], 'key'));
  expect(outcomes.map(({ position }) => position)).toEqual([2, 3]);
  expect(await putEarlier(log, batchOf([1, 2]), reservation)).toBe(false);
  expect(await append(batchOf([1, 2], [], 'key'))).toMatchObject({ outcomes });
  expect((await open(stream).all()).records.map(({ n }) => n)).toEqual([1, 2]);
});

test('a request that it has bound and stored is not stored again', async () => {
  const stream = await newStream();
  const { log, append } = open(stream);
  const reservation = await reserve(log, 1);
  await putItem(log.table, putBinding(log, 'key', reservation));
  await putEarlier(log, batchOf([1]), reservation);
  expect(await append(batchOf([1], [], 'key'))).toMatchObject({
    outcomes: [{ status: 'stored', position: 0 }],
  });
  expect(await open(stream).head()).toMatchObject({ records: 1, next: 1, open: new Map() });
});

test('the batch of another push, at a position that was reserved twice after a restore, is not the result of this one', async () => {
  const stream = await newStream();
  const { log, append } = open(stream);
  const lost = await reserve(log, 1);
  await putItem(log.table, putBinding(log, 'key', lost));
  const restored = { pk: `stream/${stream}`, sk: 'log', layout: layoutVersion, next: 0 };
  await engine.client.send(new PutCommand({ TableName: tableName, Item: restored }));
  await append(batchOf([1]));
  expect(await append(batchOf([2], [], 'key'))).toMatchObject({ outcomes: [{ position: 1 }] });
  expect((await open(stream).all()).records.map(({ n }) => n)).toEqual([1, 2]);
  expect(await open(stream).head()).toMatchObject({ records: 2, next: 2, open: new Map() });
});

test('a batch that it has put and not settled gets its failures and counts from who settles it', async () => {
  const stream = await newStream();
  const { log } = open(stream);
  await putEarlier(log, batchOf([1], [2, 3]), await reserve(log, 3));
  expect(await open(stream).failures()).toEqual([]);
  await open(stream, later).all();
  expect(await open(stream).failures()).toEqual([2, 3]);
  expect(await open(stream).head()).toMatchObject({ records: 1, failures: 2, open: new Map() });
});

test.each([
  ['is stored, the failures are gone', true],
  ['is void, the failures are free', false],
])(
  'failures that it has claimed are refused until its batch is settled; if that %s',
  async (_name, isStored) => {
    const stream = await newStream();
    const { log, append } = open(stream);
    await append(batchOf([], [1]));
    const claimed = { position: 0, revision: 0, origins: [0] };
    const reservation = await reserve(log, 1);
    await claimEarlier(log, claimed, reservation);
    const replacing = { ...batchOf([1]), bytes: 0, replaces: [claimed] };
    // It was read before the claim.
    await expect(append(replacing)).rejects.toMatchObject({ code: 'write_conflict' });
    await expect(takeFailures(log, all)).rejects.toMatchObject({ code: 'write_conflict' });
    if (isStored) await putEarlier(log, replacing, reservation);
    await open(stream, later).all();
    const { items } = await takeFailures(log, all);
    expect(items.map(({ position, revision }) => [position, revision])).toEqual(isStored ? [] : [[0, 1]]);
    if (!isStored) await append({ ...replacing, replaces: [{ ...claimed, revision: 1 }] });
    expect(await putEarlier(log, replacing, reservation)).toBe(false);
    expect((await open(stream).all()).records.map(({ n }) => n)).toEqual([1]);
    expect(await open(stream).head()).toMatchObject({ records: 1, failures: 0, open: new Map() });
    expect(await open(stream).failures()).toEqual([]);
  },
);
