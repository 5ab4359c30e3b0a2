/** Replays of a log, whatever crashes, however often, and however late an answer arrives. */

import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { createIdGenerator } from '../../../../../lib/headwater/data/store/ids.ts';
import type { Item } from '../../../../../lib/headwater/data/store/table-access.ts';
import { takeFailures } from '../../../../../lib/service/streams/log/failures/take-failures.ts';
import { readLog } from '../../../../../lib/service/streams/log/read/read-log.ts';
import { maxReplaced } from '../../../../../lib/service/streams/log/write/commit-batch.ts';
import { failurePage } from '../../../../../lib/service/streams/record-page.ts';
import { replayFailures } from '../../../../../lib/service/streams/replay/replay-failures.ts';
import { replayRecords } from '../../../../../lib/service/streams/replay/replay-records.ts';
import { amount } from '../../../../support/amount.ts';
import { type Engine, startEngine } from '../../../../support/engine.ts';
import { clientThat, crashingClient, haltingClient } from '../../../../support/faulty-client.ts';
import { putItems } from '../../../support/fill-table.ts';
import {
  noPipelines as readPipeline,
  replayedSource as source,
  plentyOfTime as time,
} from '../../../support/replayed-source.ts';
import { batchOf, beginStream, openLog } from '../../../support/stream-log.ts';

let engine: Engine;
let tableName: string;
const newId = createIdGenerator();
const newStream = () => beginStream({ client: engine.client, tableName }, newId());

beforeAll(async () => {
  engine = await startEngine();
  tableName = await engine.makeTable();
});

const expiresAt = Math.ceil(Date.now() / 1_000) + 86_400;
const readSource = async () => source;

interface ReplayOptions {
  readonly client?: DynamoDBDocumentClient;
  readonly key?: string;
  readonly now?: () => number;
}

/** Later than any push may take: a reader settles open reservations. */
const later = () => Date.now() + 60_000;
const open = (stream: string, { client = engine.client, now }: ReplayOptions = {}) =>
  openLog({ client, tableName, stream, ...(now ? { now } : {}) });
const all = { from: 0, to: 1_000, limit: 500 };

function replay(stream: string, options: ReplayOptions = {}) {
  const { log } = open(stream, options);
  return replayFailures({ log, readSource, readPipeline, range: all, time, key: options.key, expiresAt });
}

/** The version of the current preprocessors of the source. */
let version = 1;

function replayRange(stream: string, options: ReplayOptions = {}) {
  const readVersion = async () => {
    const mark = { type: 'set', field: 'version', value: version } as const;
    return { ...source, preprocessors: [...source.preprocessors, mark] };
  };
  return replayRecords({
    log: open(stream, options).log,
    readSource: readVersion,
    readPipeline,
    range: all,
    time,
  });
}

/** What a replay had sent when it crashed may arrive later: the next one is then asked to send its request again. */
async function replayRangeAgain(stream: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const isConflict = await replayRange(stream).then(
      () => false,
      (error: { readonly code?: string }) => {
        if (error.code !== 'write_conflict' || tries === 10) throw error;
        return true;
      },
    );
    if (!isConflict) return;
  }
}

const isDone = (sent: Promise<unknown>) =>
  sent.then(
    () => true,
    () => false,
  );

/** Two pushes: 1 and 2 are records, 3 to 9 failures. */
async function push(stream: string): Promise<void> {
  await open(stream).append(batchOf([1], [3, 4, 8]));
  await open(stream).append(batchOf([2], [5, 6, 7, 9]));
}

/** Every failure is a record once, except for 8, which is dropped, and 9, which fails again. */
async function expectReplayed(stream: string): Promise<void> {
  const { records, end } = await open(stream, { now: later }).all();
  expect(records.map(({ n }) => Number(n)).toSorted((one, other) => one - other)).toEqual([
    1, 2, 3, 4, 5, 6, 7,
  ]);
  const positions = records.map(({ position }) => position);
  expect(positions).toEqual([...new Set(positions)].toSorted((one, other) => one - other));
  expect(await open(stream).failures()).toEqual([9]);
  const head = await open(stream).head();
  expect(head).toMatchObject({ records: 7, failures: 1, dropped: 1, bytes: 90, next: end.next });
  expect(head.open.size).toBe(0);
}

