/** Records that take too long: each fails alone, and no other record waits for it. */

import { beforeAll, expect, test } from 'vitest';
import { lambdaContext } from '../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { type Answer, loadHandler } from '../../support/emitted-function.ts';
import { repository } from '../../support/repository.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let functions: StreamFunctions;

beforeAll(async () => {
  const names = ['push', 'listRecords', 'listFailures', 'createReplayJob', 'getReplayJob'];
  functions = await streamFunctions([...names.map((name) => `stream-${name}`), 'source-patch']);
});

const call: StreamFunctions['call'] = (...args) => functions.call(...args);
const idOf = ({ body }: Answer) => (body as { _id: string })._id;

/** Backtracks for years. */
const endless = { type: 'gsub', field: 'a', pattern: '(x+x+)+y', replacement: '' };
const poison = { a: 'x'.repeat(40) };

/** A stream with failures that are replayed once with the preprocessor. */
async function startReplay(records: readonly object[], preprocessor: object) {
  const source = await functions.makeSource({ preprocessors: [{ type: 'fail', message: 'No.' }] });
  const stream = await functions.makeStream({ source });
  await call('stream-push', { id: stream, body: records });
  await call('source-patch', { id: source, body: { preprocessors: [preprocessor] } });
  const job = idOf(await call('stream-createReplayJob', { id: stream, body: { failures: true } }));
  return { stream, read: () => call('stream-getReplayJob', { id: stream, replay: job }) };
}

test('a replay with slow records replays the others, ends as failed and says why; other replays do not wait', {
  tags: ['hostile'],
}, async () => {
  const slow = await startReplay([{ a: 'b' }, poison, { a: 'xxy!' }], endless);
  const other = await startReplay([{ a: ' b' }], { type: 'trim', field: 'a' });
  const runReplays = await loadHandler(repository, 'stream-runReplays');
  await runReplays({ 'detail-type': 'Scheduled Event' }, lambdaContext({}));
  expect((await other.read()).body).toMatchObject({ state: 'done', stored: 1 });
  expect((await slow.read()).body).toMatchObject({
    ...{ state: 'failed', stored: 2, failed_count: 1, position: 3 },
    error: {
      type: 'urn:problem-type:headwater:records_rejected',
      detail: expect.stringMatching(/^1 record takes more than 250 ms/),
    },
  });
  const failures = await call('stream-listFailures', { id: slow.stream });
  expect(failures.body).toMatchObject({ size: 1, hits: [{ position: 1, raw: poison }] });
});

test('a slow record of a push fails at its step, and the others are stored', async () => {
  const source = await functions.makeSource({
    preprocessors: [{ type: 'set', field: 'seen', value: 1 }, endless],
  });
  const id = await functions.makeStream({ source });
  const { status, body } = await call('stream-push', { id, body: [{ a: 'b' }, poison, { a: 'xxy!' }] });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ stored: 2, failed_count: 1 },
    items: [{ status: 'stored' }, { error: { code: 'record_timeout' }, step: 1 }, { status: 'stored' }],
  });
});

test('a record that a query takes too long with is named beside the hits', {
  tags: ['hostile'],
}, async () => {
  const id = await functions.makeStream();
  const long = 'é '.repeat(300_000);
  for (const text of ['one', long, 'two'])
    await call('stream-push', { id, body: [{ text }], headers: { 'content-type': 'application/json' } });
  const clauses = Array.from({ length: 14 }, (_, number) => `"no ${number}"`);
  const query = `?query=${encodeURIComponent([...clauses, 'one', 'two'].join(' OR '))}`;
  const { status, body } = await call('stream-listRecords', { id, query });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    hits: [{ document: { text: 'one' } }, { document: { text: 'two' } }],
    timeouts: [{ position: 1, error: { code: 'record_timeout' } }],
  });
  const failed = await call('stream-listFailures', { id, query });
  expect(failed).toMatchObject({ status: 200, body: { hits: [] } });
});
