/**
 * Documents of a stream are in its index once and as they are now, whatever crashes, whatever the search engine does to
 * requests, and whoever else delivers the same stream.
 */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectEngine } from '../../../lib/headwater/data/search-engine/engine.ts';
import { systemClock } from '../../../lib/headwater/data/store/clock.ts';
import { createIdGenerator } from '../../../lib/headwater/data/store/ids.ts';
import { inPartition } from '../../../lib/headwater/data/store/layout.ts';
import { accessTable } from '../../../lib/headwater/data/store/table-access.ts';
import { getItem, queryAll } from '../../../lib/headwater/data/store/table-reads.ts';
import { deleteItem } from '../../../lib/headwater/data/store/table-writes.ts';
import { transact } from '../../../lib/headwater/data/store/transactions.ts';
import { newProgress, verifyTable } from '../../../lib/headwater/tools/admin/verify-table.ts';
import type { DataRecord } from '../../../lib/ingest/base/record.ts';
import { storedTypes } from '../../../lib/service/stored-types.ts';
import { forwardStream } from '../../../lib/service/streams/forward/forward-stream.ts';
import { changeSink, parseSink, putSink, sinkKey } from '../../../lib/service/streams/leases/sink-items.ts';
import { documentName } from '../../../lib/service/streams/log/log-types.ts';
import { readLog } from '../../../lib/service/streams/log/read/read-log.ts';
import { replayFailures } from '../../../lib/service/streams/replay/replay-failures.ts';
import { replayRecords } from '../../../lib/service/streams/replay/replay-records.ts';
import { sinkState } from '../../../lib/service/streams/sink/sink-state.ts';
import { toIndex } from '../../../lib/service/streams/sink/to-index.ts';
import { amount } from '../../support/amount.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { crashingClient } from '../../support/faulty-client.ts';
import { pseudoRandom } from '../../support/pseudo-random.ts';
import { type Fault, type SearchEngine, startSearchEngine } from '../../support/search-engine.ts';
import {
  noPipelines as readPipeline,
  replayedSource,
  plentyOfTime as time,
} from '../support/replayed-source.ts';
import { batchOf, beginStream, openLog } from '../support/stream-log.ts';

let engine: Engine;
let search: SearchEngine;
let tableName: string;
let indexes = 0;
const newId = createIdGenerator();
const expiresAt = Math.ceil(Date.now() / 1_000) + 86_400;

beforeAll(async () => {
  process.env['SINKS'] = 'on';
  [engine, search] = await Promise.all([startEngine(), startSearchEngine()]);
  tableName = await engine.makeTable();
});

beforeEach(() => {
  Object.assign(search, { fault: () => undefined, refusal: () => undefined, maxBytes: 104_857_600 });
  search.requests.length = 0;
});

interface Options {
  readonly client?: DynamoDBDocumentClient;
  /** Minutes from now: a lease and a reservation are over after one. */
  readonly later?: number;
}

const open = (stream: string, { client = engine.client, later = 0 }: Options = {}) => {
  const opened = openLog({ client, tableName, stream, now: () => Date.now() + later * 60_000 });
  return { ...opened, log: { ...opened.log, hasSink: true } };
};

async function makeStream(): Promise<{ readonly stream: string; readonly index: string }> {
  const stream = await beginStream({ client: engine.client, tableName }, newId());
  const index = `logs-${++indexes}`;
  await transact(accessTable(engine.client, tableName), [
    putSink({ owner: 'public', stream }, { kind: 'opensearch', index }),
  ]);
  return { stream, index };
}

const none = { authorize: async <Request>(request: Request) => request, forget: () => {} };

function deliver(stream: string, options: Options = {}) {
  const delivery = toIndex(connectEngine({ endpoint: search.endpoint, access: none }, time), time);
  return forwardStream({ log: open(stream, options).log, delivery, isEnough: () => false });
}

/** Delivers until nothing is left, each time with the clock later. */
async function deliverAll(stream: string, from = 1): Promise<void> {
  for (let later = from; later < from + 100; later += 2) {
    const end = await deliver(stream, { later }).catch(() => 'failed');
    if (end === 'done') return;
  }
  throw new Error('The delivery does not end.');
}

async function sinkOf(stream: string) {
  const Key = sinkKey({ owner: 'public', stream });
  return parseSink(
    (await getItem(accessTable(engine.client, tableName), { Key, ConsistentRead: true })) ?? {},
  );
}

