/**
 * Documents are forwarded to Kinesis in order and at least once, whatever crashes, however late an answer arrives, and
 * whoever else forwards the same stream.
 */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createIdGenerator } from '../../../lib/headwater/data/store/ids.ts';
import { accessTable } from '../../../lib/headwater/data/store/table-access.ts';
import { getItem } from '../../../lib/headwater/data/store/table-reads.ts';
import { transact } from '../../../lib/headwater/data/store/transactions.ts';
import { ServiceError } from '../../../lib/headwater/shared/errors.ts';
import { aggregatedRecord } from '../../../lib/service/streams/forward/aggregated-record.ts';
import { forwardStream } from '../../../lib/service/streams/forward/forward-stream.ts';
import { forwardChanged, forwardStreams } from '../../../lib/service/streams/forward/forward-streams.ts';
import {
  kinesisTarget,
  type RecordToPut,
  type Target,
  toKinesis,
} from '../../../lib/service/streams/forward/kinesis.ts';
import { parseRegistered, registerStream } from '../../../lib/service/streams/leases/forwarded-streams.ts';
import { forwardedKey } from '../../../lib/service/streams/log/write/begin-log.ts';
import { expireHead } from '../../../lib/service/streams/log/write/expire-log.ts';
import { amount } from '../../support/amount.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { clientThat, crashingClient, haltingClient } from '../../support/faulty-client.ts';
import { type DataStream, type KinesisEngine, startKinesis } from '../../support/kinesis.ts';
import { meterClient } from '../../support/metered-client.ts';
import { batchOf, beginStream, openLog } from '../support/stream-log.ts';

let engine: Engine;
let kinesis: KinesisEngine;
let tableName: string;
let data: DataStream;
const newId = createIdGenerator();
const newStream = () => beginStream({ client: engine.client, tableName }, newId());
const time = { signal: new AbortController().signal, lambda: { getRemainingTimeInMillis: () => 30_000 } };
const logged: unknown[] = [];

beforeAll(async () => {
  [engine, kinesis] = await Promise.all([startEngine(), startKinesis()]);
  Object.assign(process.env, engine.environment, { AWS_ENDPOINT_URL_KINESIS: kinesis.endpoint });
  data = await kinesis.makeStream();
});

beforeEach(async () => {
  tableName = await engine.makeTable();
  vi.spyOn(console, 'error').mockImplementation((line) => logged.push(JSON.parse(line)));
});

afterEach(() => {
  logged.length = 0;
  vi.restoreAllMocks();
});

interface Options {
  readonly client?: DynamoDBDocumentClient;
  /** Minutes from now: a lease and a reservation are over after one. */
  readonly later?: number;
  readonly isEnough?: () => boolean;
  readonly target?: Target;
}

const open = (stream: string, { client = engine.client, later = 0 }: Options = {}) =>
  openLog({ client, tableName, stream, now: () => Date.now() + later * 60_000 });

async function makeStream(): Promise<string> {
  const stream = await newStream();
  await registerStream(open(stream).log.table, { owner: 'public', stream }, Date.now());
  return stream;
}

function forward(stream: string, options: Options = {}) {
  const { log } = open(stream, options);
  const { target = kinesisTarget(data.arn, time), isEnough = () => false } = options;
  return forwardStream({ log, delivery: toKinesis(target), isEnough });
}

async function stateOf(stream: string) {
  const Key = forwardedKey({ owner: 'public', stream });
  const item = await getItem(accessTable(engine.client, tableName), { Key, ConsistentRead: true });
  return parseRegistered(item ?? {});
}

const isDone = (sent: Promise<unknown>) =>
  sent.then(
    () => true,
    () => false,
  );

const documentsOf = async (stream: string) =>
  (await data.documents()).filter((document) => document.stream === stream);

/** A reader that skips positions not greater than the last one gets each document once, in order. */
async function expectForwarded(stream: string, numbers: readonly number[]): Promise<void> {
  const read: unknown[] = [];
  let last = -1;
  for (const { position, document, owner } of await documentsOf(stream)) {
    expect(owner).toBe('public');
    if (position > last) read.push(document['n']);
    last = Math.max(last, position);
  }
  expect(read).toEqual(numbers);
  const head = await open(stream).head();
  expect(await stateOf(stream)).toMatchObject({ position: head.next, forwarded: numbers.length, missed: 0 });
}

