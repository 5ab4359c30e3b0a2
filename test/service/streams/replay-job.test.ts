/** Replay jobs: emitted bundles, real-shaped events, a real engine, and the work of the schedule. */

import { beforeAll, expect, test, vi } from 'vitest';
import { shardTable } from '../../../lib/headwater/data/search/index/shards.ts';
import { ItemReader } from '../../../lib/headwater/tools/admin/stored-item.ts';
import { storedTypes } from '../../../lib/service/stored-types.ts';
import { listWork, workKey } from '../../../lib/service/streams/leases/running-work.ts';
import type { Answer } from '../../support/emitted-function.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let functions: StreamFunctions;
let jobs: typeof import('../../../lib/service/streams/jobs/run-jobs.ts');

beforeAll(async () => {
  const replays = ['createReplayJob', 'getReplayJob', 'listReplayJobs', 'removeReplayJob'];
  const names = ['push', 'listRecords', 'listFailures', 'patch', 'remove', ...replays];
  functions = await streamFunctions([...names.map((name) => `stream-${name}`), 'source-patch']);
  // The files of a worker share modules. Without this, the jobs would use the database of another file, which has ended.
  vi.resetModules();
  jobs = await import('../../../lib/service/streams/jobs/run-jobs.ts');
});

const integer = { type: 'convert', field: 'n', target_type: 'integer' };
const withoutUnit = { type: 'gsub', field: 'n', pattern: ' kg$', replacement: '' };

const call: StreamFunctions['call'] = (...args) => functions.call(...args);
const push = (id: string, ...values: readonly unknown[]) =>
  call('stream-push', { id, body: values.map((n) => ({ n })) });