/** The documents that the stream stores, by their ids. */
async function storedIn(stream: string, later = 0): Promise<Record<string, DataRecord>> {
  const found: [string, DataRecord][] = [];
  await readLog(open(stream, { later }).log, {
    isNewestFirst: false,
    take: ({ records }) => {
      for (const { position, documents } of records)
        for (const { part, document } of documents)
          found.push([`${stream}-${documentName(position, part)}`, document]);
      return true;
    },
  });
  return Object.fromEntries(found);
}

async function expectIndexed({ stream, index }: { stream: string; index: string }, later = 0): Promise<void> {
  expect(await search.documents(index)).toEqual(await storedIn(stream, later));
}

interface ReplayOptions extends Options {
  readonly mark: number;
  readonly from?: number;
  readonly to?: number;
  /** The number of a record that is dropped. */
  readonly drop?: number;
}

/** Gives records a mark, and drops one. */
function replayRange(stream: string, { mark, drop = -1, from = 0, to = 1_000, ...options }: ReplayOptions) {
  const steps = [
    { type: 'rename', field: 'raw', target_field: 'n' },
    { type: 'drop', if: `n:${drop}` },
    { type: 'set', field: 'mark', value: mark },
  ] as const;
  return replayRecords({
    log: open(stream, options).log,
    readSource: async () => ({ ...replayedSource, preprocessors: steps }),
    readPipeline,
    range: { from, to, limit: 500 },
    time,
  });
}

function replayAgain(stream: string, options: Options = {}) {
  const preprocessors = [{ type: 'rename', field: 'raw', target_field: 'n' }] as const;
  return replayFailures({
    log: open(stream, options).log,
    readSource: async () => ({ ...replayedSource, preprocessors }),
    readPipeline,
    range: { from: 0, to: 1_000_000, limit: 500 },
    time,
    key: undefined,
    expiresAt,
  });
}

/** Deletes the items of a partition, as if they were lost. */
async function lose(partition: string): Promise<void> {
  const { table } = open('').log;
  const items = await queryAll(table, inPartition(partition));
  expect(items.length).toBeGreaterThan(0);
  for (const { pk, sk } of items) await deleteItem(table, { Key: { pk, sk } });
}

async function repairTable(): Promise<void> {
  const progress = newProgress(tableName, storedTypes, 1);
  const { client } = engine;
  const isRepairing = true;
  const unitsPerSecond = Number.POSITIVE_INFINITY;
  const clock = systemClock;
  const types = storedTypes;
  await verifyTable({ client, tableName, types, clock, isRepairing, unitsPerSecond, progress });
}

const isDone = (sent: Promise<unknown>) =>
  sent.then(
    () => true,
    () => false,
  );

test('documents are in the index under their stream and position, and requests are compressed', async () => {
  const made = await makeStream();
  const { stream, index } = made;
  await open(stream).append(batchOf([1, 2], [101]));
  await open(stream).append(batchOf(Array.from({ length: 200 }, (_, at) => 1_000 + at)));
  expect(await deliver(stream)).toBe('done');
  const documents = await search.documents(index);
  expect(Object.keys(documents)).toHaveLength(202);
  expect(documents[`${stream}-0`]).toEqual({ n: 1 });
  expect(documents[`${stream}-3`]).toEqual({ n: 1_000 });
  const [request] = search.requests;
  expect(request?.path).toBe(`/${index}/_bulk?filter_path=errors%2Citems.%2A.status%2Citems.%2A.error`);
  expect(request?.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/x-ndjson',
  });
  expect(await sinkState(open(stream).log)).toEqual({
    ...{ kind: 'opensearch', index, position: 203, lag: 0, again: 0 },
    ...{ delivered: 202, refused: 0, missed: 0, tries: 0 },
  });
  expect(await deliver(stream)).toBe('done');
  expect(search.requests).toHaveLength(1);
});

test('parts of a record are documents of their own, and integers keep all of their digits', async () => {
  const made = await makeStream();
  const { stream, index } = made;
  const documents = ['0', '1.0'].map((part) => ({ part, document: { n: 9223372036854775807n, part } }));
  await open(stream).append({
    outcomes: [{ status: 'stored', raw: {}, documents, parts: { stored: 2, failed: 0, dropped: 0 } }],
    bytes: 10,
    expiresAt,
  });
  await deliver(stream);
  expect(Object.keys(await search.documents(index))).toEqual([`${stream}-0-0`, `${stream}-0-1.0`]);
  expect(search.requests[0]?.body.toString()).toContain('"n":9223372036854775807');
  expect(await sinkOf(stream)).toMatchObject({ forwarded: 2, position: 1 });
});