/** 1 to 8 are records, in four batches. Each put has one: positions of failures are between them. */
async function push(stream: string): Promise<void> {
  for (let at = 1; at < 9; at += 2) await open(stream).append(batchOf([at, at + 1], [100 + at]));
}

/** The same, beside forwarders whose clocks are minutes fast: they prevent a push that seems delayed to them. */
async function pushAgain(stream: string): Promise<void> {
  for (let at = 1; at < 9; ) {
    const sent = open(stream).append(batchOf([at, at + 1], [100 + at]));
    const isStored = await sent.then(
      () => true,
      (error: { readonly code?: string }) => {
        if (error.code !== 'unavailable') throw error;
        return false;
      },
    );
    if (isStored) at += 2;
  }
}

const pushed = [1, 2, 3, 4, 5, 6, 7, 8];
const half = { isEnough: () => true };

test('integers beyond 2^53 are forwarded with all their digits', async () => {
  const stream = await makeStream();
  const document = { n: 9223372036854775807n, in: [-18446744073709551616n] };
  await open(stream).append({
    ...batchOf([]),
    outcomes: [{ status: 'stored', raw: {}, documents: [{ document }] }],
  });
  expect(await forward(stream)).toBe('done');
  const texts = (await data.texts()).filter((text) => text.includes(stream));
  expect(texts).toEqual([
    expect.stringMatching(/"document":\{"n":9223372036854775807,"in":\[-18446744073709551616\]\}\}\n$/),
  ]);
});

test('the parts of a record are forwarded in order, and come again if not all have arrived', {
  tags: ['streams'],
}, async () => {
  const stream = await makeStream();
  const parts = ['0', '1', '2'].map((part) => ({
    part,
    document: { n: Number(part), text: 'x'.repeat(600_000) },
  }));
  const expiresAt = Math.ceil(Date.now() / 1_000) + 86_400;
  const outcomes = [
    { status: 'stored', raw: {}, documents: parts } as const,
    { status: 'stored', raw: {}, documents: [{ document: { n: 3 } }] } as const,
  ];
  await open(stream).append({ outcomes, bytes: 10, expiresAt });
  const target = kinesisTarget(data.arn, time);
  let puts = 0;
  const failing: Target = {
    ...target,
    put: (record) => {
      if (++puts === 2) throw new ServiceError('unavailable', 'It is busy.');
      return target.put(record);
    },
  };
  expect(await forward(stream, { target: failing })).toBe('waiting');
  expect(await stateOf(stream)).toMatchObject({ position: 0, forwarded: 0 });
  expect(await forward(stream, { later: 2 })).toBe('done');
  const found = await documentsOf(stream);
  expect(found.map((document) => [document.position, Object(document).part])).toEqual([
    [0, '0'],
    [0, '0'],
    [0, '1'],
    [0, '2'],
    [1, undefined],
  ]);
  expect(await stateOf(stream)).toMatchObject({ position: 2, forwarded: 4, missed: 0 });
});

test('documents are forwarded in order, and what follows comes behind them', async () => {
  const stream = await makeStream();
  await push(stream);
  expect(await forward(stream)).toBe('done');
  await expectForwarded(stream, pushed);
  expect(await forward(stream)).toBe('done');
  await open(stream).append(batchOf([9]));
  await forward(stream);
  await expectForwarded(stream, [...pushed, 9]);
  const [first] = await documentsOf(stream);
  expect(first).toEqual({
    ...{ owner: 'public', stream, position: 0, document: { n: 1 } },
    pushed: expect.stringMatching(/^20.*Z$/),
  });
});

test('a record of Kinesis is what the producer library of AWS makes', () => {
  const texts = ['{"n":1}\n', '{"n":"é"}\n', `${JSON.stringify({ t: 'x'.repeat(300) })}\n`];
  const record = aggregatedRecord(
    '6b0144220dc571a862ded039',
    texts.map((text) => Buffer.from(text)),
  );
  // The bytes that aws-kinesis-agg 4.2.8 makes.
  const made = `84mawgoYNmIwMTQ0MjIwZGM1NzFhODYyZGVkMDM5GgwIABoIeyJuIjoxfQoaDwgAGgt7Im4iOiLDqSJ9Chq6AggAGrUCeyJ0Ijoi${'eHh4'.repeat(100)}In0KG3Qf3sj/sg8ERy6VJC82LA==`;
  expect(Buffer.from(record).toString('base64')).toBe(made);
});

