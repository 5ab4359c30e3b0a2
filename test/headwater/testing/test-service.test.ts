/** `headwater/testing` in a project on disk: its callers, its clock, its table, its log, and how services keep apart. */

import { setTimeout as wait } from 'node:timers/promises';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { streamEvent, type TestService, type TestServiceOptions, testService } from 'headwater/testing';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { writeFiles } from '../../support/project.ts';
import { makeBookmarkProject } from './bookmark-project.ts';

let projectFolder: string;
const started: TestService<unknown>[] = [];

beforeAll(async () => {
  projectFolder = await makeBookmarkProject();
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.close()));
  vi.restoreAllMocks();
});

async function start(options: TestServiceOptions = {}): Promise<TestService<unknown>> {
  const service = await testService({ projectFolder, ...options });
  started.push(service);
  return service;
}

const json = async (response: Response | Promise<Response>): Promise<unknown> => (await response).json();

const keep = (url: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
  body: JSON.stringify({ url }),
});

const rfc = 'https://www.rfc-editor.org/rfc/rfc9457';
const scopes = ['bookmark:read', 'bookmark:write'];

test('a request runs through the routes of the gateway, and its data are in the table', async () => {
  const service = await start({ now: '2026-03-01T12:00:00Z' });
  expect(await service.table.items()).toEqual([]);
  const ann = service.asUser({ subject: 'ann', scopes });
  const created = await ann.fetch('/v1/bookmark', keep(rfc));
  const bookmark = Object(await created.json());
  const at = '2026-03-01T12:00:00.000Z';
  expect(bookmark).toEqual({
    _id: expect.stringMatching(/^69a42a40000[\da-f]{13}$/),
    ...{ created: at, updated: at, revision: 1, url: rfc },
  });
  expect(created.status).toBe(201);
  expect(await json(ann.fetch(`/v1/bookmark?query=url:"${rfc}"`))).toEqual({ total: 1, hits: [bookmark] });
  const keys = (await service.table.items()).map(({ pk, sk }) => `${pk} ${sk}`);
  expect(keys).toContain(`${ann.owner}:bookmark/${bookmark._id} document`);
});

test('a document that only later code reads is a 500, and the log says why', async () => {
  const service = await start();
  vi.spyOn(console, 'error').mockReturnValue();
  const ann = service.asUser({ subject: 'ann', scopes });
  const { _id } = Object(await json(ann.fetch('/v1/bookmark', keep(rfc))));
  const stored = (await service.table.items()).find(({ sk }) => sk === 'document');
  const versions = { layout: 1, schema: 2, version: 3, units: 1, readableFrom: 2 };
  const { name: TableName } = service.table;
  await (await service.table.client()).send(
    new PutCommand({ TableName, Item: { ...stored, stored: versions } }),
  );
  for (const path of [`/v1/bookmark/${_id}`, '/v1/bookmark']) {
    const response = await ann.fetch(path);
    expect([response.status, await response.json()]).toEqual([500, expect.objectContaining({ status: 500 })]);
    expect(JSON.stringify(service.logs.at(-1))).toContain(
      `The bookmark ${_id} has version 2, which only code of version 2 or later reads; this code has version 1.`,
    );
  }
});

test('the gateway answers what no function answers, as on AWS', async () => {
  const service = await start();
  const head = await service.fetch('/v1/probe/variables', { method: 'HEAD' });
  expect([head.status, await head.text(), head.headers.get('content-type')]).toEqual([
    ...[200, '', 'application/json'],
  ]);
  const unknown = await service.fetch(new Request('https://other.example/v1/nothing'));
  expect([unknown.status, await unknown.json()]).toEqual([404, expect.objectContaining({ status: 404 })]);
  const method = await service.fetch('/v1/probe/variables', { method: 'PUT' });
  expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect((await service.fetch('/v1/%zz')).status).toBe(400);
});

test('the gateway answers preflights, and lets pages of allowed origins alone read responses', async () => {
  const service = await start();
  const origin = 'https://app.example.com';
  const asked = { origin, 'access-control-request-method': 'GET' };
  const preflight = await service.fetch('/v1/bookmark', { method: 'OPTIONS', headers: asked });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
  const allowed = async (headers: Record<string, string>) =>
    (await service.fetch('/v1/probe/variables', { headers })).headers.get('access-control-allow-origin');
  expect([await allowed({ origin }), await allowed({ origin: 'https://other.example' })]).toEqual([
    origin,
    null,
  ]);
});

