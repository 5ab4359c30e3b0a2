/**
 * Background work of one owner neither stops nor starves that of another. Each run has time for a few pieces of work, which the
 * tests count: a run ends when its share of time is used, whatever the clock of the machine says.
 */

import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openDocuments } from '../../../lib/headwater/data/documents.ts';
import {
  indexChanged,
  indexNoted,
} from '../../../lib/headwater/data/search/engine-index/unindexed-documents.ts';
import { connectEngine } from '../../../lib/headwater/data/search-engine/engine.ts';
import { EngineRefusal } from '../../../lib/headwater/data/search-engine/engine-answer.ts';
import { createIdGenerator } from '../../../lib/headwater/data/store/ids.ts';
import type { InvocationTime } from '../../../lib/headwater/data/store/invocation-time.ts';
import { inPartition } from '../../../lib/headwater/data/store/layout.ts';
import { spendUnits } from '../../../lib/headwater/data/store/owner-units.ts';
import { accessTable, type TableAccess } from '../../../lib/headwater/data/store/table-access.ts';
import { queryAll } from '../../../lib/headwater/data/store/table-reads.ts';
import { transact } from '../../../lib/headwater/data/store/transactions.ts';
import { createDocument } from '../../../lib/headwater/data/writes.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import type { ForwardStreams } from '../../../lib/service/streams/forward/forward-all.ts';
import { forwardStream } from '../../../lib/service/streams/forward/forward-stream.ts';
import { isDue } from '../../../lib/service/streams/forward/is-due.ts';
import { createJob, readJob } from '../../../lib/service/streams/jobs/replay-jobs.ts';
import type { JobStream } from '../../../lib/service/streams/jobs/run-job.ts';
import { runChangedJob, runJobs } from '../../../lib/service/streams/jobs/run-jobs.ts';
import { placeIn } from '../../../lib/service/streams/leases/fair-turns.ts';
import { ownPrefix } from '../../../lib/service/streams/leases/own-index.ts';
import { listWork, workKey } from '../../../lib/service/streams/leases/running-work.ts';
import { putSink } from '../../../lib/service/streams/leases/sink-items.ts';
import type { LogContext, LogName } from '../../../lib/service/streams/log/log-types.ts';
import { putRedeliveries } from '../../../lib/service/streams/log/redeliveries.ts';
import { appendBatch } from '../../../lib/service/streams/log/write/append-batch.ts';
import { beginLog } from '../../../lib/service/streams/log/write/begin-log.ts';
import { replayRecords } from '../../../lib/service/streams/replay/replay-records.ts';
import { searchedTypes } from '../../../lib/service/streams/searched-types.ts';
import { deliverChanged, deliverStreams } from '../../../lib/service/streams/sink/deliver-streams.ts';
import { sinkState } from '../../../lib/service/streams/sink/sink-state.ts';
import { toIndex } from '../../../lib/service/streams/sink/to-index.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { clientThat } from '../../support/faulty-client.ts';
import { type SearchEngine, startSearchEngine } from '../../support/search-engine.ts';
import { noPipelines, replayedSource, plentyOfTime as unlimited } from '../support/replayed-source.ts';
import { batchOf } from '../support/stream-log.ts';

let engine: Engine;
let search: SearchEngine;
let table: TableAccess;
let now: number;
/** What a run has done so far. */
let work: number;
const newId = createIdGenerator();

beforeAll(async () => {
  [engine, search] = await Promise.all([startEngine(), startSearchEngine()]);
});

beforeEach(async () => {
  table = accessTable(engine.client, await engine.makeTable());
  now = Date.now();
  pauses = 0;
  search.fault = () => undefined;
});

/** A run of a minute, half of which is for beginning pieces of work. */
const runMs = 60_000;

/** @param pieces As many pieces of work as fit into the half of a run in which work begins. */
function timeFor(pieces: number): InvocationTime {
  work = 0;
  const getRemainingTimeInMillis = () => Math.max(1, runMs - (work * runMs) / 2 / pieces);
  return { signal: unlimited.signal, lambda: { getRemainingTimeInMillis } };
}

const logOf = ({ owner, stream }: LogName): LogContext => {
  const clock = () => now;
  return { owner, stream, table, now: clock, newId: createIdGenerator({ now: clock }), hasSink: true };
};

/** Each run looks at it, if it has a sink. */
async function makeStream(owner: string, index?: string): Promise<LogName> {
  let stream = newId();
  while (!isDue({ stream, attempts: 0 }, now)) stream = newId();
  const name = { owner, stream };
  const sink = index && putSink(name, { kind: 'opensearch', index: ownPrefix(owner) + index });
  await transact(table, [beginLog(name), ...(sink ? [sink] : [])]);
  return name;
}

