/**
 * Replays that run by themselves: each record once, and counts that are exact, whatever crashes, however often, however
 * late an answer arrives, and whoever else runs the same replay.
 */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { streamNotOpen } from '#generated/problems.ts';
import { createIdGenerator } from '../../../lib/headwater/data/store/ids.ts';
import { ServiceError } from '../../../lib/headwater/shared/errors.ts';
import { cancelJob, createJob, listJobs, readJob } from '../../../lib/service/streams/jobs/replay-jobs.ts';
import { type JobEnd, type JobRun, runJob } from '../../../lib/service/streams/jobs/run-job.ts';
import { listWork } from '../../../lib/service/streams/leases/running-work.ts';
import type { ItemRecords, LogRecord } from '../../../lib/service/streams/log/log-types.ts';
import { readLog } from '../../../lib/service/streams/log/read/read-log.ts';
import { amount } from '../../support/amount.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { clientThat, crashingClient, haltingClient } from '../../support/faulty-client.ts';
import { noPipelines, replayedSource, plentyOfTime as time } from '../support/replayed-source.ts';
import { batchOf, beginStream, openLog } from '../support/stream-log.ts';

let engine: Engine;
let tableName: string;
const newId = createIdGenerator();
const newStream = () => beginStream({ client: engine.client, tableName }, newId());

beforeAll(async () => {
  engine = await startEngine();
  tableName = await engine.makeTable();
});

const again = { type: 'set', field: 'again', value: true } as const;
const source = { ...replayedSource, preprocessors: [...replayedSource.preprocessors, again] };

interface Options extends Partial<Pick<JobRun, 'readSource' | 'readNow' | 'isEnough'>> {
  readonly client?: DynamoDBDocumentClient;
  /** Minutes from now: a lease and a reservation are over after one. */
  readonly later?: number;
}

const open = (stream: string, { client = engine.client, later = 0 }: Options = {}) =>
  openLog({ client, tableName, stream, now: () => Date.now() + later * 60_000 });

/** What the schedule does for the replays of this stream. */
async function run(stream: string, options: Options = {}): Promise<JobEnd[]> {
  const { log } = open(stream, options);
  const ends: JobEnd[] = [];
  for (const work of (await listWork(log.table)).filter((one) => one.stream === stream))
    ends.push(
      await runJob({
        ...{ log, work, time, limit: 2, isEnough: options.isEnough ?? (() => false) },
        readPipeline: noPipelines,
        readSource: options.readSource ?? (async () => source),
        readNow: options.readNow ?? (async () => ({ expiresAt: Math.ceil(log.now() / 1_000) + 86_400 })),
      }),
    );
  return ends;
}

/** Runs until no work is left. Each round is later than the leases of the last one. */
async function runAll(stream: string, later = 0): Promise<void> {
  for (let round = 1; (await run(stream, { later: later + 2 * round })).length > 0; round++)
    if (round > 10) throw new Error('The replay does not end.');
}

const isDone = (sent: Promise<unknown>) =>
  sent.then(
    () => true,
    () => false,
  );

interface Kind {
  readonly input: Parameters<typeof createJob>[1]['input'];
  readonly push: (stream: string) => Promise<void>;
  readonly counts: Readonly<Record<'stored' | 'failed_count' | 'dropped_count', number>>;
  readonly expectReplayed: (stream: string) => Promise<void>;
}

const failures: Kind = {
  input: { failures: true },
  push: async (stream) => {
    await open(stream).append(batchOf([1], [3, 4, 8]));
    await open(stream).append(batchOf([2], [5, 6, 7, 9]));
  },
  counts: { stored: 5, failed_count: 1, dropped_count: 1 },
  expectReplayed: async (stream) => {
    const { records, end } = await open(stream, { later: 60 }).all();
    expect(records.map(({ n }) => n).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await open(stream).failures()).toEqual([9]);
    const head = await open(stream).head();
    expect(head).toMatchObject({ records: 7, failures: 1, dropped: 1, bytes: 90, next: end.next });
    expect(head.open.size).toBe(0);
  },
};

