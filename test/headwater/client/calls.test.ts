/** The requests of a call, its retries, and its result for a response. */

import { expect, test, vi } from 'vitest';
import {
  type Answer,
  type ClientOptions,
  dataOf,
  ProblemError,
  pages,
  readThenWrite,
  TextContent,
} from '../../../lib/headwater/client/answers.ts';
import { makeCalls, type Operation } from '../../../lib/headwater/client/calls.ts';
import { problemTypePrefix } from '../../../lib/headwater/shared/project-names.ts';

type Call = (request?: object, options?: object) => Promise<Answer<unknown, number>>;

const read: Operation = { method: 'GET', path: '/v1/thing/{id}', parameters: { id: { in: 'path' } } };
const body = { name: 'body', mediaType: 'application/json' };
const create: Operation = { method: 'POST', path: '/v1/thing', parameters: {}, body };

/** What a fetch does, one entry for each request; the last one repeats. */
type Step = Response | Error;

const json = (status: number, content: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(content), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
const problem = (status: number, code = 'unavailable') =>
  json(status, { type: `${problemTypePrefix}${code}`, status, title: 'A problem' }, { 'retry-after': '0' });

function start(operation: Operation, steps: readonly Step[], client: Partial<ClientOptions> = {}) {
  const sent: Request[] = [];
  const fetch = async (...[input, init]: Parameters<typeof globalThis.fetch>) => {
    sent.push(new Request(input, init));
    const step = steps[Math.min(sent.length, steps.length) - 1];
    if (step instanceof Response) return step.clone();
    throw step;
  };
  const operations = { thing: { it: operation } };
  const options = { baseUrl: 'http://localhost:1/', fetch, ...client };
  const calls = makeCalls({ operations, problemTypePrefix }, options);
  const { it } = (calls as { readonly thing: { readonly it: Call } }).thing;
  return { call: it, sent };
}

test('integers beyond 2^53 are bigints that keep their digits, there and back', async () => {
  const content = '{"n":[9223372036854775807,1],"text":"9223372036854775807"}';
  const answer = new Response(content, { status: 200, headers: { 'content-type': 'application/json' } });
  const { call, sent } = start({ ...create, parameters: { at: { in: 'query' } } }, [answer]);
  const data = { n: [9223372036854775807n, 1], text: '9223372036854775807' };
  expect(await call({ body: data, at: 9007199254740993n })).toMatchObject({ ok: true, data });
  expect([sent[0]?.url, await sent[0]?.text()]).toEqual([
    'http://localhost:1/v1/thing?at=9007199254740993',
    content,
  ]);
});

const lost = new TypeError('fetch failed');

test.each<[name: string, operation: Operation, options: object, step: Step, requests: number]>([
  ['a read without an answer', read, {}, lost, 3],
  ['a read with 503', read, {}, problem(503), 3],
  ['a read with 500', read, {}, problem(500, 'internal_error'), 1],
  ['a read with 404', read, {}, problem(404, 'not_found'), 1],
  ['a create without an answer', create, {}, lost, 1],
  ['a create with 503', create, {}, problem(503), 1],
  ['a create that too many requests have kept out', create, {}, problem(429, ''), 3],
  ['a create with a key, without an answer', { ...create, isIdempotent: true }, {}, lost, 3],
  [
    'a create with a key that is still running',
    { ...create, isIdempotent: true },
    {},
    problem(409, 'request_in_progress'),
    3,
  ],
  [
    'a create with a key, and a conflict',
    { ...create, isIdempotent: true },
    {},
    problem(409, 'already_exists'),
    1,
  ],
  ['a PUT without an answer', { ...read, method: 'PUT' }, {}, lost, 3],
  ['a PUT with If-Match, without an answer', { ...read, method: 'PUT' }, { ifMatch: '"1"' }, lost, 1],
  [
    'a PUT with If-None-Match, and 504',
    { ...read, method: 'PUT' },
    { ifNoneMatch: '*' },
    problem(504, 'timeout'),
    1,
  ],
  ['a DELETE with 504', { ...read, method: 'DELETE' }, {}, problem(504, 'timeout'), 3],
  ['a PATCH without an answer', { ...read, method: 'PATCH' }, {}, lost, 1],
])('%s', async (_name, operation, options, step, requests) => {
  const { call, sent } = start(operation, [step]);
  const outcome = await call({ id: 'a', body: {} }, options).catch((error: unknown) => error);
  expect(sent).toHaveLength(requests);
  if (step instanceof Error) expect(outcome).toBe(step);
  else expect(outcome).toMatchObject({ ok: false, status: step.status });
  const keys = new Set(sent.map(({ headers }) => headers.get('idempotency-key')));
  expect(keys.size).toBe(1);
});

test('each call has a key of its own, unless the request has one', async () => {
  const parameters = { 'Idempotency-Key': { in: 'header' } } as const;
  const { call, sent } = start({ ...create, parameters, isIdempotent: true }, [json(201, {})]);
  for (const request of [{}, {}, { 'Idempotency-Key': 'mine' }]) await call({ body: {}, ...request });
  const [first, second, third] = sent.map(({ headers }) => headers.get('idempotency-key') ?? '');
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).not.toBe(first);
  expect(third).toBe('mine');
});