/** Some at once. */
async function eachOf<One>(all: readonly One[], make: (one: One) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += 50) await Promise.all(all.slice(at, at + 50).map(make));
}

/** @param records One batch. */
function push(name: LogName, ...records: readonly number[]) {
  return appendBatch(logOf(name), batchOf(records));
}

const none = { authorize: async <Request>(request: Request) => request, forget: () => {} };

/** An invocation that delivers to indexes. Each request of the engine is a piece of work. */
function deliveryIn(time: InvocationTime, openLog = logOf): ForwardStreams {
  const connected = connectEngine({ endpoint: search.endpoint, access: none }, unlimited);
  const counted: typeof connected = (request) => {
    work++;
    return connected(request);
  };
  return { table, time, openLog, now: () => now, delivery: toIndex(counted, time) };
}

/** A run of the schedule. */
async function deliver(time: InvocationTime, openLog = logOf): Promise<void> {
  await deliverStreams(deliveryIn(time, openLog)).catch(() => undefined);
  // Leases and pauses are over, and the same streams are due.
  now += 600_000;
}

/** The engine refuses requests for indexes whose name begins so. */
function refuse(prefix: string): void {
  search.fault = () => (search.requests.at(-1)?.path.includes(`.${prefix}`) ? 403 : undefined);
}

const delivered = async (index: string) => Object.keys(await search.documents(index)).length;

/** @returns the number of runs until the index has as many documents. */
async function runsUntil(index: string, documents: number, run: () => Promise<void>): Promise<number> {
  for (let runs = 1; runs <= 20; runs++) {
    await run();
    if ((await delivered(index)) === documents) return runs;
  }
  return Number.POSITIVE_INFINITY;
}

/** More than the schedule looked at in one request. */
const manyRedeliveries = 1_001;

test('a thousand redeliveries that an index refuses do not stop that of another stream', async () => {
  const [stuck, good] = [await makeStream('evil', 'stuck'), await makeStream('good', 'whole')];
  await push(good, 1, 8);
  await runsUntil('~good.whole', 2, () => deliver(timeFor(1_000)));
  refuse('stuck');
  const document = { documents: [{ document: {} }] };
  const firsts = Array.from({ length: manyRedeliveries }, (_, first) => first);
  await eachOf(firsts, async (first) => {
    const before = [{ position: first, ...document }];
    const times = { at: 0, expiresAt: Math.ceil(now / 1_000) + 86_400 };
    const noted = { first, rewrite: newId(), revision: 1, before, after: [], ...times };
    for (const redelivery of putRedeliveries(stuck, noted)) await transact(table, redelivery);
  });
  // It drops the second record.
  await replayRecords({
    log: logOf(good),
    readSource: async () => replayedSource,
    readPipeline: noPipelines,
    range: { from: 0, to: 10, limit: 10 },
    time: unlimited,
  });
  expect(await runsUntil('~good.whole', 1, () => deliver(timeFor(100)))).toBe(1);
});

/** @param many Of evil, each of which fails. */
async function expectTurns(many: number): Promise<void> {
  const stuck = Array.from({ length: many }, (_, made) => made);
  const make = async (owner: string, index: string) => push(await makeStream(owner, index), 1);
  await eachOf(stuck, (made) => make('evil', `away-${made}`));
  refuse('away');
  // Each stream has failed once, so that each run tries it again.
  await deliver(timeFor(100 * many));
  await make('good', 'theirs');
  await make('evil', 'own');
  const perRun = many / 4;
  // Another owner has the next turn. Within one owner, each stream has one before any has its second.
  expect(await runsUntil('~good.theirs', 1, () => deliver(timeFor(perRun)))).toBe(1);
  expect(await runsUntil('~evil.own', 1, () => deliver(timeFor(perRun)))).toBeLessThanOrEqual(5);
}

test('a hundred stuck streams stop neither a stream of another owner nor one of their own', () =>
  expectTurns(100));

test('nor do a thousand', { tags: ['hostile'] }, () => expectTurns(1_000));

test('streams with more to deliver than fits into a run leave turns to others', async () => {
  const batch = Array.from({ length: 500 }, (_, n) => n + 100);
  for (let made = 0; made < 8; made++) {
    const busy = await makeStream('evil', `busy-${made}`);
    for (let pushed = 0; pushed < 4; pushed++) await push(busy, ...batch);
  }
  await push(await makeStream('good', 'patient'), 1);
  expect(await runsUntil('~good.patient', 1, () => deliver(timeFor(8)))).toBe(1);
});

async function pushThree(name: LogName): Promise<void> {
  for (const n of [1, 2, 3]) await push(name, n);
}