test('functions verify credentials: who has none, the wrong scope or another owner is refused', async () => {
  const service = await start();
  const reader = service.asUser({ scopes: ['bookmark:read'] });
  const writer = await service.withKey({ owner: 'team', scopes });
  const statuses = await Promise.all([
    service.fetch('/v1/bookmark'),
    service.asUser().fetch('/v1/bookmark'),
    reader.fetch('/v1/bookmark'),
    reader.fetch('/v1/bookmark', keep(rfc)),
    writer.fetch('/v1/bookmark', keep(rfc)),
    reader.fetch('/v1/bookmark', { headers: { authorization: 'Bearer e30.e30.e30' } }),
    (await service.withKey()).fetch('/v1/bookmark'),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([401, 403, 200, 403, 201, 401, 403]);
  expect(await json(writer.fetch('/v1/bookmark'))).toMatchObject({ total: 1 });
  expect(await json(reader.fetch('/v1/bookmark'))).toMatchObject({ total: 0 });
  const own = { owner: 'team', scopes: ['bookmark:read'] };
  expect(await json((await service.withKey(own)).fetch('/v1/bookmark'))).toMatchObject({ total: 1 });
});

test('a user of one service is nobody in another one', async () => {
  const [one, other] = await Promise.all([start(), start()]);
  const { credential } = one.asUser({ scopes });
  const headers = { authorization: `Bearer ${credential}` };
  const [here, there] = await Promise.all(
    [one, other].map(({ fetch }) => fetch('/v1/bookmark', { headers })),
  );
  expect([here?.status, there?.status]).toEqual([200, 401]);
});

test('the clock stands, and advances for tokens, keys, ids and every Date of a handler', async () => {
  const service = await start({ now: new Date('2026-03-01T12:00:00Z') });
  const user = service.asUser({ scopes });
  const guest = await service.withKey({ scopes, lifetime: '3h' });
  const times = async () => json(service.fetch('/v1/probe/times'));
  const at = (iso: string) => ({ now: Date.parse(iso), iso, text: new Date(iso).toString(), leap: 0 });
  expect(await times()).toEqual(at('2026-03-01T12:00:00.000Z'));
  service.clock.advance('90m');
  service.clock.advance(1);
  expect(await times()).toEqual(at('2026-03-01T13:30:00.001Z'));
  expect(service.clock.now.toISOString()).toBe('2026-03-01T13:30:00.001Z');
  // A token lives for an hour, and one minute more for clocks that differ.
  expect((await user.fetch('/v1/bookmark')).status).toBe(401);
  const later = await guest.fetch('/v1/bookmark', keep(rfc));
  expect([later.status, await later.json()]).toEqual([
    201,
    expect.objectContaining({ created: '2026-03-01T13:30:00.001Z' }),
  ]);
  service.clock.advance('2h');
  expect((await guest.fetch('/v1/bookmark')).status).toBe(401);
});

test('an idempotency key is forgotten after a day of the clock', async () => {
  const service = await start({ now: 0 });
  const ann = service.asUser({ scopes, lifetime: '30d' });
  const request = keep(rfc);
  const id = async () => Object(await json(ann.fetch('/v1/bookmark', request)))._id;
  const first = await id();
  service.clock.advance('23h');
  expect(await id()).toBe(first);
  service.clock.advance('2h');
  expect(await id()).not.toBe(first);
});

test('without a time, the clock is the one of the machine, and may be ahead of it', async () => {
  const service = await start();
  service.clock.advance('1d');
  const before = Date.now();
  const { now } = Object(await json(service.fetch('/v1/probe/times')));
  expect(now - before).toBeGreaterThanOrEqual(86_400_000);
  expect(now - Date.now()).toBeLessThanOrEqual(86_400_000);
});

test.each([
  ['1 h', '"1 h" is no duration'],
  [-1, '-1 is no duration'],
  ['1w', '"1w" is no duration'],
])('the clock does not advance by %j', async (duration, message) => {
  const { clock } = await start();
  expect(() => clock.advance(duration)).toThrow(message);
});

test('functions have the variables of serverless.yml, of the process and of the test, and no other service', async () => {
  vi.stubEnv('MINE', 'process');
  const [one, other] = await Promise.all([start({ environment: { MINE: 'own' } }), start()]);
  vi.unstubAllEnvs();
  const read = ({ fetch }: TestService<unknown>) => json(fetch('/v1/probe/variables'));
  expect(await read(one)).toEqual({ stage: 'test', mine: 'own' });
  expect(await read(other)).toEqual({ stage: 'test', mine: 'process' });
  expect(process.env['TABLE_NAME']).not.toBe('test');
});

test('the log has what functions write to the console, by level', async () => {
  const write = vi.spyOn(console, 'log');
  const service = await start();
  await service.fetch('/v1/probe/logged');
  expect(service.logs).toEqual([
    { level: 'INFO', message: 'plain 1' },
    { level: 'WARN', size: 2 },
    { level: 'ERROR', deep: [3] },
  ]);
  expect(write).not.toHaveBeenCalled();
});

test('an unexpected error is in the log, and on the screen at once', async () => {
  const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const service = await start();
  expect((await service.fetch('/v1/probe/failing')).status).toBe(500);
  const [line] = service.logs;
  expect(line).toMatchObject({ level: 'ERROR', operation: 'probe-failing', message: 'out of ink' });
  expect(String(line?.['stack'])).toMatch(/handlers\/probe\/failing\.ts:1:\d+/);
  expect(shown.mock.calls).toEqual([[line]]);
});

test('what functions fetch, the test answers', async () => {
  const sent: string[] = [];
  const service = await start({
    fetch: async (request) => {
      sent.push(`${request.method} ${request.url} ${await request.text()}`);
      if (sent.length > 1) throw new Error('The line is dead.');
      return Response.json({ rate: 2 });
    },
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await json(service.fetch('/v1/probe/remote'))).toEqual({ rate: 2 });
  expect((await service.fetch('/v1/probe/remote')).status).toBe(500);
  expect(sent).toEqual(Array(2).fill('POST https://api.example.org/rates?base=EUR EUR'));
  expect(JSON.stringify(service.logs)).toContain('fetch failed');
});

test('a response that the descriptor does not declare fails the call', async () => {
  const service = await start();
  await expect(service.fetch('/v1/probe/undeclared')).rejects.toThrow(
    'Response differs from its descriptor: GET /v1/probe/undeclared 200, body at /size: must be an integer',
  );
});

test('functions without a route are called by their id', async () => {
  const service = await start({ now: '2026-03-01T12:00:00Z' });
  expect(await service.invoke('probe-sweep')).toBeNull();
  expect(service.logs).toEqual([{ level: 'INFO', message: 'swept at 2026-03-01T12:00:00.000Z' }]);
});

test('a consumer gets the keys of written items, and returns which changes failed', async () => {
  const service = await start();
  const { fetch, owner } = service.asUser({ scopes });
  const { _id } = Object(await json(fetch('/v1/bookmark', keep(rfc))));
  const items = await service.table.items();
  const written = items.filter(({ sk }) => sk === 'document');
  expect(await service.invoke('probe-follow', streamEvent(written))).toEqual({ batchItemFailures: [] });
  expect(service.logs.map(({ message }) => message)).toEqual([`${owner}:bookmark/${_id}`]);

  const failed = { itemIdentifier: '2' };
  const event = streamEvent([...written, { pk: 'a', sk: 'b' }]);
  expect(await service.invoke('probe-follow', event)).toEqual({ batchItemFailures: [failed] });
});

test('an unknown name is refused with a near spelling, and with all that are known', async () => {
  const service = await start();
  await expect(service.invoke('probe-swep')).rejects.toThrow(
    /^The service has no function "probe-swep" \(did you mean probe-sweep\?\); it has bookmark-create, .*probe-sweep/,
  );
  const scope =
    'The service has no scope "bookmark:raed" (did you mean bookmark:read?); it has bookmark:read';
  expect(() => service.asUser({ scopes: ['bookmark:raed'] })).toThrow(scope);
  await expect(service.withKey({ scopes: ['bookmark:raed'] })).rejects.toThrow(scope);
  await expect(testService({ projectFolder, now: 'noon' })).rejects.toThrow(
    '"noon" is no time; accepted: a Date',
  );
});

test('an instance has one request at a time, and is used again', async () => {
  const service = await start();
  const call = () => json(service.fetch('/v1/probe/counting'));
  const atOnce = await Promise.all([call(), call(), call()]);
  expect(atOnce).toEqual(Array(3).fill({ calls: 1, running: 1 }));
  expect(await call()).toEqual({ calls: 2, running: 1 });
});

test.each([
  ['ends its process', 'ending', 'A function has ended its process, with exit code 7.'],
  ['leaves a rejection unhandled', 'rejecting', 'nobody waits'],
])(
  'a function that %s fails its request, not the next one, and not the table',
  async (_does, name, message) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const service = await start();
    const ann = service.asUser({ scopes });
    await ann.fetch('/v1/bookmark', keep(rfc));
    expect((await service.fetch(`/v1/probe/${name}`)).status).toBe(500);
    expect(service.logs.map((line) => String(line.message)).join()).toContain(message);
    expect(await json(ann.fetch('/v1/bookmark'))).toMatchObject({ total: 1 });
  },
);

test('a closed service refuses calls, and calls in progress end', async () => {
  const service = await start();
  const running = service.invoke('probe-rejecting', {}).catch(String);
  await wait(0);
  await service.close();
  expect(await running).toMatch(/^Error: /);
  await expect(service.invoke('probe-sweep')).rejects.toThrow('The service of this test is closed.');
  await expect(service.table.items()).rejects.toThrow('The service of this test is closed.');
});

test('a call may be aborted', async () => {
  const service = await start();
  const reason = new Error('no longer needed');
  const signal = AbortSignal.abort(reason);
  await expect(service.fetch('/v1/probe/times', { signal })).rejects.toThrow(reason);
});

test('a changed handler is built before it is called; a mistake is shown with its place', {
  tags: ['local'],
}, async () => {
  const path = 'handlers/probe/times.ts';
  await writeFiles(projectFolder, { [path]: 'export const handle = () => 5;\n' });
  const service = await start();
  expect(await json(service.fetch('/v1/probe/times'))).toBe(5);
  await writeFiles(projectFolder, { [path]: 'export const handler = () => 5;\n' });
  await expect(testService({ projectFolder })).rejects.toThrow(
    /^The project does not build: 1 error\.\n\nhandlers\/probe\/times\.ts:1:1 E-HANDLER\n {2}found .*\n {2}accepted/,
  );
});