test.each<[name: string, refusals: number, renewals: readonly boolean[], requests: number]>([
  ['another credential', 1, [true], 2],
  ['a second credential after a wrong one', 2, [true, true], 3],
  ['no credential', 1, [false], 1],
  ['wrong credentials alone', 9, [true, true], 3],
])('a 401, and %s', async (_name, refusals, renewals, requests) => {
  const asked: unknown[] = [];
  const renewCredential = async ({ code }: { readonly code: string }) => {
    asked.push(code);
    return renewals[asked.length - 1] ?? true;
  };
  const steps = [...Array(refusals).fill(problem(401, 'unauthorized')), json(201, {})];
  const headers = () => ({ 'x-api-key': `key ${asked.length}` });
  const { call, sent } = start(create, steps, { renewCredential, headers });
  const answer = await call({ body: { a: 1 } });
  expect(answer.status).toBe(requests > refusals ? 201 : 401);
  expect(asked).toEqual(renewals.map(() => 'unauthorized'));
  const keys = sent.map((request) => request.headers.get('x-api-key'));
  expect(keys).toEqual(Array.from({ length: requests }, (_, index) => `key ${index}`));
  expect(await sent.at(-1)?.text()).toBe('{"a":1}');
});

test('a 401 without a function that renews the credential is sent once', async () => {
  const { call, sent } = start(read, [problem(401, 'unauthorized')]);
  expect(await call({ id: 'a' })).toMatchObject({ status: 401, problem: { code: 'unauthorized' } });
  expect(sent).toHaveLength(1);
});

test('a header of a call replaces the same header of the client in any letter case', async () => {
  const headers = { Authorization: 'Bearer a', 'X-Trace': '1' };
  const { call, sent } = start(read, [json(200, {})], { headers });
  await call({ id: 'a' }, { headers: { authorization: 'Bearer b', ACCEPT: 'text/csv' } });
  const names = ['authorization', 'x-trace', 'accept'];
  expect(names.map((name) => sent[0]?.headers.get(name))).toEqual(['Bearer b', '1', 'text/csv']);
});

test('an answer that comes at last, with what it says', async () => {
  const { call, sent } = start(read, [lost, problem(503), json(200, { a: 1 }, { etag: '"7"' })]);
  expect(await call({ id: 'a' })).toMatchObject({ ok: true, status: 200, data: { a: 1 }, etag: '"7"' });
  expect(sent).toHaveLength(3);
});

test('a body that is cut is no answer', async () => {
  const cut = new Response('{"a":', { headers: { 'content-type': 'application/json' } });
  const { call } = start(read, [cut, json(200, { a: 1 })]);
  expect(await call({ id: 'a' })).toMatchObject({ data: { a: 1 } });
});

test('maxAttempts bounds what is sent', async () => {
  const { call, sent } = start(read, [lost], { maxAttempts: 1 });
  await expect(call({ id: 'a' })).rejects.toBe(lost);
  expect(sent).toHaveLength(1);
});

test('a signal ends the pause before a retry', async () => {
  const slow = json(503, {}, { 'retry-after': '20' });
  const { call, sent } = start(read, [slow]);
  const controller = new AbortController();
  const ended = call({ id: 'a' }, { signal: controller.signal });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  controller.abort(new Error('enough'));
  await expect(ended).rejects.toThrow('enough');
  expect(sent).toHaveLength(1);
});

test.each([
  ['/v1/thing/{id}', { id: 'a b/ü?#' }, '/v1/thing/a%20b%2F%C3%BC%3F%23'],
  ['/v1/file/{path+}', { path: 'a/b c' }, '/v1/file/a/b%20c'],
  ['/v1/file/{path*}', {}, '/v1/file'],
  ['/v1/file/{path*}', { path: 'a/b' }, '/v1/file/a/b'],
])('the path %s with %j', async (path, values, url) => {
  const parameters = Object.fromEntries(Object.keys(values).map((name) => [name, { in: 'path' as const }]));
  const { call, sent } = start({ method: 'GET', path, parameters }, [json(200, {})], {
    baseUrl: 'http://localhost:1/base/',
  });
  await call(values);
  expect(sent[0]?.url).toBe(`http://localhost:1/base${url}`);
});