/** A replay of the records of a stream. */
async function makeReplay(owner: string, fill = pushThree) {
  const name = await makeStream(owner);
  await fill(name);
  const id = newId();
  const stream = { _id: name.stream, state: 'open' } as const;
  await createJob(logOf(name), { id, stream, input: { from: 0, to: 10 } });
  return { ...name, id, state: async () => (await readJob(logOf(name), id)).state };
}

/** Each part of a replay is a piece of work, of one batch. */
const openStream =
  (begin: (name: LogName) => Promise<void>) =>
  (name: LogName): JobStream => ({
    log: logOf(name),
    limit: 1,
    readPipeline: noPipelines,
    readNow: async () => ({ expiresAt: Math.ceil(now / 1_000) + 86_400 }),
    readSource: async () => {
      work++;
      await begin(name);
      return replayedSource;
    },
  });

test('replays of an owner that take all the time leave turns to those of others', async () => {
  for (let made = 0; made < 40; made++) await makeReplay('evil');
  const good = await makeReplay('good');
  const slow = openStream(async ({ owner }) => {
    if (owner === 'evil') work += 5;
  });
  await runJobs({ table, time: timeFor(20), openStream: slow });
  expect(await good.state()).toBe('done');
});

test('a replay that ends its function comes last in the next run, and fails after some attempts', async () => {
  const evil = await makeReplay('evil');
  const [good, another] = [await makeReplay('good'), await makeReplay('evil')];
  /** A run that is ended, as Lambda ends a function, when it begins the replay: nothing of it goes on. */
  const run = async () => {
    const ended = Promise.withResolvers<void>();
    const open = openStream(async ({ stream }) => {
      if (stream !== evil.stream) return;
      ended.resolve();
      await new Promise(() => undefined);
    });
    await Promise.race([runJobs({ table, time: timeFor(20), openStream: open }), ended.promise]);
    now += 61_000;
  };
  let runs = 0;
  for (; (await good.state()) !== 'done' || (await another.state()) !== 'done'; runs++) await run();
  expect(runs).toBeLessThanOrEqual(2);
  for (; (await evil.state()) === 'running'; runs++) await run();
  expect(runs).toBeLessThanOrEqual(25);
  expect((await readJob(logOf(evil), evil.id)).error).toMatchObject({
    detail: expect.stringContaining('its function ended each time'),
  });
  expect(await listWork(table)).toEqual([]);
});

test('a change does not run a replay that has ended a function: the schedule does', async () => {
  const evil = await makeReplay('evil');
  const { pk, sk } = workKey(evil);
  const key = { pk: String(pk), sk: String(sk) };
  let begun = 0;
  const change = () => {
    const ended = Promise.withResolvers<void>();
    const open = openStream(async () => {
      begun++;
      ended.resolve();
      await new Promise(() => undefined);
    });
    return Promise.race([
      runChangedJob({ table, time: timeFor(20), openStream: open }, key),
      ended.promise,
    ]).then(() => {
      now += 61_000;
    });
  };
  for (let times = 0; times < 5; times++) await change();
  expect(begun).toBe(1);
});

/** The read units of owners who pay. A record of `dearBytes` takes more than half of them. */
const unitsPerSecond = 100;
const dearBytes = 300_000;

/** How often the work of owners who pay has waited. */
let pauses: number;

/** The log of an owner who pays for what background work reads. */
function payingLog(name: LogName): LogContext {
  const payer = { owner: name.owner, unitsPerSecond, isBackground: true };
  const pause = async () => {
    pauses++;
  };
  const log = logOf(name);
  return { ...log, table: { ...table, payer, clock: { ...table.clock, now: log.now, pause } } };
}

/** Appends so many records, each of which is dear to read. */
async function pushDear(name: LogName, records: number): Promise<void> {
  const expiresAt = Math.ceil(now / 1_000) + 86_400;
  for (let n = 0; n < records; n++) {
    // No packing shortens it.
    const raw = { raw: n, text: randomBytes((dearBytes * 3) / 4).toString('base64') };
    const outcome = { status: 'stored', raw, documents: [{ document: raw }] } as const;
    await appendBatch(logOf(name), { outcomes: [outcome], bytes: dearBytes, expiresAt });
  }
}

test('a delivery of an owner in debt ends its turn, and that of another goes on at once', async () => {
  const [evil, good] = [await makeStream('evil', 'dear'), await makeStream('good', 'cheap')];
  // More than one request of the engine takes.
  await pushDear(evil, 10);
  await push(good, 1);
  await deliver(timeFor(100), payingLog);
  expect(await delivered('~good.cheap')).toBe(1);
  const first = await delivered('~evil.dear');
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(10);
  await deliver(timeFor(100), payingLog);
  expect(await delivered('~evil.dear')).toBe(10);
  expect(pauses).toBe(0);
});

