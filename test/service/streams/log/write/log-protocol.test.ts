/**
 * A batch is in the log or it is not, wherever a push crashes, whichever response is lost, and whoever else pushes:
 * no acknowledged record is lost, none is there twice, and counts are right when all is settled.
 *
 * @module-tag property
 */

import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { createIdGenerator } from '../../../../../lib/headwater/data/store/ids.ts';
import { layoutVersion } from '../../../../../lib/headwater/data/store/layout.ts';
import { getBatch, segmentPositions } from '../../../../../lib/service/streams/log/batch-items.ts';
import { headKey } from '../../../../../lib/service/streams/log/log-head.ts';
import type { ItemRecords, LogBatch, LogRecord } from '../../../../../lib/service/streams/log/log-types.ts';
import { settledState } from '../../../../../lib/service/streams/log/read/log-state.ts';
import { readLog, readRecordAt } from '../../../../../lib/service/streams/log/read/read-log.ts';
import { forwardedKey } from '../../../../../lib/service/streams/log/write/begin-log.ts';
import { noteExpired } from '../../../../../lib/service/streams/log/write/expire-log.ts';
import { findAppended } from '../../../../../lib/service/streams/log/write/request-bindings.ts';
import { amount } from '../../../../support/amount.ts';
import { type Engine, startEngine } from '../../../../support/engine.ts';
import { clientThat, crashingClient, haltingClient } from '../../../../support/faulty-client.ts';
import { batchOf, beginStream, openLog } from '../../../support/stream-log.ts';

let engine: Engine;
let tableName: string;
const newId = createIdGenerator();
const newStream = () => beginStream({ client: engine.client, tableName }, newId());

beforeAll(async () => {
  engine = await startEngine();
  tableName = await engine.makeTable();
});

const open = (stream: string, client: DynamoDBDocumentClient = engine.client, now?: () => number) =>
  openLog({ client, tableName, stream, ...(now ? { now } : {}) });
/** Later than any push may take: a reader settles open reservations. */
const later = () => Date.now() + 60_000;

test('a push on a log whose head is lost is refused, and nothing is stored', async () => {
  const stream = await newStream();
  await open(stream).append(batchOf([1, 2]));
  const Key = headKey({ owner: 'public', stream });
  await engine.client.send(new DeleteCommand({ TableName: tableName, Key }));
  const before = await engine.scan(tableName);
  await expect(open(stream).append(batchOf([3]))).rejects.toThrow(
    `The head of the log of the stream ${stream} is lost`,
  );
  expect(await engine.scan(tableName)).toEqual(before);
});

test('a stream of earlier code, whose log has no head yet, takes its first push', async () => {
  const stream = newId();
  await open(stream).append(batchOf([1, 2]));
  const { records } = await open(stream).all();
  expect(records.map(({ position, n }) => [position, n])).toEqual([
    [0, 1],
    [1, 2],
  ]);
});

test('a push on a log whose head and first segment are lost is refused', async () => {
  const stream = await newStream();
  await open(stream).append(batchOf([1, 2]));
  const name = { owner: 'public', stream };
  const Item = { ...getBatch(name, 40 * segmentPositions).Key, layout: layoutVersion };
  await engine.client.send(new PutCommand({ TableName: tableName, Item }));
  for (const Key of [headKey(name), getBatch(name, 0).Key])
    await engine.client.send(new DeleteCommand({ TableName: tableName, Key }));
  await expect(open(stream).append(batchOf([3]))).rejects.toThrow('is lost, so the push is refused');
});

test('a push on a log whose head is lost is refused after its records have expired, if some were forwarded', async () => {
  const stream = await newStream();
  const name = { owner: 'public', stream };
  const Item = { ...forwardedKey(name), layout: layoutVersion, position: 2 };
  await engine.client.send(new PutCommand({ TableName: tableName, Item }));
  await engine.client.send(new DeleteCommand({ TableName: tableName, Key: headKey(name) }));
  await expect(open(stream).append(batchOf([3]))).rejects.toThrow('is lost, so the push is refused');
});

/** Whether it has succeeded. */
const succeeds = (sent: Promise<unknown>) =>
  sent.then(
    () => true,
    () => false,
  );

/** A client that does not get the response to one of its commands, and sends it again. */
function losingClient(lost: number): DynamoDBDocumentClient {
  let sent = 0;
  return clientThat(engine.client, async (_command, forward) => {
    if (sent++ === lost) await succeeds(forward());
    return forward();
  });
}

