/** An emitted operation with `x-idempotent`, whose handler succeeds, fails or hangs. */

import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import type { OperationContext } from '../../../../lib/headwater/run/http/operation-context.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { describedBy } from '../../../support/links.ts';
import { listing, makeProject, thing } from '../../../support/project.ts';

type Work = (reservedId: string | undefined, context: OperationContext) => unknown;

const shared = globalThis as typeof globalThis & { work: Work };
const handler = `import type { Handle } from '#generated/types/thing/read.ts';
export const handle: Handle = async (_input, _body, context) =>
  await (globalThis as unknown as { work: (id: unknown, context: unknown) => unknown }).work(context.reservedId, context);
`;

let engine: Engine;
let tableName: string;
let create: CallFunction;
let calls: (string | undefined)[];

beforeAll(async () => {
  engine = await startEngine();
  tableName = await engine.makeTable();
  Object.assign(process.env, engine.environment, { TABLE_NAME: tableName });
  const project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': thing({
      httpMethod: 'POST',
      parameters: [
        { paramType: 'body', type: 'any' },
        { paramType: 'query', name: 'a', type: 'string' },
      ],
      produces: ['application/json', 'application/vnd.thing+json'],
      'x-idempotent': true,
    }),
    'handlers/thing/read.ts': handler,
  });
  expect((await build(project)).diagnostics).toEqual([]);
  create = await loadFunction(project, 'thing-read', { isDescribed: false });
});

beforeEach(async () => {
  await engine.clear(tableName);
  calls = [];
  does(() => ({}));
});

function does(work: Work): void {
  shared.work = (reservedId, context) => {
    calls.push(reservedId);
    return work(reservedId, context);
  };
}

interface Sent {
  readonly key?: string;
  readonly url?: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly remainingMs?: number;
}

const send = ({ key = 'k', url = '/v1/thing', body = '1', headers = {}, remainingMs = 10_000 }: Sent = {}) =>
  create(
    {
      method: 'POST',
      url,
      body,
      headers: { 'content-type': 'application/json', 'idempotency-key': key, ...headers },
    },
    { getRemainingTimeInMillis: () => remainingMs },
  );
const problem = (code: string) => ({ type: `urn:problem-type:headwater:${code}` });
const reused = { status: 422, body: problem('idempotency_key_reused') };
const running = {
  status: 409,
  headers: { 'retry-after': '1', 'content-type': 'application/problem+json' },
  body: problem('request_in_progress'),
};

test('every response repeats status, headers and body of the first', async () => {
  does((_id, { response }) => {
    response.status = 202;
    response.headers['x-call'] = String(calls.length);
    return { call: calls.length, text: 'ä😀' };
  });
  const first = await send();
  expect(first).toMatchObject({ status: 202, headers: { 'x-call': '1' }, body: { call: 1, text: 'ä😀' } });
  expect(await send()).toEqual(first);
  expect(await send()).toEqual(first);
  expect(calls).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/)]);
});

test('a response without content is stored, too', async () => {
  does((_id, { response }) => {
    response.status = 204;
  });
  const first = await send();
  expect(first).toEqual({
    status: 204,
    headers: { vary: 'Accept', link: describedBy('thing') },
    body: undefined,
  });
  expect(await send()).toEqual(first);
  expect(calls).toHaveLength(1);
});

test('without a key nothing is stored and no identifier is reserved', async () => {
  const request = {
    method: 'POST',
    url: '/v1/thing',
    body: '1',
    headers: { 'content-type': 'application/json' },
  };
  await create(request);
  await create(request);
  expect(calls).toEqual([undefined, undefined]);
  expect(await engine.scan(tableName)).toEqual([]);
});

describe('another request with the same key is refused', () => {
  test.each<[string, Sent]>([
    ['with another body', { body: '2' }],
    ['with the same value in different bytes', { body: '1 ' }],
    ['with no body', { body: '' }],
    ['with another query', { url: '/v1/thing?a=1' }],
    ['with another path', { url: '/v1/Thing' }],
    ['with another content type', { headers: { 'content-type': 'application/vnd.x+json' } }],
    ['for another response type', { headers: { accept: 'application/vnd.thing+json' } }],
  ])('%s', async (_name, other) => {
    const first = await send();
    expect(await send(other)).toMatchObject(reused);
    expect(await send()).toEqual(first);
    expect(calls).toHaveLength(1);
  });

  test('unless they differ only in irrelevant headers', async () => {
    const first = await send();
    const headers = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'x', accept: '*/*' };
    expect(await send({ headers })).toEqual(first);
    expect(calls).toHaveLength(1);
  });
});

test('a request during the first one is refused with Retry-After', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  does(() => promise);
  const first = send();
  await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 60_000 });
  expect(await send()).toMatchObject(running);
  expect(await send({ body: '2' })).toMatchObject(reused);
  resolve({ done: true });
  expect(await first).toMatchObject({ status: 201, body: { done: true } });
  expect(await send()).toEqual(await first);
  expect(calls).toHaveLength(1);
});

describe('a response is not stored:', () => {
  test.each([400, 404, 409, 413, 500, 503])(
    'a handler that throws a %i is called again with the same identifier',
    async (status) => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      does(() => {
        throw Object.assign(new Error('no'), { status, title: 'No' });
      });
      expect((await send()).status).toBe(status);
      expect((await send()).status).toBe(status);
      does(() => ({ done: true }));
      const answer = await send();
      expect(answer).toMatchObject({ status: 201, body: { done: true } });
      expect(await send()).toEqual(answer);
      expect(new Set(calls).size).toBe(1);
      expect(calls).toHaveLength(3);
    },
  );

  test('a request that fails validation stores nothing under its key', async () => {
    expect((await send({ body: '{' })).status).toBe(400);
    expect((await send({ headers: { accept: 'text/plain' } })).status).toBe(406);
    expect((await send({ headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect(await engine.scan(tableName)).toEqual([]);
    expect((await send()).status).toBe(201);
  });

  test('a handler that timed out continues and keeps its claim', { tags: ['functions'] }, async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    does(() => new Promise(() => undefined));
    expect((await send({ remainingMs: 3_000 })).status).toBe(504);
    expect(await send()).toMatchObject(running);
    expect(calls).toHaveLength(1);
  });

  test('a response whose record no longer exists is not returned', async () => {
    does(async () => {
      await engine.clear(tableName);
      return { done: false };
    });
    expect(await send()).toMatchObject(running);
    does(() => ({ done: true }));
    const answer = await send();
    expect(answer).toMatchObject({ status: 201, body: { done: true } });
    expect(await send()).toEqual(answer);
  });
});

describe('the key', () => {
  test.each([
    ['x'],
    ['x'.repeat(64)],
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
    ['!"#$%&\'()*+-./0:;<=>?@A[\\]^_`a{|}~'],
  ])('%s is one', async (key) => {
    expect((await send({ key })).status).toBe(201);
  });

  test.each([
    ['', ['min_length']],
    ['x'.repeat(65), ['max_length']],
    ['a b', ['pattern']],
    ['ä', ['pattern']],
    ['a\tb', ['pattern']],
    // The gateway joins two headers to this.
    ['a,b', ['repeated']],
  ])('%j is none', async (key, codes) => {
    const answer = await send({ key });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: codes.map((code) => ({ in: 'header', name: 'Idempotency-Key', code })) },
    });
    expect(calls).toEqual([]);
  });
});