test('a delivery begins no turn while its owner is known to be in debt', async () => {
  const [evil, good] = [await makeStream('evil', 'owing'), await makeStream('good', 'free')];
  await push(evil, 1);
  await push(good, 1);
  await spendUnits(payingLog(evil).table, 10 * unitsPerSecond);
  for (const { stream, owner } of [evil, good])
    await deliverChanged(deliveryIn(timeFor(100), payingLog), { pk: `${owner}:stream/${stream}`, sk: 'log' });
  expect(await delivered('~good.free')).toBe(1);
  await push(good, 2);
  await deliver(timeFor(100), payingLog);
  expect(await delivered('~good.free')).toBe(2);
  expect(await delivered('~evil.owing')).toBe(0);
  await deliver(timeFor(100), payingLog);
  expect(await delivered('~evil.owing')).toBe(1);
  expect(pauses).toBe(0);
});

test('a replay of an owner in debt is left to a later run, and that of another goes on at once', async () => {
  const evil = await makeReplay('evil', (name) => pushDear(name, 3));
  const good = await makeReplay('good');
  const parts: string[] = [];
  const open = openStream(async ({ owner }) => {
    parts.push(owner);
  });
  const run = () => ({
    ...{ table, time: timeFor(100) },
    openStream: (name: LogName) => ({ ...open(name), log: payingLog(name) }),
  });
  const { pk, sk } = workKey(evil);
  for (let runs = 1; runs <= 3; runs++) {
    await runJobs(run());
    await runChangedJob(run(), { pk: String(pk), sk: String(sk) });
    expect(parts.filter((owner) => owner === 'evil')).toHaveLength(runs);
    expect(await good.state()).toBe('done');
    now += 60_000;
  }
  await runJobs(run());
  expect(await evil.state()).toBe('done');
  expect(pauses).toBe(0);
});

test('a template whose steps end the function is given up, and the documents are delivered', async () => {
  const name = { owner: 'evil', stream: newId() };
  const sink = putSink({ ...name, source: newId() }, { kind: 'opensearch', index: '~evil.fitted' });
  await transact(table, [beginLog(name), sink]);
  await push(name, 1);
  let runs = 0;
  for (; Object.keys(await search.documents('~evil.fitted')).length === 0 && runs < 10; runs++) {
    const ended = Promise.withResolvers<void>();
    /** The function ends where it looks for the source. */
    const client = clientThat(engine.client, (command, forward) => {
      if (!JSON.stringify(command).includes('source/')) return forward();
      ended.resolve();
      return new Promise(() => undefined);
    });
    const log = { ...logOf(name), table: { ...table, client } };
    const delivery = toIndex(
      connectEngine({ endpoint: search.endpoint, access: none }, unlimited),
      unlimited,
    );
    await Promise.race([forwardStream({ log, delivery, isEnough: () => true }), ended.promise]);
    now += 61_000;
  }
  expect(runs).toBe(4);
  const { template } = await sinkState(logOf(name));
  expect(template).toMatchObject({ state: 'none', message: expect.stringContaining('have not ended') });
});

/** Makes a document that waits for its index. */
async function noteSource(owner: string): Promise<void> {
  const { client, tableName } = table;
  const documents = openDocuments(sourceType, { client, tableName, owner });
  const { _id } = await createDocument(documents, { tags: [], format: 'json', preprocessors: [] });
  const away = async () => {
    throw new EngineRefusal('It is away.');
  };
  const key = { pk: `${owner}:source/${_id}`, sk: 'document' };
  await indexChanged({ table, engine: away, types: searchedTypes }, key);
}

/** Has time for one round of 100. */
const runNoted = () => {
  const searched = connectEngine({ endpoint: search.endpoint, access: none }, unlimited);
  const run = { isTimeUp: () => true, place: placeIn(table, 'unindexed') };
  return indexNoted({ table, engine: searched, types: searchedTypes }, run);
};

const notedDocuments = async () =>
  (await queryAll(table, inPartition('~unindexed'))).map(({ sk }) => String(sk));

test.each([1, 101])(
  '%i documents that an index of the service refuses keep no other out of it',
  async (many) => {
    await eachOf(Array.from({ length: many }), () => noteSource('evil'));
    await noteSource('good');
    expect(await notedDocuments()).toHaveLength(many + 1);
    search.refusal = ({ owner }) => (owner === 'evil' ? 'it is too large' : undefined);
    for (let left = many; left > 0; left -= 100) await expect(runNoted()).rejects.toThrow('it is too large');
    expect(await notedDocuments()).toEqual(Array(many).fill(expect.stringMatching(/^evil:/)));
    // The next run begins at the beginning.
    search.refusal = () => undefined;
    for (let left = many; left > 0; left -= 100) await runNoted();
    expect(await notedDocuments()).toEqual([]);
  },
);