const records: Kind = {
  input: { from: 0, to: 1_000 },
  push: async (stream) => {
    await open(stream).append(batchOf([1, 2, 8, 9]));
    await open(stream).append(batchOf([3], [5]));
    await open(stream).append(batchOf([4, 6]));
  },
  counts: { stored: 5, failed_count: 1, dropped_count: 1 },
  expectReplayed: async (stream) => {
    const found: unknown[] = [];
    const take = ({ records: taken }: ItemRecords<LogRecord>) => {
      for (const { position, documents } of taken) found.push([position, documents[0]?.document]);
      return true;
    };
    await readLog(open(stream).log, { isNewestFirst: false, take });
    const replayed = (n: number) => ({ n, again: true });
    expect(found).toEqual([
      [0, replayed(1)],
      [1, replayed(2)],
      [3, { n: 9 }],
      [4, replayed(3)],
      [6, replayed(4)],
      [7, replayed(6)],
    ]);
    expect(await open(stream).head()).toMatchObject({ records: 7, failures: 1, next: 8 });
  },
};

async function create(stream: string, kind: Kind, client = engine.client, id = newId()): Promise<string> {
  const job = { id, stream: { _id: stream, state: 'open' }, input: kind.input } as const;
  return (await createJob(open(stream, { client }).log, job))._id;
}

async function expectDone(stream: string, id: string, kind: Kind): Promise<void> {
  const job = await readJob(open(stream).log, id);
  expect(job).toMatchObject({ state: 'done', to: 7 + (kind === failures ? 1 : 0), ...kind.counts });
  expect(job.position).toBe(job.to + 1);
  await kind.expectReplayed(stream);
}

const kinds = [
  ['of failures', failures],
  ['of records', records],
] as const;

describe.each(kinds)('a replay %s', (_name, kind) => {
  test('is done in parts, and says how far it has come', async () => {
    const stream = await newStream();
    await kind.push(stream);
    const id = await create(stream, kind);
    expect(await readJob(open(stream).log, id)).toMatchObject({ state: 'running', position: 0, stored: 0 });
    expect(await run(stream, { isEnough: () => true })).toEqual(['more']);
    const after = await readJob(open(stream).log, id);
    expect(after).toMatchObject({ state: 'running', stored: 2, failed_count: 0 });
    expect(after.position).toBeGreaterThan(0);
    expect(await run(stream)).toEqual(['ended']);
    expect(await run(stream)).toEqual([]);
    await expectDone(stream, id, kind);
  });

  test('that crashes after any command is done once', { tags: ['streams', 'property'] }, async () => {
    const step = amount({ few: 12, many: 12, most: 1 });
    for (let commands = 0, isOver = false; !isOver; commands += step) {
      const stream = await newStream();
      await kind.push(stream);
      const [id, client] = [newId(), crashingClient(engine.client, commands)];
      isOver = await isDone(create(stream, kind, client, id).then(() => run(stream, { client })));
      // The next try of the same request.
      await create(stream, kind, engine.client, id);
      await runAll(stream);
      await expectDone(stream, id, kind);
    }
  });

  test('that crashes twice is done once', { tags: ['streams', 'property'] }, async () => {
    const step = amount({ few: 40, many: 40, most: 3 });
    for (let first = 1; first < 60; first += step)
      for (let second = 1; second < 60; second += step) {
        const stream = await newStream();
        await kind.push(stream);
        const id = await create(stream, kind);
        await isDone(run(stream, { client: crashingClient(engine.client, first) }));
        await isDone(run(stream, { client: crashingClient(engine.client, second), later: 1 }));
        await runAll(stream, 1);
        await expectDone(stream, id, kind);
      }
  });

  test('whose responses are lost is done once', { tags: ['streams', 'property'] }, async () => {
    const step = amount({ few: 11, many: 11, most: 1 });
    for (let lost = 0; lost < 80; lost += step) {
      const stream = await newStream();
      await kind.push(stream);
      let sent = 0;
      const client = clientThat(engine.client, async (_command, forward) => {
        if (sent++ === lost) await forward().catch(() => undefined);
        return forward();
      });
      const id = await create(stream, kind, client);
      await run(stream, { client });
      await runAll(stream);
      await expectDone(stream, id, kind);
    }
  });

  test('that is taken over from a runner that was held up is done once', {
    tags: ['streams', 'property'],
  }, async () => {
    const step = amount({ few: 11, many: 11, most: 1 });
    for (let commands = 1, isOver = false; !isOver; commands += step) {
      const stream = await newStream();
      await kind.push(stream);
      const id = await create(stream, kind);
      const halting = haltingClient(engine.client, commands);
      const ended = isDone(run(stream, { client: halting.client }));
      isOver = await Promise.race([ended.then(() => true), halting.halted.then(() => false)]);
      // For some parts, for all of them, or for none.
      const taken = commands % 3;
      if (taken > 0) await run(stream, { later: 1, isEnough: () => taken === 1 });
      halting.resume();
      await ended;
      await runAll(stream, 1);
      await expectDone(stream, id, kind);
    }
  });

  test('that several run at once is done once', { tags: ['property'] }, async () => {
    const rounds = amount({ few: 1, many: 2, most: 200 });
    for (let round = 0; round < rounds; round++) {
      const stream = await newStream();
      await kind.push(stream);
      const id = await create(stream, kind);
      const start = (at: number) => {
        const commands = 3 + ((7 * at + 5 * round) % 40);
        const client = (at + round) % 2 ? crashingClient(engine.client, commands) : engine.client;
        // Clocks that differ: the later ones take leases over from those that still work.
        return isDone(run(stream, { client, later: at / 2, isEnough: () => at === 3 }));
      };
      await Promise.all([0, 1, 2, 3].map(start));
      await runAll(stream, 2);
      await expectDone(stream, id, kind);
    }
  });

  test('that is cancelled counts what it has done', { tags: ['streams', 'property'] }, async () => {
    const step = amount({ few: 13, many: 13, most: 1 });
    let isCancelled = false;
    for (let commands = 1, isOver = false; !isOver; commands += step) {
      const stream = await newStream();
      await kind.push(stream);
      const id = await create(stream, kind);
      const halting = haltingClient(engine.client, commands);
      const ended = isDone(run(stream, { client: halting.client }));
      isOver = await Promise.race([ended.then(() => true), halting.halted.then(() => false)]);
      await cancelJob(open(stream).log, id);
      halting.resume();
      await ended;
      await runAll(stream);
      const job = await readJob(open(stream).log, id);
      // It was asked for while the last part was running, or before.
      expect(job.state).toBe(isOver || job.position > job.to ? 'done' : 'cancelled');
      if (job.state === 'done') expect(job).toMatchObject(kind.counts);
      else isCancelled = true;
      // What it has not done, another one does.
      const rest = await create(stream, kind);
      await runAll(stream);
      await kind.expectReplayed(stream);
      const other = await readJob(open(stream).log, rest);
      if (kind === failures) expect(job.stored + other.stored).toBe(kind.counts.stored);
      expect(job.dropped_count + other.dropped_count).toBe(kind.counts.dropped_count);
    }
    expect(isCancelled).toBe(true);
  });
});