test.each(['', '.', '..', undefined])('a path does not lead elsewhere with %j', async (id) => {
  const { call, sent } = start({ ...read, method: 'DELETE' }, [json(200, {})]);
  await expect(call({ id })).rejects.toThrow(/^id must be neither empty nor a dot or two/);
  expect(sent).toEqual([]);
});

test('parameters of the query and headers, by kind', async () => {
  const parameters = {
    tags: { in: 'query', isList: true },
    where: { in: 'query' },
    flag: { in: 'query' },
    'X-Many': { in: 'header', isList: true },
  } as const;
  const { call, sent } = start({ method: 'GET', path: '/v1', parameters }, [json(200, {})], {
    headers: async () => ({ authorization: 'Bearer t' }),
  });
  await call({ tags: ['a', 'b,c'], where: { a: 1 }, flag: false, 'X-Many': [1, 2] });
  expect(sent[0]?.url).toBe('http://localhost:1/v1?tags=a&tags=b%2Cc&where=%7B%22a%22%3A1%7D&flag=false');
  expect(sent[0]?.headers.get('x-many')).toBe('1,2');
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer t');
});

test('a parameter with the name of a member that objects inherit is sent only if it is given', async () => {
  const parameters = { constructor: { in: 'query' }, toString: { in: 'header' } } as const;
  const named = { method: 'POST', path: '/v1', parameters, body: { ...body, name: 'valueOf' } };
  const { call, sent } = start(named, [json(200, {})]);
  await call({});
  await call({ constructor: 'a', toString: 'b', valueOf: 1 });
  const texts = sent.map(async (request) => [
    request.url,
    request.headers.get('tostring'),
    await request.text(),
  ]);
  expect(await Promise.all(texts)).toEqual([
    ['http://localhost:1/v1', null, ''],
    ['http://localhost:1/v1?constructor=a', 'b', '1'],
  ]);
  const path = start({ ...read, path: '/v1/{constructor}', parameters: {} }, [json(200, {})]);
  await expect(path.call({})).rejects.toThrow(/^constructor must be neither empty/);
});

test('bodies: JSON, text, and forms of both kinds', async () => {
  const contentOf = async (mediaType: string, content: unknown) => {
    const { call, sent } = start({ ...create, body: { ...body, mediaType } }, [json(200, {})]);
    await call({ body: content });
    return [sent[0]?.headers.get('content-type')?.replace(/boundary=.*/, ''), await sent[0]?.text()];
  };
  expect(await contentOf('application/merge-patch+json', { a: null })).toEqual([
    'application/merge-patch+json',
    '{"a":null}',
  ]);
  expect(await contentOf('application/json', new TextContent('text/csv', 'a,b'))).toEqual([
    'text/csv',
    'a,b',
  ]);
  expect(await contentOf('application/x-www-form-urlencoded', { a: [1, 2], b: undefined })).toEqual([
    'application/x-www-form-urlencoded;charset=UTF-8',
    'a=1&a=2',
  ]);
  const [type, parts] = await contentOf('multipart/form-data', { a: 1, file: new Blob(['text']) });
  expect(type).toBe('multipart/form-data; ');
  expect(parts).toMatch(/name="a"\r\n\r\n1\r\n[\s\S]*name="file"; filename="blob"/);
});

test('a version is asked for by its media type', async () => {
  const versions = { 1: 'application/vnd.v1+json', 2: 'application/vnd.v2+json' };
  const { call, sent } = start({ ...read, versions }, [json(200, {})]);
  await call({ id: 'a' });
  await call({ id: 'a' }, { version: 2 });
  expect(sent.map(({ headers }) => headers.get('accept'))).toEqual(Object.values(versions));
});

test('a page of a proxy is a problem without a code', async () => {
  const page = new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' });
  const { call } = start(create, [page]);
  const answer = await call({ body: {} });
  expect(answer).toMatchObject({
    ok: false,
    status: 502,
    problem: { type: 'about:blank', code: '', status: 502, title: 'Bad Gateway' },
  });
});

test('without the text of a status, a page of a proxy has no title', async () => {
  const { call } = start(create, [new Response('<h1>Bad gateway</h1>', { status: 502 })]);
  const thrown = await dataOf(call({ body: {} })).catch((error: unknown) => error);
  expect(thrown).toMatchObject({
    message: '502',
    problem: { type: 'about:blank', code: '', status: 502 },
  });
  expect(thrown).not.toHaveProperty('problem.title');
});

test('a failure as an exception', async () => {
  const { call } = start(read, [problem(404, 'not_found')]);
  const thrown = await dataOf(call({ id: 'a' })).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ProblemError);
  expect(thrown).toMatchObject({ message: '404: A problem', problem: { code: 'not_found' } });
  if (!(thrown instanceof ProblemError)) return;
  expect(new ProblemError(thrown.problem, 'in other words').message).toBe('in other words');
});