const create = (id: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  call('stream-createReplayJob', { id, body, headers });
const read = (id: string, replay: string) => call('stream-getReplayJob', { id, replay });
const mend = (id: string, ...preprocessors: readonly object[]) =>
  call('source-patch', { id, body: { preprocessors } });
const idOf = ({ body }: Answer) => (body as { _id: string })._id;
const codeOf = ({ status, body }: Answer) => [status, (body as { type: string }).type.split(':').at(-1)];

const time = { signal: new AbortController().signal, lambda: { getRemainingTimeInMillis: () => 30_000 } };
const runAll = () => jobs.runJobs(jobs.jobRunner(time));

async function open(...preprocessors: readonly object[]) {
  const source = await functions.makeSource({ preprocessors });
  return { source, id: await functions.makeStream({ source }) };
}

test('1,200 failures become records after the response', { tags: ['streams'] }, async () => {
  const { source, id } = await open(integer);
  const values = Array.from({ length: 400 }, (_, n) => `${n} kg`);
  for (let at = 0; at < 3; at++) await push(id, ...values);
  await push(id, 'x');
  await mend(source, withoutUnit, integer);
  const made = await create(id, { failures: true });
  const replay = idOf(made);
  expect(made.status).toBe(202);
  expect(made.headers['location']).toBe(`/v1/stream/${id}/replay-job/${replay}`);
  expect(made.body).toMatchObject({ state: 'running', stream: id, position: 0, to: 1_200, stored: 0 });
  await runAll();
  expect((await read(id, replay)).body).toMatchObject({
    ...{ state: 'done', failures: true, position: 1_201, stored: 1_200, failed_count: 1, dropped_count: 0 },
    ended: expect.any(String),
  });
  const { body } = await call('stream-listFailures', { id });
  expect(body).toMatchObject({ hits: [{ position: 1_200 }] });
  const records = await call('stream-listRecords', { id, query: '?from=1201&size=2' });
  expect(records.body).toMatchObject({ size: 2, hits: [{ document: { n: 0 } }, { document: { n: 1 } }] });
  expect(await listWork(jobs.jobRunner(time).table)).toEqual([]);
});

test('records that cannot be read become records when the format of their source reads them', async () => {
  const { source, id } = await open();
  const body = Array.from({ length: 600 }, (_, n) => `{"n":${n}`);
  const headers = { 'content-type': 'application/x-ndjson' };
  for (const lines of [body.slice(0, 300), body.slice(300)])
    await call('stream-push', { id, body: lines.join('\n'), headers });
  const replayed = async () => {
    const replay = idOf(await create(id, { failures: true }));
    await runAll();
    return (await read(id, replay)).body;
  };
  expect(await replayed()).toMatchObject({ state: 'done', stored: 0, failed_count: 600 });
  await call('source-patch', { id: source, body: { format: 'text' } });
  expect(await replayed()).toMatchObject({ state: 'done', stored: 600, failed_count: 0 });
  const { body: records } = await call('stream-listRecords', { id, query: '?size=500&view=raw' });
  const raws = (records as { hits: { raw: unknown }[] }).hits.map(({ raw }) => raw);
  expect(raws).toEqual(body.slice(0, 500).map((message) => ({ message })));
});

test('`headwater verify` knows the items of replays', async () => {
  const { id } = await open();
  await push(id, '1');
  await create(id, { failures: true });
  const items = await functions.engine.scan(functions.tableName);
  const reader = new ItemReader(storedTypes, shardTable({}));
  const kinds = items.map((item) => {
    const read = reader.read(item);
    return [item['pk'], read.kind === 'own' ? read.type.name : read.kind];
  });
  expect(kinds).toContainEqual([`replay/${id}`, 'log']);
  expect(kinds).toContainEqual(['~work', 'log']);
  expect(kinds.filter(([, kind]) => kind === 'malformed')).toEqual([]);
  await runAll();
});

test('a replay that begins behind the end of the stream has nothing to do', async () => {
  const { id } = await open();
  const last = Number.MAX_SAFE_INTEGER;
  expect(await create(id, { from: last, to: last })).toMatchObject({
    status: 202,
    body: { state: 'done', from: last, to: last, position: last, stored: 0 },
  });
});

test('a range gets other documents, and a change of its work is enough to run it', async () => {
  const { source, id } = await open();
  await push(id, '1', '2 kg', 'x');
  await mend(source, withoutUnit, integer);
  const replay = idOf(await create(id, { from: 1, to: 900 }));
  const work = { owner: 'public', stream: id, id: replay };
  const { pk, sk } = workKey(work);
  await jobs.runChangedJob(jobs.jobRunner(time), { pk: String(pk), sk: String(sk) });
  expect((await read(id, replay)).body).toMatchObject({ state: 'done', to: 2, stored: 1, failed_count: 1 });
  const { body } = await call('stream-listRecords', { id });
  expect(body).toMatchObject({
    hits: [{ document: { n: '1' } }, { document: { n: 2 } }, { document: { n: 'x' } }],
  });
  // It is read again when its stream item comes late.
  await jobs.runChangedJob(jobs.jobRunner(time), { pk: String(pk), sk: String(sk) });
  await jobs.runChangedJob(jobs.jobRunner(time), { pk: String(pk), sk: 'nothing' });
});

test('the same request makes one replay, and a list shows the newest first', async () => {
  const { id } = await open();
  await push(id, '1');
  const key = { 'idempotency-key': 'one' };
  const first = await create(id, { from: 0, to: 0 }, key);
  expect(await create(id, { from: 0, to: 0 }, key)).toEqual(first);
  const second = await create(id, { failures: true });
  const list = await call('stream-listReplayJobs', { id, query: '?size=1' });
  expect(list.body).toMatchObject({ size: 1, hits: [{ _id: idOf(second) }], after: idOf(second) });
  expect(list.headers['link']).toContain(`after=${idOf(second)}>; rel="next"`);
  const rest = await call('stream-listReplayJobs', { id, query: `?after=${idOf(second)}` });
  expect(rest.body).toMatchObject({ size: 1, hits: [{ _id: idOf(first) }] });
  await runAll();
});

test('a replay that has begun, but whose response was lost, is not refused when it is sent again', async () => {
  const { id } = await open();
  await push(id, '1');
  const key = { 'idempotency-key': id };
  const first = await create(id, { from: 0, to: 0 }, key);
  await functions.forgetResponse('stream-createReplayJob', id);
  await call('stream-patch', { id, body: { state: 'paused' } });
  const again = await create(id, { from: 0, to: 0 }, key);
  expect([again.status, idOf(again)]).toEqual([202, idOf(first)]);
  await runAll();
});

test('a replay that is stopped does no more', async () => {
  const { source, id } = await open(integer);
  await push(id, '1 kg');
  await mend(source, withoutUnit, integer);
  const replay = idOf(await create(id, { failures: true }));
  expect((await call('stream-removeReplayJob', { id, replay })).status).toBe(204);
  await runAll();
  expect((await read(id, replay)).body).toMatchObject({ state: 'cancelled', stored: 0, position: 0 });
  expect((await call('stream-removeReplayJob', { id, replay })).status).toBe(204);
});

test('a replay ends with its stream, and says so', async () => {
  const { source, id } = await open(integer);
  await push(id, '1 kg');
  await mend(source, withoutUnit, integer);
  const paused = idOf(await create(id, { failures: true }));
  await call('stream-patch', { id, body: { state: 'paused' } });
  await runAll();
  const error = { type: 'urn:problem-type:headwater:stream_not_open', status: 409 };
  expect((await read(id, paused)).body).toMatchObject({ state: 'failed', position: 0, error });
  expect(codeOf(await create(id, { failures: true }))).toEqual([409, 'stream_not_open']);
  await call('stream-patch', { id, body: { state: 'open' } });
  await create(id, { failures: true });
  await call('stream-patch', { id, body: { state: 'closed' } });
  await call('stream-remove', { id });
  await runAll();
  expect(await listWork(jobs.jobRunner(time).table)).toEqual([]);
  expect(codeOf(await read(id, paused))).toEqual([404, 'not_found']);
});

test.each<[name: string, body: object, pointer: string]>([
  ['nothing', {}, '/from'],
  ['a range without an end', { from: 3 }, '/to'],
  ['a limit', { failures: true, limit: 5 }, '/limit'],
])('%s is refused', async (_name, body, pointer) => {
  const { id } = await open();
  const answer = await create(id, body);
  expect(codeOf(answer)).toEqual([400, 'invalid_request']);
  expect(answer.body).toMatchObject({ errors: [{ in: 'body', pointer }] });
});

test('what does not exist is a 404', async () => {
  const { id } = await open();
  const unknown = '0123456789abcdef01234567';
  for (const name of ['stream-getReplayJob', 'stream-removeReplayJob']) {
    expect(codeOf(await call(name, { id, replay: unknown }))).toEqual([404, 'not_found']);
    expect(codeOf(await call(name, { id: unknown, replay: unknown }))).toEqual([404, 'not_found']);
  }
  expect((await create(unknown, { failures: true })).status).toBe(404);
});
