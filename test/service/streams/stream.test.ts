/** The functions of /stream as they ship: emitted bundles, real-shaped events, a real engine. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../support/emitted-function.ts';
import { describedBy, describedItem } from '../../support/links.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

const unknownId = '0123456789abcdef01234567';
const json = { 'content-type': 'application/json' };
const tagged = { vary: 'Accept', etag: '"1"', 'cache-control': 'private, no-cache' };

let functions: StreamFunctions;

beforeAll(async () => {
  const names = ['list', 'getById', 'update', 'patch', 'remove'].map((name) => `stream-${name}`);
  functions = await streamFunctions([...names, 'source-remove', 'source-update', 'source-getById']);
});

const call: StreamFunctions['call'] = (...args) => functions.call(...args);
const setState = (id: string, state: string) => call('stream-patch', { id, body: { state } });
const codeOf = ({ status, body }: Answer) => [status, (body as { type: string }).type.split(':').at(-1)];
const hitsOf = ({ body }: Answer) => (body as { hits: { _id: string }[] }).hits.map(({ _id }) => _id);

test('a stream is opened, read, listed, changed, closed and deleted', async () => {
  const source = await functions.makeSource();
  const created = await call('stream-create', { body: { source, name: 'access', tags: ['web'] } });
  const stream = created.body as { _id: string; created: string };
  const content = { name: 'access', tags: ['web'], source, state: 'open' };
  const { _id: id, created: time } = stream;
  const stored = { _id: id, created: time, updated: time, revision: 1, ...content };
  const defaults = { on_error: 'quarantine', retention_days: 7 };
  expect(created).toEqual({
    status: 201,
    headers: { ...json, ...tagged, link: describedBy('stream'), location: `/v1/stream/${id}` },
    body: { ...stored, ...defaults },
  });
  expect(await call('stream-getById', { id })).toEqual({
    status: 200,
    headers: { ...json, ...tagged, link: describedItem('stream') },
    body: { ...stored, ...defaults },
  });
  expect(hitsOf(await call('stream-list'))).toContain(id);
  const change = { on_error: 'skip', retention_days: 30 };
  const updated = await call('stream-update', {
    id,
    body: { ...(created.body as object), ...change, name: 'b' },
  });
  expect(updated).toMatchObject({ status: 200, body: { ...content, ...change, name: 'b', revision: 2 } });
  const reset = await call('stream-update', { id, body: {} });
  expect(reset.body).toMatchObject({ ...defaults, tags: [], state: 'open', source, revision: 3 });
  expect(reset.body).not.toHaveProperty('name');
  const closed = await setState(id, 'closed');
  expect(closed).toMatchObject({ status: 200, headers: { etag: '"4"' }, body: { state: 'closed' } });
  expect(await call('stream-remove', { id, headers: { 'if-match': '"3"' } })).toMatchObject({ status: 412 });
  expect(await call('stream-remove', { id, headers: { 'if-match': '"4"' } })).toMatchObject({ status: 204 });
  expect(codeOf(await call('stream-getById', { id }))).toEqual([404, 'not_found']);
});

describe('the states', () => {
  const rows: readonly [from: string, to: string, allowed: readonly string[] | 'done'][] = [
    ['open', 'open', 'done'],
    ['open', 'paused', 'done'],
    ['open', 'closed', 'done'],
    ['paused', 'paused', 'done'],
    ['paused', 'open', 'done'],
    ['paused', 'closed', 'done'],
    ['closed', 'closed', 'done'],
    ['closed', 'open', []],
    ['closed', 'paused', []],
  ];
  test.each(rows)('%s to %s', async (from, to, allowed) => {
    const id = await functions.makeStream();
    await setState(id, from);
    const patched = await setState(id, to);
    const problem = { title: 'The state does not allow this', state: from, allowed };
    expect(patched).toMatchObject(
      allowed === 'done' ? { status: 200, body: { state: to } } : { status: 409, body: problem },
    );
    const put = await call('stream-update', { id, body: { state: to } });
    expect(put.status).toBe(allowed === 'done' ? 200 : 409);
  });

  test('the same state again leaves the revision as it is', async () => {
    const id = await functions.makeStream();
    const { body, headers } = await setState(id, 'paused');
    expect(body).toMatchObject({ state: 'paused', revision: 2 });
    expect(await setState(id, 'paused')).toMatchObject({ status: 200, body: Object(body), headers });
    expect((await setState(id, 'open')).body).toMatchObject({ revision: 3 });
  });

  test('only a closed stream is deleted', async () => {
    const id = await functions.makeStream();
    const refused = await call('stream-remove', { id });
    expect(codeOf(refused)).toEqual([409, 'state_conflict']);
    expect(refused.body).toMatchObject({ state: 'open', allowed: ['paused', 'closed'] });
    await setState(id, 'paused');
    expect((await call('stream-remove', { id })).body).toMatchObject({ allowed: ['open', 'closed'] });
  });

  test('a state is not removed', async () => {
    const id = await functions.makeStream();
    const { status, body } = await call('stream-patch', { id, body: { state: null } });
    expect([status, body]).toMatchObject([400, { errors: [{ pointer: '/state', code: 'required' }] }]);
  });
});

describe('what is refused', () => {
  const rows: readonly [name: string, body: object, pointer: string, code: string][] = [
    ['no source', {}, '/source', 'required'],
    ['an id that is none', { source: 'x' }, '/source', 'pattern'],
    ['a state', { source: unknownId, state: 'open' }, '/state', 'read_only'],
    ['no day', { source: unknownId, retention_days: 0 }, '/retention_days', 'minimum'],
    ['more than a year', { source: unknownId, retention_days: 366 }, '/retention_days', 'maximum'],
    ['an unknown policy', { source: unknownId, on_error: 'drop' }, '/on_error', 'not_allowed'],
    ['a misspelt member', { source: unknownId, retention: 1 }, '/retention', 'unknown_member'],
  ];
  test.each(rows)('%s', async (_name, body, pointer, code) => {
    const { status, body: problem } = await call('stream-create', { body });
    expect([status, problem]).toMatchObject([400, { errors: [{ pointer, code }] }]);
  });

  test('an unknown source', async () => {
    expect(codeOf(await call('stream-create', { body: { source: unknownId } }))).toEqual([404, 'not_found']);
  });

  test('another source', async () => {
    const id = await functions.makeStream();
    const { status, body } = await call('stream-patch', { id, body: { source: unknownId } });
    const message = 'is read-only: leave it out, or send it as it is now';
    expect([status, body]).toMatchObject([
      400,
      { errors: [{ pointer: '/source', code: 'read_only', message }] },
    ]);
  });

  test('a stream that does not exist', async () => {
    const answers = await Promise.all([
      call('stream-getById', { id: unknownId }),
      call('stream-update', { id: unknownId, body: {} }),
      setState(unknownId, 'paused'),
      call('stream-remove', { id: unknownId }),
    ]);
    expect(answers.map(codeOf)).toEqual(answers.map(() => [404, 'not_found']));
  });
});

test('lists are filtered by source, state, tags and a query', async () => {
  const source = await functions.makeSource();
  const make = (stream: object) => functions.makeStream({ source, ...stream });
  const one = await make({ name: 'one', tags: ['a', 'b c'] });
  const two = await make({ name: 'two', tags: ['a'] });
  const three = await make({ name: 'three' });
  await setState(two, 'paused');
  await setState(three, 'closed');
  const rows: readonly [query: string, want: readonly string[]][] = [
    [`source=${source}`, [three, two, one]],
    [`source=${source}&sort=created`, [one, two, three]],
    [`source=${source}&state=closed`, [three]],
    [`source=${source}&tags=a`, [two, one]],
    [`source=${source}&tags=a,b%20c`, [one]],
    [`source=${source}&query=one%20OR%20two`, [two, one]],
    [`source=${source}&state=paused&query=one%20OR%20two`, [two]],
    [`source=${source}&query=NOT%20state:open`, [three, two]],
    [`source=${unknownId}`, []],
  ];
  for (const [query, want] of rows)
    expect([query, hitsOf(await call('stream-list', { query: `?${query}` }))]).toEqual([query, want]);
  const first = await call('stream-list', { query: `?source=${source}&size=2` });
  const { after, total } = first.body as { after: string; total: number };
  expect(total).toBe(3);
  const next = await call('stream-list', { query: `?source=${source}&size=2&after=${after}` });
  expect(hitsOf(next)).toEqual([one]);
  const others = await call('stream-list', { query: `?source=${source}&state=open&after=${after}` });
  expect(codeOf(others)).toEqual([400, 'invalid_request']);
});

test('an idempotency key opens one stream', async () => {
  const source = await functions.makeSource();
  const request = { body: { source }, headers: { 'idempotency-key': 'k1' } };
  const [one, again] = [await call('stream-create', request), await call('stream-create', request)];
  expect(again.body).toEqual(one.body);
  expect(hitsOf(await call('stream-list', { query: `?source=${source}` }))).toHaveLength(1);
});

test('a source is deleted when all of its streams are closed', async () => {
  const source = await functions.makeSource();
  const [one, two] = [await functions.makeStream({ source }), await functions.makeStream({ source })];
  await setState(two, 'paused');
  const refused = await call('source-remove', { id: source });
  expect(codeOf(refused)).toEqual([409, 'source_in_use']);
  expect(refused.body).toMatchObject({ streams: [two, one] });
  await setState(one, 'closed');
  expect((await call('source-remove', { id: source })).body).toMatchObject({ streams: [two] });
  await setState(two, 'closed');
  expect(await call('source-remove', { id: source })).toMatchObject({ status: 204 });
});

test('opening a stream does not change the entity tag of its source', async () => {
  const source = await functions.makeSource();
  await functions.makeStream({ source });
  expect((await call('source-getById', { id: source })).headers).toMatchObject({ etag: '"1"' });
  const changed = await call('source-update', { id: source, body: {}, headers: { 'if-match': '"1"' } });
  expect(changed.status).toBe(200);
});