test('a replay takes the place of the failures that succeed', async () => {
  const stream = await newStream();
  await push(stream);
  const { replayed } = await replay(stream);
  expect(replayed.map(({ origin, status, position }) => [origin, status, position])).toEqual([
    ...[1, 2].map((origin) => [origin, 'stored', 8 + origin]),
    [3, 'dropped', undefined],
    ...[5, 6, 7].map((origin) => [origin, 'stored', 6 + origin]),
    [8, 'left', undefined],
  ]);
  await expectReplayed(stream);
  expect(await replay(stream)).toMatchObject({ replayed: [{ origin: 8, status: 'left' }] });
  await expectReplayed(stream);
});

describe.each([
  ['without a key', false],
  ['with a key', true],
])('a replay %s', { tags: ['faults'] }, (_name, hasKey) => {
  const keyOf = (stream: string) => (hasKey ? { key: stream } : {});

  test('that crashes after any command is done once by the next one', async () => {
    let commands = 0;
    for (let isOver = false; !isOver; commands++) {
      const stream = await newStream();
      await push(stream);
      const client = crashingClient(engine.client, commands);
      isOver = await isDone(replay(stream, { client, ...keyOf(stream) }));
      // The next try need not wait.
      const { replayed } = await replay(stream, keyOf(stream));
      if (hasKey) expect(replayed).toHaveLength(7);
      await replay(stream, { now: later });
      await expectReplayed(stream);
    }
    expect(commands).toBeGreaterThan(8);
  });

  test('that crashes twice is done once by the third one', { tags: ['property'] }, async () => {
    const step = amount({ few: 20, many: 12, most: 1 });
    for (let first = 6; first < 18; first += step)
      for (let second = 5; second < 20; second += step) {
        const stream = await newStream();
        await push(stream);
        await isDone(replay(stream, { client: crashingClient(engine.client, first), ...keyOf(stream) }));
        const client = crashingClient(engine.client, second);
        await isDone(replay(stream, { client, now: later, ...keyOf(stream) }));
        await replay(stream, { now: () => later() + 60_000 });
        await expectReplayed(stream);
      }
  });

  test('whose responses are lost is done once', async () => {
    for (let lost = 0; lost < 24; lost++) {
      const stream = await newStream();
      await push(stream);
      let sent = 0;
      const client = clientThat(engine.client, async (_command, forward) => {
        if (sent++ === lost) await forward().catch(() => undefined);
        return forward();
      });
      await replay(stream, { client, ...keyOf(stream) });
      await expectReplayed(stream);
    }
  });

  test('that was held up is not done behind the back of another one', async () => {
    for (let commands = 1, isOver = false; !isOver; commands++) {
      const stream = await newStream();
      await push(stream);
      const halting = haltingClient(engine.client, commands);
      const ended = isDone(replay(stream, { client: halting.client, ...keyOf(stream) }));
      isOver = await Promise.race([ended.then(() => true), halting.halted.then(() => false)]);
      // At once it may be refused; later it is done.
      await isDone(replay(stream));
      await replay(stream, { now: later });
      halting.resume();
      await ended;
      await expectReplayed(stream);
    }
  });
});

test('a replay that another one has overtaken is refused, and leaves nothing for readers to wait for', async () => {
  const stream = await newStream();
  await push(stream);
  const { log } = open(stream);
  const { items } = await takeFailures(log, { ...all, to: 1 });
  await replay(stream);
  const replaces = items.map(({ position, revision }) => ({ position, revision, origins: [1] }));
  const overtaken = open(stream).append({ ...batchOf([3]), bytes: 0, replaces });
  await expect(overtaken).rejects.toMatchObject({ code: 'write_conflict' });
  expect((await open(stream).head()).open.size).toBe(0);
  await expectReplayed(stream);
});