interface Expected {
  /** Numbers of records that must be there, once. */
  readonly acknowledged: readonly number[];
  /** Numbers that may be there, once: nobody was told of them. */
  readonly possible?: readonly number[];
  readonly failures?: readonly number[];
}

async function expectLog(stream: string, { acknowledged, possible = [], failures = [] }: Expected) {
  const { records, end } = await open(stream, engine.client, later).all();
  const found = records.map(({ n }) => Number(n));
  expect(new Set(found).size).toBe(found.length);
  expect(acknowledged.filter((n) => !found.includes(n))).toEqual([]);
  expect(found.filter((n) => !acknowledged.includes(n) && !possible.includes(n))).toEqual([]);
  const positions = records.map(({ position }) => position);
  expect(positions).toEqual([...new Set(positions)].toSorted((one, other) => one - other));
  const failed = await open(stream).failures();
  const head = await open(stream).head();
  expect(new Set(failed).size).toBe(failed.length);
  expect(failures.filter((n) => !failed.includes(n))).toEqual([]);
  expect(head).toMatchObject({ records: found.length, failures: failed.length, next: end.next });
  expect(head.bytes).toBe(10 * (found.length + failed.length));
  expect(head.open.size).toBe(0);
}

describe.each([
  ['without a key', false],
  ['with a key', true],
])('a push %s', { tags: ['faults'] }, (_name, hasKey) => {
  const batch = (stream: string) => batchOf([1, 2, 3], [4], hasKey ? stream : undefined);

  test('that crashes after any command is stored whole or not at all, and once by its next try', async () => {
    let commands = 0;
    for (let isDone = false; !isDone; commands++) {
      const stream = await newStream();
      await open(stream).append(batchOf([10]));
      const crashed = open(stream, crashingClient(engine.client, commands)).append(batch(stream));
      isDone = await crashed.then(
        () => true,
        () => false,
      );
      if (hasKey) await open(stream).append(batch(stream));
      await open(stream).append(batchOf([20], [21]));
      const isTold = isDone || hasKey;
      const [records, failures] = [[1, 2, 3], [4]];
      await expectLog(stream, {
        acknowledged: [10, 20, ...(isTold ? records : [])],
        possible: records,
        failures: [21, ...(isTold ? failures : [])],
      });
    }
    expect(commands).toBeGreaterThan(4);
  });

  test('that crashes after any command shows records and failures, or neither, and is counted when it is settled', async () => {
    for (let commands = 0, isOver = false; !isOver; commands++) {
      const stream = await newStream();
      isOver = await succeeds(open(stream, crashingClient(engine.client, commands)).append(batch(stream)));
      const { records, end } = await open(stream).all();
      const failures = await open(stream).failures();
      const isStored = records.length > 0;
      expect([records.map(({ n }) => n), failures]).toEqual(isStored ? [[1, 2, 3], [4]] : [[], []]);
      const bound = hasKey && (await findAppended(open(stream).log, stream));
      expect(bound !== false && bound !== undefined).toBe(hasKey && isStored);
      // A follower waits for a push that may yet be stored.
      if (!isOver && !isStored) expect(end.settled).toBe(0);
      await expectLog(stream, isStored ? { acknowledged: [1, 2, 3], failures: [4] } : { acknowledged: [] });
    }
  });

  test('is stored once when it crashes, who settles it crashes, and the next try loses a response', {
    tags: ['property'],
  }, async () => {
    const step = amount({ few: 5, many: 2, most: 1 });
    const commands = Array.from({ length: Math.ceil(7 / step) }, (_, index) => index * step);
    const cases = commands.flatMap((crash) =>
      commands.flatMap((settling) => commands.map((lost) => [crash, settling, lost] as const)),
    );
    for (const [crash, settling, lost] of cases) {
      const stream = await newStream();
      await succeeds(open(stream, crashingClient(engine.client, crash)).append(batch(stream)));
      await succeeds(settledState(open(stream, crashingClient(engine.client, settling), later).log));
      // Without a key it is another push.
      const again = hasKey ? batch(stream) : batchOf([5], [6]);
      await open(stream, losingClient(lost)).append(again);
      const told = hasKey ? { acknowledged: [1, 2, 3], failures: [4] } : { acknowledged: [5], failures: [6] };
      await expectLog(stream, { possible: [1, 2, 3], ...told });
    }
  });

  test('that was frozen for longer than a push may take is refused, and its positions are void', async () => {
    const stream = await newStream();
    let isFrozen = false;
    const now = () => Date.now() + (isFrozen ? 31_000 : 0);
    const frozen = clientThat(engine.client, async (command, forward) => {
      const output = await forward();
      isFrozen ||= command instanceof UpdateCommand;
      return output;
    });
    await expect(open(stream, frozen, now).append(batch(stream))).rejects.toMatchObject({ code: 'timeout' });
    await expectLog(stream, { acknowledged: [] });
    expect((await open(stream).all()).end).toMatchObject({ next: 4, settled: 4 });
  });

  test('whose responses are lost is stored once', async () => {
    for (let lost = 0; lost < 12; lost++) {
      const stream = await newStream();
      await open(stream, losingClient(lost)).append(batch(stream));
      await expectLog(stream, { acknowledged: [1, 2, 3], failures: [4] });
    }
  });

  test('that was held up for too long is not stored behind the back of those who have settled it', async () => {
    for (let commands = 1; ; commands++) {
      const stream = await newStream();
      const halting = haltingClient(engine.client, commands);
      const held = open(stream, halting.client).append(batch(stream));
      const ended = held.then(
        () => 'stored',
        () => 'refused',
      );
      const isOver = await Promise.race([ended.then(() => true), halting.halted.then(() => false)]);
      await open(stream, engine.client, later).append(batchOf([20]));
      halting.resume();
      const isStored = (await ended) === 'stored';
      const records = isStored ? [1, 2, 3] : [];
      await expectLog(stream, { acknowledged: [20, ...records], possible: [1, 2, 3] });
      if (isOver) break;
    }
  });
});