test('a replay of a range overwrites its documents, and deletes those that are dropped', async () => {
  const made = await makeStream();
  const { stream, index } = made;
  await open(stream).append(batchOf([1, 2, 3]));
  await open(stream).append(batchOf([4, 5]));
  await deliver(stream);
  await replayRange(stream, { mark: 1, drop: 2 });
  expect(await sinkState(open(stream).log)).toMatchObject({ lag: 0, again: 2 });
  expect(await deliver(stream)).toBe('done');
  expect(Object.values(await search.documents(index))).toEqual([1, 3, 4, 5].map((n) => ({ n, mark: 1 })));
  await replayRange(stream, { mark: 2, from: 3, to: 3 });
  await deliver(stream);
  await expectIndexed(made);
  // Nothing has changed, so nothing is sent.
  const before = search.requests.length;
  await replayRange(stream, { mark: 2, from: 3, to: 3 });
  expect(await deliver(stream)).toBe('done');
  expect(search.requests).toHaveLength(before);
  expect(await sinkState(open(stream).log)).toMatchObject({ again: 0 });
});

test.each<readonly [Fault, string]>([
  [429, 'The search engine answers 429: fault: It is busy.'],
  [503, 'The search engine answers 503: fault: It is busy.'],
  ['cut', 'The search engine cannot be reached, or has not answered: ECONNRESET.'],
  ['lost', 'The search engine cannot be reached, or has not answered: ECONNRESET.'],
  ['partly', 'The index answers 429 for a document: rejected_execution_exception: queue is full.'],
])(
  'after the fault %s the mark stays, the pause grows, and the next request ends it',
  async (fault, message) => {
    const made = await makeStream();
    const { stream } = made;
    await open(stream).append(batchOf([1, 2]));
    search.fault = () => fault;
    expect(await deliver(stream)).toBe('waiting');
    expect(await deliver(stream)).toBe('waiting');
    expect(search.requests).toHaveLength(1);
    const error = { code: 'unavailable', message, at: expect.stringMatching(/^20.*Z$/) };
    expect(await sinkState(open(stream).log)).toMatchObject({ position: 0, lag: 2, tries: 1, error });
    const pauses: number[] = [];
    for (let later = 1; later < 20; later += 2) {
      expect(await deliver(stream, { later })).toBe('waiting');
      const Key = sinkKey({ owner: 'public', stream });
      const { until = 0 } = Object(await getItem(open(stream).log.table, { Key, ConsistentRead: true }));
      pauses.push(Math.round((until - Date.now()) / 1_000) - later * 60);
    }
    expect(pauses.map((pause) => Math.max(1, pause))).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60, 60]);
    search.fault = () => undefined;
    expect(await deliver(stream, { later: 30 })).toBe('done');
    await expectIndexed(made);
    const state = await sinkState(open(stream).log);
    expect(state).toMatchObject({ lag: 0, delivered: 2, tries: 0 });
    expect(state).not.toHaveProperty('error');
  },
);

test('a redelivery that is lost is put again, and deletes what a replay has dropped', async () => {
  const made = await makeStream();
  const { stream, index } = made;
  await open(stream).append(batchOf([1, 2, 3]));
  await deliver(stream);
  await replayRange(stream, { mark: 1, drop: 2 });
  await lose('~again');
  expect(await deliver(stream)).toBe('done');
  expect(Object.values(await search.documents(index))).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  await repairTable();
  expect(await sinkState(open(stream).log)).toMatchObject({ again: 1 });
  expect(await deliver(stream)).toBe('done');
  expect(Object.values(await search.documents(index))).toEqual([1, 3].map((n) => ({ n, mark: 1 })));
  await expectIndexed(made);
  // Its copy is deleted with it: nothing is put again.
  await repairTable();
  expect(await sinkState(open(stream).log)).toMatchObject({ again: 0 });
});

test.each([401, 403, 404, 400])(
  'a stage whose engine answers %i is told, and nothing is lost',
  async (status) => {
    const made = await makeStream();
    await open(made.stream).append(batchOf([1]));
    search.fault = () => status;
    const message = `The search engine answers ${status}: fault: It is busy.`;
    await expect(deliver(made.stream)).rejects.toThrow(message);
    expect(await sinkState(open(made.stream).log)).toMatchObject({ error: { code: 'refused', message } });
    search.fault = () => undefined;
    await deliverAll(made.stream);
    await expectIndexed(made);
  },
);