test.each<[errors: unknown, message: string]>([
  [[], '400: A problem'],
  [{ name: ['too long'] }, '400: A problem'],
  [
    [{ in: 'body', pointer: '', code: 'type', message: 'must be an object' }],
    '400: A problem (body must be an object)',
  ],
  [
    [
      { in: 'query', name: 'size', code: 'type', message: 'must be an integer' },
      { in: 'body', pointer: '/tags/0', code: 'type', message: 'must be a string' },
    ],
    '400: A problem (query size must be an integer; body /tags/0 must be a string)',
  ],
  [
    ['a', 'b', 'c', 'd', 'e'].map((name) => ({
      in: 'header',
      name,
      code: 'required',
      message: 'is required',
    })),
    '400: A problem (header a is required; header b is required; header c is required; 2 more)',
  ],
])('the message of an exception names where and what: %j', async (errors, message) => {
  const sent = { type: 'about:blank', title: 'A problem', status: 400, errors };
  const { call } = start(read, [json(400, sent)]);
  expect(await dataOf(call({ id: 'a' })).catch((error: unknown) => error)).toMatchObject({ message });
});

test('pages follow `after`, and begin at `from` once', async () => {
  const parameters = { from: { in: 'query' }, size: { in: 'query' }, after: { in: 'query' } } as const;
  const { call, sent } = start({ method: 'GET', path: '/v1/thing', parameters }, [
    json(200, { hits: [1], after: 'x' }),
    json(200, { hits: [2] }),
  ]);
  const list = call as (request: object) => Promise<Answer<{ hits: number[]; after?: string }, number>>;
  const found: number[] = [];
  for await (const { hits } of pages(list, { from: 3, size: 1 })) found.push(...hits);
  expect(found).toEqual([1, 2]);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?from=3&size=1', '?size=1&after=x']);
});

test('readThenWrite ends after five lost races', async () => {
  const reads = start(read, [json(200, { n: 1 }, { etag: '"1"' })]);
  const writes = start({ ...read, method: 'PUT' }, [problem(412, 'precondition_failed')]);
  const answer = await readThenWrite(
    () => reads.call({ id: 'a' }),
    (_data, ifMatch) => writes.call({ id: 'a' }, { ifMatch }),
  );
  expect(answer.status).toBe(412);
  expect(writes.sent.map(({ headers }) => headers.get('if-match'))).toEqual(Array(5).fill('"1"'));
});

test('lists and objects are sent as their operation reads them', async () => {
  const parameters = {
    ids: { in: 'path', isList: true },
    each: { in: 'query', isList: true },
    pipes: { in: 'query', isList: true, separator: '|' },
    filter: { in: 'query', members: 'deep' },
    lists: { in: 'query', members: 'deep', isList: true },
    rest: { in: 'query', members: 'rest' },
    ids_query: { in: 'query', name: 'ids' },
    ids_header: { in: 'header', name: 'ids' },
  } as const;
  const { call, sent } = start({ method: 'GET', path: '/v1/thing/{ids}', parameters }, [json(200, {})]);
  await call({ ids: [1, 2], each: ['a', 'b,c'], pipes: ['d', 'e'], filter: { f: 1 }, rest: { g: 'h i' } });
  await call({ ids: [3], ids_query: 4, ids_header: 5, lists: { a: [1, 2], b: 3 } });
  expect(sent[0]?.url).toBe(
    'http://localhost:1/v1/thing/1%2C2?each=a&each=b%2Cc&pipes=d%7Ce&filter%5Bf%5D=1&g=h+i',
  );
  expect(sent[1]?.url).toBe(
    'http://localhost:1/v1/thing/3?lists%5Ba%5D=1&lists%5Ba%5D=2&lists%5Bb%5D=3&ids=4',
  );
  expect(sent[1]?.headers.get('ids')).toBe('5');
});

test('bytes are sent and received as they are, and Accept names their media type', async () => {
  const bytes = new Uint8Array([0, 255, 128]);
  const store: Operation = {
    method: 'PUT',
    path: '/v1/photo',
    parameters: {},
    body,
    accept: 'image/png, image/gif',
  };
  const answer = new Response(bytes, { status: 200, headers: { 'content-type': 'image/png' } });
  const { call, sent } = start(store, [answer]);
  expect(await call({ body: new TextContent('image/jpeg', bytes) })).toMatchObject({ ok: true, data: bytes });
  const [request] = sent;
  expect(new Uint8Array((await request?.arrayBuffer()) ?? [])).toEqual(bytes);
  expect([request?.headers.get('accept'), request?.headers.get('content-type')]).toEqual([
    'image/png, image/gif',
    'image/jpeg',
  ]);
});

test('a text is a text', async () => {
  const answer = new Response('<p>', {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
  expect(await start(read, [answer]).call({ id: 'a' })).toMatchObject({ data: '<p>' });
});