test('two tries of one request store it once, wherever the first one halts', async () => {
  for (let commands = 0; ; commands++) {
    const stream = await newStream();
    const halting = haltingClient(engine.client, commands);
    const first = open(stream, halting.client).append(batchOf([1, 2], [3], 'key'));
    const ended = first.then(
      (results) => results,
      () => undefined,
    );
    const isOver = await Promise.race([ended.then(() => true), halting.halted.then(() => false)]);
    const results = await open(stream).append(batchOf([1, 2], [3], 'key'));
    halting.resume();
    const others = await ended;
    if (others) expect(others).toEqual(results);
    await expectLog(stream, { acknowledged: [1, 2], failures: [3] });
    if (isOver) break;
  }
});

test('a try that another one has overtaken leaves nothing for readers to wait for', async () => {
  const stream = await newStream();
  // It has found no result, and reserved positions.
  const halting = haltingClient(engine.client, 2);
  const overtaken = open(stream, halting.client).append(batchOf([1, 2], [], 'key'));
  await halting.halted;
  const results = await open(stream).append(batchOf([1, 2], [], 'key'));
  expect((await open(stream).head()).open.size).toBe(1);
  halting.resume();
  expect(await overtaken).toEqual(results);
  const { records, end } = await open(stream).all();
  expect(records.map(({ position, n }) => [position, n])).toEqual([
    [2, 1],
    [3, 2],
  ]);
  expect(end).toMatchObject({ next: 4, settled: 4 });
});