test('a body that is too large is sent in halves', async () => {
  const made = await makeStream();
  await open(made.stream).append(batchOf(Array.from({ length: 40 }, (_, n) => n)));
  search.maxBytes = 200;
  expect(await deliver(made.stream)).toBe('done');
  await expectIndexed(made);
  // The whole, which is refused, and at least its halves.
  expect(search.requests.length).toBeGreaterThan(2);
});

test('a document that the index refuses becomes a failure of the stream, which a replay mends', async () => {
  const made = await makeStream();
  const { stream, index } = made;
  await open(stream).append(batchOf([1, 2, 3], [101]));
  const reason = "failed to parse field [n] of type [ip] in document with id 'x'";
  search.refusal = ({ n }) => (n === 2 ? reason : undefined);
  expect(await deliver(stream)).toBe('done');
  expect(Object.values(await search.documents(index))).toEqual([{ n: 1 }, { n: 3 }]);
  await expectIndexed(made);
  const { log } = open(stream);
  expect(await sinkState(log)).toMatchObject({ delivered: 2, refused: 1, missed: 0, lag: 0, tries: 0 });
  expect(await open(stream).failures()).toEqual([101, 2]);
  expect(await open(stream).head()).toMatchObject({ records: 2, failures: 2 });
  await replayAgain(stream);
  // It is refused again, and waits again.
  await deliver(stream);
  expect(await open(stream).failures()).toEqual([2]);
  search.refusal = () => undefined;
  await replayAgain(stream);
  await deliver(stream);
  expect(await open(stream).failures()).toEqual([]);
  await expectIndexed(made);
  expect(Object.values(await search.documents(index)).map((source) => source?.['n'])).toEqual([1, 3, 101, 2]);
  expect(await open(stream).head()).toMatchObject({ records: 4, failures: 0 });
  expect(await sinkState(log)).toMatchObject({ delivered: 4, refused: 2, missed: 0, lag: 0 });
});

test('the refusal of some parts leaves the others, and an earlier document of a refused one is deleted', async () => {
  const made = await makeStream();
  const { stream, index } = made;
  const documents = ['0', '1'].map((part) => ({ part, document: { part } }));
  await open(stream).append({
    outcomes: [{ status: 'stored', raw: {}, documents, parts: { stored: 2, failed: 0, dropped: 0 } }],
    bytes: 10,
    expiresAt,
  });
  await open(stream).append(batchOf([7]));
  search.refusal = ({ part }) => (part === '1' ? 'no' : undefined);
  await deliver(stream);
  expect(Object.keys(await search.documents(index))).toEqual([`${stream}-0-0`, `${stream}-1`]);
  await expectIndexed(made);
  search.refusal = ({ mark }) => (mark === 1 ? 'no' : undefined);
  await replayRange(stream, { mark: 1, from: 1, to: 1 });
  await deliver(stream);
  expect(Object.keys(await search.documents(index))).toEqual([`${stream}-0-0`]);
  await expectIndexed(made);
  expect(await sinkState(open(stream).log)).toMatchObject({ delivered: 1, refused: 2, missed: 0 });
});

test('a new index gets all documents of the stream; without a sink nothing is delivered', async () => {
  const made = await makeStream();
  const { stream, index } = made;
  await open(stream).append(batchOf([1, 2]));
  await deliver(stream);
  const { log } = open(stream);
  const name = { owner: 'public', stream };
  const before = { kind: 'opensearch', index } as const;
  const after = { ...before, index: `${index}-new` };
  expect(changeSink(name, { before, after: before, now: 0 })).toEqual([]);
  await transact(log.table, changeSink(name, { before, after, now: Date.now() }));
  expect(await deliver(stream)).toBe('done');
  expect(await search.documents(after.index)).toEqual(await search.documents(index));
  await transact(log.table, changeSink(name, { before: after, after: undefined, now: Date.now() }));
  await open(stream).append(batchOf([3]));
  expect(await deliver(stream)).toBe('waiting');
  await expect(sinkState(log)).rejects.toMatchObject({ code: 'not_found' });
  // Replays that began without a sink note nothing, so a new one waits for their end.
  await transact(log.table, changeSink(name, { before: undefined, after, now: Date.now() }));
  expect(await deliver(stream)).toBe('waiting');
  expect(await deliver(stream, { later: 2 })).toBe('done');
  expect(await search.documents(after.index)).toEqual(await storedIn(stream));
});