test('a replay of more pushes than a transaction can change goes on in the next one', {
  tags: ['faults'],
}, async () => {
  const stream = await newStream();
  const pushes = 2 * maxReplaced + 1;
  for (let n = 0; n < pushes; n++) await open(stream).append(batchOf([], [10 + n]));
  const { log } = open(stream);
  const taken: number[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    const range = { from, to: pushes - 1, limit: 500 };
    const key = `from ${from}`;
    const { replayed, after } = await replayFailures({
      ...{ log, readSource, readPipeline, range, time, key, expiresAt },
    });
    taken.push(replayed.length);
    from = after;
  }
  expect(taken).toEqual([maxReplaced, maxReplaced, 1]);
  const { records } = await open(stream).all();
  expect(records.map(({ n }) => n)).toEqual(Array.from({ length: pushes }, (_, n) => 10 + n));
  expect(await open(stream).failures()).toEqual([]);
  expect(await open(stream).head()).toMatchObject({ records: pushes, failures: 0, next: 2 * pushes });
});

test('a push that was held up brings no failure back', { tags: ['faults'] }, async () => {
  for (let commands = 1, isOver = false; !isOver; commands++) {
    const stream = await newStream();
    await open(stream).append(batchOf([1], [3, 4, 8]));
    const halting = haltingClient(engine.client, commands);
    const { append } = open(stream, { client: halting.client });
    const ended = isDone(append(batchOf([2], [5, 6, 7, 9])));
    isOver = await Promise.race([ended.then(() => true), halting.halted.then(() => false)]);
    await replay(stream, { now: later });
    halting.resume();
    if (!(await ended)) await open(stream).append(batchOf([2], [5, 6, 7, 9]));
    await replay(stream, { now: later });
    await expectReplayed(stream);
  }
});

test('a replay that halts while another one ends replaces nothing twice', {
  tags: ['faults', 'property'],
}, async () => {
  const step = amount({ few: 20, many: 10, most: 1 });
  for (let one = 7; one < 22; one += step)
    for (let other = 2; other < 22; other += step) {
      const stream = await newStream();
      await push(stream);
      const [first, second] = [haltingClient(engine.client, one), haltingClient(engine.client, other)];
      const ends: Promise<boolean>[] = [];
      for (const { client, halted } of [first, second]) {
        const ended = isDone(replay(stream, { client }));
        ends.push(ended);
        await Promise.race([ended, halted]);
      }
      first.resume();
      await ends[0];
      second.resume();
      await ends[1];
      await replay(stream, { now: later });
      await expectReplayed(stream);
    }
});

test('replays race with each other', { tags: ['property'] }, async () => {
  const rounds = amount({ few: 1, many: 2, most: 200 });
  for (let round = 0; round < rounds; round++) {
    const stream = await newStream();
    await push(stream);
    const run = (at: number) =>
      replay(stream, {
        client: (at + round) % 2 ? crashingClient(engine.client, 4 + ((3 * at + round) % 16)) : engine.client,
      });
    await Promise.all([0, 1, 2, 3].map((at) => isDone(run(at))));
    await replay(stream, { now: later });
    await expectReplayed(stream);
  }
});