describe('a forwarder', () => {
  test('that crashes after any command loses nothing', { tags: ['streams', 'property'] }, async () => {
    const step = amount({ few: 4, many: 4, most: 1 });
    for (let commands = 0, isOver = false; !isOver; commands += step) {
      const stream = await makeStream();
      await push(stream);
      isOver = await isDone(forward(stream, { client: crashingClient(engine.client, commands) }));
      await forward(stream, { later: 1 });
      await expectForwarded(stream, pushed);
    }
  });

  test('that crashes after a put, or whose put is lost, loses nothing', { tags: ['streams'] }, async () => {
    const real = kinesisTarget(data.arn, time);
    for (const isArrived of [true, false]) {
      const stream = await makeStream();
      await push(stream);
      const put = async (record: RecordToPut) => {
        if (isArrived) await real.put(record);
        throw new ServiceError('timeout', 'No answer.');
      };
      expect(await forward(stream, { target: { ...real, put } })).toBe('waiting');
      expect(await forward(stream)).toBe('waiting');
      await forward(stream, { later: 1 });
      await expectForwarded(stream, pushed);
    }
  });

  test('whose responses are lost loses nothing', { tags: ['streams', 'property'] }, async () => {
    const step = amount({ few: 4, many: 4, most: 1 });
    for (let lost = 0; lost < 16; lost += step) {
      const stream = await makeStream();
      await push(stream);
      let sent = 0;
      const client = clientThat(engine.client, async (_command, send) => {
        if (sent++ === lost) await send().catch(() => undefined);
        return send();
      });
      await forward(stream, { client });
      await expectForwarded(stream, pushed);
    }
  });

  test('that was held up puts nothing out of order', { tags: ['streams', 'property'] }, async () => {
    const step = amount({ few: 3, many: 3, most: 1 });
    for (let commands = 1, isOver = false; !isOver; commands += step) {
      const stream = await makeStream();
      await push(stream);
      const halting = haltingClient(engine.client, commands);
      const ended = isDone(forward(stream, { client: halting.client }));
      isOver = await Promise.race([ended.then(() => true), halting.halted.then(() => false)]);
      await open(stream).append(batchOf([9, 10]));
      await forward(stream, { later: 1, ...(commands % 4 ? {} : half) });
      halting.resume();
      await ended;
      await forward(stream, { later: 2 });
      await expectForwarded(stream, [...pushed, 9, 10]);
    }
  });

  test('beside others, while records are pushed, loses nothing', { tags: ['property'] }, async () => {
    const rounds = amount({ few: 1, many: 2, most: 200 });
    for (let round = 0; round < rounds; round++) {
      const stream = await makeStream();
      const run = async (at: number) => {
        for (let turn = 0; turn < 3; turn++) {
          const client =
            (at + round) % 2 ? crashingClient(engine.client, (at + 3 * round) % 14) : engine.client;
          await isDone(forward(stream, { client, later: at + 2 * turn, ...(at === 2 ? half : {}) }));
        }
      };
      await Promise.all([pushAgain(stream), run(0), run(1), run(2)]);
      await forward(stream, { later: 20 });
      await expectForwarded(stream, pushed);
    }
  });
});

test('no document passes a push that is not settled, and a crashed one holds none up', async () => {
  const stream = await makeStream();
  await open(stream).append(batchOf([1]));
  const halting = haltingClient(engine.client, 1);
  const slow = isDone(open(stream, { client: halting.client }).append(batchOf([2, 3])));
  await halting.halted;
  await open(stream).append(batchOf([4]));
  expect(await forward(stream)).toBe('done');
  expect(await documentsOf(stream)).toHaveLength(1);
  halting.resume();
  expect(await slow).toBe(true);
  await forward(stream);
  await expectForwarded(stream, [1, 2, 3, 4]);
  await isDone(open(stream, { client: crashingClient(engine.client, 1) }).append(batchOf([5])));
  await open(stream).append(batchOf([6]));
  await forward(stream);
  expect(await documentsOf(stream)).toHaveLength(4);
  await forward(stream, { later: 1 });
  await expectForwarded(stream, [1, 2, 3, 4, 6]);
});

test('records that expire before they are forwarded are counted and said', async () => {
  const stream = await makeStream();
  await push(stream);
  const days = 2 * 24 * 60;
  expect(await forward(stream, { later: days })).toBe('done');
  expect(await stateOf(stream)).toMatchObject({ forwarded: 0, missed: 8 });
  expect(logged).toMatchObject([{ level: 'ERROR', stream, missed: 8 }]);
  await forward(stream, { later: days + 1 });
  expect(logged).toHaveLength(1);
});