test('a request that is sent again makes one replay, and one that crashed leaves none that nobody runs', async () => {
  const stream = await newStream();
  await failures.push(stream);
  const id = newId();
  await isDone(create(stream, failures, crashingClient(engine.client, 3), id));
  expect(await run(stream)).toEqual(['waiting']);
  await expect(readJob(open(stream).log, id)).rejects.toMatchObject({ code: 'not_found' });
  await create(stream, failures, engine.client, id);
  await runAll(stream);
  await create(stream, failures, engine.client, id);
  await runAll(stream);
  await expectDone(stream, id, failures);
  await isDone(create(stream, failures, crashingClient(engine.client, 3)));
  expect(await run(stream, { later: 21 })).toEqual(['ended']);
  expect(await run(stream)).toEqual([]);
  expect((await listJobs(open(stream).log, { size: 10 })).hits).toHaveLength(1);
});

test('a replay waits for a push that it may not pass', async () => {
  const stream = await newStream();
  await open(stream).append(batchOf([1], [3]));
  const halting = haltingClient(engine.client, 2);
  const slow = open(stream, { client: halting.client }).append(batchOf([2], [4]));
  await halting.halted;
  await open(stream).append(batchOf([], [5]));
  const id = await create(stream, failures);
  expect(await run(stream)).toEqual(['waiting']);
  expect(await readJob(open(stream).log, id)).toMatchObject({ state: 'running', position: 2, stored: 1 });
  halting.resume();
  await slow;
  await runAll(stream);
  expect(await readJob(open(stream).log, id)).toMatchObject({ state: 'done', stored: 3, to: 4 });
  expect(await open(stream).failures()).toEqual([]);
});