describe('a delivery', { tags: ['streams', 'property'] }, () => {
  test('that crashes after any command loses and doubles nothing', async () => {
    const step = amount({ few: 5, many: 3, most: 1 });
    for (let commands = 0, isOver = false; !isOver; commands += step) {
      const made = await makeStream();
      const { stream } = made;
      await open(stream).append(batchOf([1, 2, 3]));
      await deliver(stream);
      await replayRange(stream, { mark: 1, drop: 2 });
      await open(stream).append(batchOf([4, 5, 6], [101]));
      search.refusal = ({ n }) => (n === 5 ? 'no' : undefined);
      isOver = await isDone(deliver(stream, { client: crashingClient(engine.client, commands) }));
      // A crash may come between the decision that 5 is refused and the failure: it may be taken now, once.
      search.refusal = () => undefined;
      await deliverAll(stream);
      await replayAgain(stream, { later: 200 });
      await deliverAll(stream, 201);
      await expectIndexed(made, 400);
      const numbers = Object.values(await search.documents(made.index)).map((source) => source?.['n']);
      expect(numbers.toSorted()).toEqual([1, 101, 3, 4, 5, 6]);
      const head = await open(stream).head();
      expect(await sinkOf(stream)).toMatchObject({ missed: 0, forwarded: head.records });
    }
  });

  test('among replays, pushes, crashes and faults loses and doubles nothing', async () => {
    const seeds = amount({ few: 2, many: 3, most: 400 });
    for (let seed = 1; seed <= seeds; seed++) await runRandomly(seed);
  });
});

/** Records are pushed, replayed and delivered in random order, and after that everything goes well. */
async function runRandomly(seed: number): Promise<void> {
  const random = pseudoRandom(seed);
  const nat = (max: number) => Math.floor(random() * (max + 1));
  const made = await makeStream();
  const { stream, index } = made;
  const faults: readonly (Fault | undefined)[] = [429, 503, 'cut', 'lost', 'partly', 400, ...Array(6)];
  search.fault = () => faults[nat(faults.length - 1)];
  search.refusal = ({ n, mark }) => ((Number(n) + Number(mark ?? 0)) % 7 === 3 ? 'no' : undefined);
  search.maxBytes = nat(3) === 0 ? 150 : 104_857_600;
  let n = 0;
  let dropped = new Set<number>();
  let later = 0;
  const turns: readonly (() => Promise<unknown>)[] = [
    async () => {
      const size = 1 + nat(5);
      const numbers = Array.from({ length: size }, () => ++n);
      await open(stream, { later }).append(batchOf(numbers, nat(2) === 0 ? [++n] : []));
    },
    async () => {
      const client = nat(1) === 0 ? crashingClient(engine.client, nat(20)) : engine.client;
      await isDone(deliver(stream, { client, later }));
    },
    async () => {
      const from = nat(n);
      const client = nat(2) === 0 ? crashingClient(engine.client, nat(12)) : engine.client;
      const options = { mark: 1 + nat(9), from, to: from + nat(8), later, client };
      // A drop cannot be undone, so what it drops is looked up before.
      await isDone(replayRange(stream, options));
    },
    async () => {
      const drop = 1 + nat(n);
      const replayed = await replayRange(stream, { mark: 5, drop, later }).catch(() => undefined);
      if (replayed?.replayed.some(({ status }) => status === 'dropped'))
        dropped = new Set([...dropped, drop]);
    },
    () => isDone(replayAgain(stream, { later })),
  ];
  for (let turn = 0; turn < 40; turn++) {
    if (nat(2) === 0) later += 1;
    const pick = nat(9);
    await turns[pick < 3 ? 0 : pick < 7 ? 1 : pick - 5]?.();
  }
  search.fault = () => undefined;
  search.refusal = () => undefined;
  later += 60;
  await deliverAll(stream, later);
  await replayAgain(stream, { later: later + 120 });
  await deliverAll(stream, later + 121);
  const end = later + 400;
  await expectIndexed(made, end);
  const numbers = Object.values(await search.documents(index)).map((source) => Number(source?.['n']));
  const expected = Array.from({ length: n }, (_, at) => at + 1).filter((one) => !dropped.has(one));
  expect([seed, numbers.toSorted((one, other) => one - other)]).toEqual([seed, expected]);
  expect([seed, await open(stream, { later: end }).failures()]).toEqual([seed, []]);
}