test('large documents are forwarded in as many records as they take, and one that is too large is said', {
  tags: ['streams'],
}, async () => {
  const stream = await makeStream();
  const expiresAt = Math.ceil(Date.now() / 1_000) + 86_400;
  const outcomes = [400, 400, 400, 1_100, 10].map((kilobytes, n) => {
    const document = { n, text: 'x'.repeat(kilobytes * 1_024) };
    return { status: 'stored', raw: { n }, documents: [{ document }] } as const;
  });
  await open(stream).append({ outcomes, bytes: 10, expiresAt });
  const before = await data.count();
  await forward(stream);
  expect(await data.count()).toBe(before + 2);
  expect((await documentsOf(stream)).map(({ document }) => document['n'])).toEqual([0, 1, 2, 4]);
  expect(await stateOf(stream)).toMatchObject({ position: 5, forwarded: 4, missed: 1 });
  expect(logged).toMatchObject([
    { stream, position: 3 },
    { stream, missed: 1 },
  ]);
});

test('a busy data stream is asked again; one that was made anew takes the next record', {
  tags: ['streams'],
}, async () => {
  const stream = await makeStream();
  await push(stream);
  const real = kinesisTarget(data.arn, time);
  const busy = new ServiceError('unavailable', 'Slow down.');
  const target = { ...real, put: () => Promise.reject(busy) };
  expect(await forward(stream, { target })).toBe('waiting');
  expect(await forward(stream)).toBe('waiting');
  expect(await forward(stream, { later: 0.1 })).toBe('done');
  await expectForwarded(stream, pushed);
  const refuse = { ...real, put: () => Promise.reject(new Error('AccessDenied')) };
  await open(stream).append(batchOf([9]));
  await expect(forward(stream, { target: refuse, later: 1 })).rejects.toThrow('AccessDenied');
  // A data stream that was made again does not know the number in `after`.
  await expect(real.put({ partitionKey: 'k', data: aggregatedRecord('k', []), after: '1' })).resolves.toMatch(
    /^\d+$/,
  );
  await forward(stream, { later: 2 });
  await expectForwarded(stream, [...pushed, 9]);
  expect(() => kinesisTarget('documents', time)).toThrow('KINESIS_STREAM');
});

test('one schedule forwards all streams that have something new, of all owners; a change of a head forwards one', {
  tags: ['streams'],
}, async () => {
  const target = kinesisTarget(data.arn, time);
  const table = accessTable(engine.client, tableName);
  const ids = await Promise.all(Array.from({ length: 20 }, makeStream));
  for (const stream of ids.slice(0, 12)) await open(stream).append(batchOf([1]));
  const openNamed = ({ owner, stream }: { owner: string; stream: string }) => ({
    ...open(stream).log,
    owner,
  });
  await registerStream(table, { owner: 'ada', stream: ids[0] ?? '' }, Date.now());
  let puts = 0;
  const put = (record: RecordToPut) => {
    puts++;
    return target.put(record);
  };
  const counting = { ...target, put };
  const options = { table, time, delivery: toKinesis(counting), openLog: openNamed };
  const meter = meterClient(engine.client);
  const runAll = async () => {
    const units: number[] = [];
    const metered = { ...options, table: accessTable(meter.client, tableName) };
    for (let minute = 0; minute < 10; minute++)
      units.push(
        (await meter.measure(() => forwardStreams({ ...metered, now: () => minute * 60_000 }))).units,
      );
    return units;
  };
  await runAll();
  expect(puts).toBe(12);
  // The registrations, and half a unit for the head of each stream once in ten runs.
  const idle = await runAll();
  expect(idle.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(10 * 2 + (ids.length + 3) / 2);
  expect(puts).toBe(12);
  // A stream of earlier code is registered by its next push.
  const old = await newStream();
  await open(old).append(batchOf([1, 2]));
  await forwardChanged(options, { pk: `stream/${old}`, sk: 'log' });
  await expectForwarded(old, [1, 2]);
  await forwardChanged(options, { pk: `stream/${old}`, sk: 'log' });
  await forwardChanged(options, { pk: 't/we', sk: 'log\tPKLt--3yVxnJeKLW' });
  expect(puts).toBe(13);
  // What a deleted stream has is forwarded, while its head is there.
  await open(old).append(batchOf([3]));
  const { log } = open(old);
  await transact(log.table, [expireHead(log, Date.now() / 1_000 + 60)]);
  await runAll();
  await expectForwarded(old, [1, 2, 3]);
});