describe('a replay of records', { tags: ['faults'] }, () => {
  /** Documents of `batchOf` have `{ n }`, replayed ones also the version. 8 is dropped, and 9 fails and stays. */
  async function expectReplaced(stream: string): Promise<void> {
    const found: (readonly [number, unknown, unknown])[] = [];
    const { log } = open(stream, { now: later });
    await readLog(log, {
      isNewestFirst: false,
      take: ({ records }) => {
        for (const { position, documents } of records)
          for (const { document } of documents) found.push([position, document['n'], document['version']]);
        return true;
      },
    });
    expect(found).toEqual([
      [0, 1, version],
      [1, 2, version],
      [3, 9, undefined],
      [4, 3, version],
      [6, 4, version],
    ]);
    const head = await open(stream).head();
    expect(head).toMatchObject({ records: 6, failures: 1, next: 7 });
  }

  async function pushRecords(stream: string): Promise<void> {
    await open(stream).append(batchOf([1, 2, 8, 9]));
    await open(stream).append(batchOf([3], [5]));
    await open(stream).append(batchOf([4]));
  }

  test('that crashes after any command is done by the next one', async () => {
    for (let commands = 0, isOver = false; !isOver; commands++) {
      const stream = await newStream();
      await pushRecords(stream);
      isOver = await isDone(replayRange(stream, { client: crashingClient(engine.client, commands) }));
      await replayRangeAgain(stream);
      await expectReplaced(stream);
    }
  });

  test('whose responses are lost is done once', async () => {
    for (let lost = 0; lost < 10; lost++) {
      const stream = await newStream();
      await pushRecords(stream);
      let sent = 0;
      const client = clientThat(engine.client, async (_command, forward) => {
        if (sent++ === lost) await forward().catch(() => undefined);
        return forward();
      });
      await replayRange(stream, { client });
      await expectReplaced(stream);
    }
  });

  test('that was held up changes nothing behind the back of a later one', async () => {
    for (let commands = 1, isOver = false; !isOver; commands++) {
      const stream = await newStream();
      await pushRecords(stream);
      const halting = haltingClient(engine.client, commands);
      const ended = isDone(replayRange(stream, { client: halting.client }));
      isOver = await Promise.race([ended.then(() => true), halting.halted.then(() => false)]);
      version++;
      await replayRangeAgain(stream);
      halting.resume();
      await ended;
      await expectReplaced(stream);
    }
  });

  test('beside others replaces all', async () => {
    const stream = await newStream();
    await pushRecords(stream);
    await Promise.all([1, 2, 3, 4].map(() => isDone(replayRange(stream))));
    await replayRangeAgain(stream);
    await expectReplaced(stream);
  });
});

test('a read passes failures that are none any more, and a page of none leads on', {
  tags: ['faults'],
}, async () => {
  const stream = await newStream();
  await open(stream).append(batchOf([], [8, 9]));
  await replay(stream);
  const [pointer] = await itemsOf('failure', stream);
  const copies = Array.from({ length: 1_100 }, (_, at) => {
    const done = new Set([at]);
    return { ...pointer, sk: at.toString(16).padStart(14, '0'), first: at, count: 1, done };
  });
  await putItems(engine.client, tableName, copies);
  const { log } = open(stream);
  await engine.client.send(
    new UpdateCommand({
      TableName: tableName,
      Key: { pk: `stream/${stream}`, sk: 'log' },
      UpdateExpression: 'SET #next = :next',
      ExpressionAttributeNames: { '#next': 'next' },
      ExpressionAttributeValues: { ':next': 1_100 },
    }),
  );
  await open(stream).append(batchOf([], [9]));
  const page = (from: number) => failurePage(log, { from, size: 10, order: 'asc' }, time);
  const first = await page(0);
  expect(first).toMatchObject({ hits: [], partial: true });
  expect(await page(first.after ?? 0)).toMatchObject({ hits: [{ position: 1_100, raw: { raw: 9 } }] });
  const from = (position: number) =>
    replayFailures({
      ...{ log, readSource, readPipeline, time, key: undefined, expiresAt },
      range: { from: position, to: 2_000, limit: 10 },
    });
  const { replayed, after = 0 } = await from(0);
  expect(replayed).toEqual([]);
  expect(await from(after)).toEqual({
    replayed: [{ origin: 1_100, status: 'left', error: expect.anything(), step: 1 }],
    after: undefined,
  });
});

async function itemsOf(kind: string, stream: string): Promise<Item[]> {
  return (await engine.scan(tableName)).filter(({ pk }) => pk === `${kind}/${stream}/0`);
}
