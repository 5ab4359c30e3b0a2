/** Streams at a glance: the function that ships, on what pushes have counted, also after a crash. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { headKey } from '../../../lib/service/streams/log/log-head.ts';
import { crashingClient } from '../../support/faulty-client.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';
import { batchOf, openLog } from '../support/stream-log.ts';

interface Overview {
  readonly size: number;
  readonly total: number;
  readonly after?: string;
  readonly interval: number;
  readonly times: readonly string[];
  readonly hits: readonly {
    readonly _id: string;
    readonly stored?: readonly number[];
    readonly failed?: readonly number[];
    readonly pushed?: string;
  }[];
}

let functions: StreamFunctions;

beforeAll(async () => {
  const names = ['stream-push', 'stream-getOverview', 'stream-createReplay', 'source-patch', 'stream-stat'];
  functions = await streamFunctions(names);
});

const overview = async (query = '') =>
  (await functions.call('stream-getOverview', { query })).body as Overview;
const convert = { type: 'convert', field: 'n', target_type: 'integer' };
const sum = (numbers: readonly number[] = []) => numbers.reduce((all, one) => all + one, 0);
const minute = 60_000;
const openAt = (stream: string, ms: number) =>
  openLog({ client: functions.engine.client, tableName: functions.tableName, stream, now: () => ms });

test('each stream with what it holds and what came in the last hour, on pages', async () => {
  const source = await functions.makeSource({ preprocessors: [convert] });
  const streams = [];
  for (const name of ['first', 'second', 'third']) streams.push(await functions.makeStream({ source, name }));
  const [first = '', second = ''] = streams;
  await functions.call('stream-push', { id: first, body: [{ n: 1 }, { n: 'x' }, { n: 2 }] });
  await functions.call('stream-push', { id: first, body: [{ n: 3 }] });
  const page = await overview(`?source=${source}&size=2`);
  expect(page).toMatchObject({ size: 2, total: 3, interval: 300 });
  expect(page.hits.map(({ _id }) => _id)).toEqual(streams.toReversed().slice(0, 2));
  const rest = await overview(`?source=${source}&size=2&after=${page.after}`);
  expect(rest.hits).toMatchObject([{ _id: first, name: 'first', records: 3, failures: 1, next: 4 }]);
  expect([sum(rest.hits[0]?.stored), sum(rest.hits[0]?.failed)]).toEqual([3, 1]);
  const unused = page.hits.find(({ _id }) => _id === second);
  expect(unused).toMatchObject({ records: 0, stored: Array(12).fill(0), failed: Array(12).fill(0) });
  expect(unused).not.toHaveProperty('pushed');
});

test('counts are those of their five minutes, and a head forgets those of the hours before', async () => {
  const stream = await functions.makeStream({ name: 'steady' });
  const now = Date.now();
  for (const [minutes, count] of [
    [300, 7],
    [130, 5],
    [50, 3],
    [20, 2],
    [0, 1],
  ] as const)
    await openAt(stream, now - minutes * minute).append(
      batchOf(Array.from({ length: count }, (_, index) => index)),
    );
  const { hits, times } = await overview('?query=steady');
  const [hit] = hits;
  const at = (minutes: number) => times.findLastIndex((begin) => Date.parse(begin) <= now - minutes * minute);
  expect([at(50), at(20), at(0)].map((index) => hit?.stored?.[index])).toEqual([3, 2, 1]);
  expect(hit).toMatchObject({ records: 18, pushed: new Date(now).toISOString() });
  expect(sum(hit?.stored)).toBe(6);
  const { recent } = await openAt(stream, now).head();
  expect(recent.size).toBe(3);
});

test('a push that crashes at any command is counted once', async () => {
  const now = Date.now() - 2 * minute;
  for (let commands = 0; commands < 5; commands++) {
    const stream = await functions.makeStream({ name: `crashed${commands}` });
    const { client } = functions.engine;
    const { tableName } = functions;
    const crashing = openLog({ client: crashingClient(client, commands), tableName, stream, now: () => now });
    await crashing.append(batchOf([1, 2], [3])).catch(() => undefined);
    const { records } = await openAt(stream, Date.now()).all();
    const { hits } = await overview(`?query=crashed${commands}`);
    const stored = records.length;
    expect([sum(hits[0]?.stored), sum(hits[0]?.failed)]).toEqual([stored, stored / 2]);
  }
});

test('a replay is no push', async () => {
  const source = await functions.makeSource({ preprocessors: [convert] });
  const id = await functions.makeStream({ source, name: 'replayed' });
  await functions.call('stream-push', { id, body: [{ n: 'x' }, { n: 1 }] });
  await functions.call('source-patch', { id: source, body: { preprocessors: [] } });
  await functions.call('stream-createReplay', { id, body: { failures: true } });
  const { hits } = await overview('?query=replayed');
  expect(hits).toMatchObject([{ records: 2, failures: 0 }]);
  expect([sum(hits[0]?.stored), sum(hits[0]?.failed)]).toEqual([1, 1]);
});

test('what earlier code has counted has no counts by time', async () => {
  const id = await functions.makeStream({ name: 'earlier' });
  await functions.engine.client.send(
    new UpdateCommand({
      TableName: functions.tableName,
      Key: headKey({ owner: 'public', stream: id }),
      UpdateExpression: 'SET batches = :one, records = :one, #next = :one',
      ExpressionAttributeNames: { '#next': 'next' },
      ExpressionAttributeValues: { ':one': 1 },
    }),
  );
  const { hits } = await overview('?query=earlier');
  expect(hits).toMatchObject([{ records: 1 }]);
  expect(hits[0]).not.toHaveProperty('stored');
});