test('a replay of nothing is done at once', async () => {
  const stream = await newStream();
  const id = await create(stream, failures);
  expect(await readJob(open(stream).log, id)).toMatchObject({ state: 'done', stored: 0 });
  expect(await run(stream)).toEqual([]);
});

test('a replay ends, although a failure fails again, and although it is asked for twice', async () => {
  const stream = await newStream();
  await failures.push(stream);
  const ids = [await create(stream, failures), await create(stream, failures)];
  await runAll(stream);
  const jobs = await Promise.all(ids.map((id) => readJob(open(stream).log, id)));
  expect(jobs).toMatchObject([
    { state: 'done', stored: 5, dropped_count: 1, failed_count: 1 },
    { state: 'done', stored: 0, dropped_count: 0, failed_count: 1 },
  ]);
  await failures.expectReplayed(stream);
});

test('a part that cannot be done fails the replay', async () => {
  const stream = await newStream();
  await failures.push(stream);
  const refuse = (problem: ConstructorParameters<typeof ServiceError>[0]) => async () => {
    throw new ServiceError(problem, 'No.');
  };
  const closed = await create(stream, failures);
  expect(await run(stream, { readNow: refuse(streamNotOpen) })).toEqual(['ended']);
  expect(await readJob(open(stream).log, closed)).toMatchObject({
    ...{ state: 'failed', position: 0, stored: 0 },
    error: { type: 'urn:problem-type:headwater:stream_not_open', status: 409, detail: 'No.' },
  });
  const busy = await create(stream, failures);
  expect(await run(stream, { readSource: refuse('unavailable') })).toEqual(['waiting']);
  // Not at once again.
  expect(await run(stream)).toEqual(['waiting']);
  expect(await readJob(open(stream).log, busy)).toMatchObject({ state: 'running', error: { status: 503 } });
  let rounds = 1;
  while ((await run(stream, { readSource: refuse('unavailable'), later: 2 * rounds })).includes('waiting'))
    rounds++;
  expect(rounds).toBe(20);
  expect(await readJob(open(stream).log, busy)).toMatchObject({ state: 'failed', error: { status: 503 } });
  const broken = await create(stream, failures);
  const fail = async () => {
    throw new TypeError('secret');
  };
  await expect(run(stream, { readSource: fail })).rejects.toThrow('secret');
  const { error } = await readJob(open(stream).log, broken);
  expect(error).toMatchObject({ status: 500 });
  expect(JSON.stringify(error)).not.toContain('secret');
  await runAll(stream);
  const done = await readJob(open(stream).log, broken);
  expect(done).toMatchObject({ state: 'done', stored: 5 });
  expect(done).not.toHaveProperty('error');
});

test('a replay that kills its function each time ends', async () => {
  const stream = await newStream();
  await failures.push(stream);
  const id = await create(stream, failures);
  for (let round = 0; round < 20; round++)
    await isDone(run(stream, { client: crashingClient(engine.client, 3), later: round }));
  expect(await run(stream, { later: 21 })).toEqual(['ended']);
  expect(await readJob(open(stream).log, id)).toMatchObject({ state: 'failed', error: { status: 500 } });
});

test('pages of replays, the newest first', async () => {
  const stream = await newStream();
  await failures.push(stream);
  const ids: string[] = [];
  for (let at = 0; at < 3; at++) ids.unshift(await create(stream, failures));
  const { log } = open(stream);
  const first = await listJobs(log, { size: 2 });
  expect(first).toMatchObject({ size: 2, hits: [{ _id: ids[0] }, { _id: ids[1] }], after: ids[1] });
  const second = await listJobs(log, { size: 2, after: first.after });
  expect(second).toMatchObject({ size: 1, hits: [{ _id: ids[2] }] });
  expect(second).not.toHaveProperty('after');
  await cancelJob(log, ids[0] ?? '');
  expect(await readJob(log, ids[0] ?? '')).toMatchObject({ state: 'cancelled' });
  expect((await listJobs(open(stream, { later: 8 * 24 * 60 }).log, { size: 9 })).size).toBe(2);
  await expect(cancelJob(log, newId())).rejects.toMatchObject({ code: 'not_found' });
});