test('writers race', { tags: ['property'] }, async () => {
  const rounds = amount({ few: 1, many: 2, most: 200 });
  for (let round = 0; round < rounds; round++) {
    const stream = await newStream();
    const acknowledged: number[] = [];
    const failures: number[] = [];
    const possible: number[] = [];
    const write = async (writer: number) => {
      for (let at = 0; at < 4; at++) {
        const n = 100 * writer + 10 * at;
        const isCrashing = (writer + at + round) % 5 === 0;
        const client = isCrashing ? crashingClient(engine.client, (at + round) % 6) : engine.client;
        const sent = open(stream, client).append(batchOf([n, n + 1], [n + 2]));
        const isStored = await sent.then(
          () => true,
          () => false,
        );
        (isStored ? acknowledged : possible).push(n, n + 1);
        if (isStored) failures.push(n + 2);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
    await expectLog(stream, { acknowledged, possible, failures });
  }
});

test('who follows a log misses nothing, though pushes end in another order than they began', async () => {
  const stream = await newStream();
  const seen = new Set<number>();
  let from = 0;
  const follow = async () => {
    const { records, end } = await open(stream).all();
    for (const { position, n } of records) if (position >= from) seen.add(Number(n));
    from = end.settled;
  };
  const halting = haltingClient(engine.client, 2);
  const slow = open(stream, halting.client).append(batchOf([1, 2], [3]));
  await halting.halted;
  await open(stream).append(batchOf([10]));
  await follow();
  expect([...seen]).toEqual([10]);
  halting.resume();
  await slow;
  await follow();
  expect([...seen].toSorted()).toEqual([1, 10, 2]);
  await follow();
  expect(from).toBe(4);
});

/** The next push begins at this position. */
const skipTo = (stream: string, next: number) =>
  engine.client.send(
    new UpdateCommand({
      TableName: tableName,
      Key: { pk: `stream/${stream}`, sk: 'log' },
      UpdateExpression: 'SET #next = :next',
      ExpressionAttributeNames: { '#next': 'next' },
      ExpressionAttributeValues: { ':next': next },
    }),
  );

test('a log goes on over partitions, and a read skips those without records', async () => {
  const stream = await newStream();
  await open(stream).append(batchOf([1]));
  await skipTo(stream, 65_534);
  await open(stream).append(batchOf([2, 3, 4, 5]));
  await skipTo(stream, 400_000);
  await open(stream).append(batchOf([6]));
  const { log, all } = open(stream);
  const { records, end } = await all();
  expect(records).toEqual([
    ...[1, 2, 3, 4, 5].map((n) => ({ n, position: n === 1 ? 0 : 65_532 + n })),
    { n: 6, position: 400_000 },
  ]);
  expect(end).toMatchObject({ reason: 'end', next: 400_001, settled: 400_001 });
  expect(await readRecordAt(log, 65_537)).toMatchObject({ documents: [{ document: { n: 5 } }] });
  expect(await readRecordAt(log, 65_538)).toBeUndefined();
  const from = (position: number, isNewestFirst: boolean) => {
    const found: unknown[] = [];
    const take = (read: ItemRecords<LogRecord>) => {
      for (const { documents } of read.records) found.push(documents[0]?.document['n']);
      return true;
    };
    return readLog(log, { from: position, isNewestFirst, take }).then(() => found);
  };
  expect(await from(65_536, false)).toEqual([4, 5, 6]);
  expect(await from(65_536, true)).toEqual([4, 3, 2, 1]);
  expect(await from(900_000, true)).toEqual([6, 5, 4, 3, 2, 1]);
  await noteExpired(log, 131_072);
  expect((await all()).records.map(({ n }) => n)).toEqual([6]);
});

test('expired records are not read, and reads of the whole log begin behind them', async () => {
  const stream = await newStream();
  await open(stream).append(batchOf([1, 2], [3]));
  const afterDays = () => Date.now() + 2 * 86_400_000;
  expect((await open(stream, engine.client, afterDays).all()).records).toEqual([]);
  const { records } = await open(stream).all();
  expect(records.map(({ n }) => n)).toEqual([1, 2]);
});

test('a read of the newest first ends at the first position, however many partitions are empty before', {
  tags: ['faults'],
}, async () => {
  const stream = await newStream();
  for (const partitions of [64, 65, 128, 129]) {
    await skipTo(stream, partitions * 65_536 - 1);
    let from: number | undefined;
    let reads = 0;
    for (let isEnd = false; !isEnd; reads++) {
      const { reason } = await readLog(open(stream).log, { from, isNewestFirst: true, take: () => true });
      isEnd = reason === 'end';
      from = typeof reason === 'object' ? reason.position : undefined;
      expect(from ?? 0).toBeGreaterThanOrEqual(0);
    }
    expect(reads).toBe(Math.ceil(partitions / 64));
  }
});

test('a partition is left behind when all of it has expired, failures too', async () => {
  const afterFirst = async (first: LogBatch) => {
    const stream = await newStream();
    await open(stream).append(first);
    await skipTo(stream, 65_536);
    await open(stream).append(batchOf([2]));
    return (await open(stream).all()).end.expired;
  };
  const hasExpired = { expiresAt: 1 };
  expect(await afterFirst({ ...batchOf([1]), ...hasExpired })).toBe(65_536);
  expect(await afterFirst({ ...batchOf([], [1]), ...hasExpired })).toBe(65_536);
  expect(await afterFirst(batchOf([], [1]))).toBeUndefined();
});
