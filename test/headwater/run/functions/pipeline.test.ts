/** The steps around every handler, through emitted bundles of a test project. */

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { contentResponse } from '../../../../lib/headwater/run/http/steps/respond.ts';
import { lambdaContext } from '../../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { type CallFunction, loadFunction, loadHandler } from '../../../support/emitted-function.ts';
import { httpApiEvent } from '../../../support/event.ts';
import { describedBy } from '../../../support/links.ts';
import { listing, makeProject, writeFiles } from '../../../support/project.ts';
import { securityHeaders } from '../../../support/standard-headers.ts';

const json = { 'content-type': 'application/json' };
const link = describedBy('thing');

const declaration = {
  resourcePath: '/thing',
  apis: [
    {
      path: '/thing/{id}',
      operations: [
        {
          httpMethod: 'PUT',
          nickname: 'echo',
          responseClass: 'any',
          'x-headers': ['X-Proto'],
          parameters: [
            { paramType: 'path', name: 'id', dataType: 'int' },
            { paramType: 'query', name: 'size', dataType: 'int', defaultValue: 10, maximum: 100 },
            { paramType: 'query', name: 'on', dataType: 'boolean' },
            { paramType: 'query', name: 'ids', dataType: 'long', allowMultiple: true },
            { paramType: 'header', name: 'X-Since', dataType: 'Date', required: true },
            { paramType: 'body', dataType: 'Thing', required: true },
          ],
        },
        {
          httpMethod: 'POST',
          nickname: 'fail',
          responseClass: 'void',
          errorResponses: [202, 404, 409, 422].map((code) => ({ code, reason: 'As a test asks' })),
          parameters: [
            { paramType: 'path', name: 'id', dataType: 'string' },
            { paramType: 'body', dataType: 'any' },
          ],
        },
      ],
    },
  ],
  models: {
    Thing: {
      properties: {
        name: { type: 'string', required: true },
        tags: { type: 'List[string]', maxItems: 5, uniqueItems: true },
      },
    },
  },
};

const handlers = {
  'handlers/thing/echo.ts': `import type { Handle } from '#generated/types/thing/echo.ts';
export const handle: Handle = (input, body, { event, response }) => {
  response.headers['x-proto'] = String(Object.getPrototypeOf(input));
  return { input, body, raw: [event.rawQueryString, event.queryStringParameters, event.pathParameters, event.body] };
};`,
  'handlers/thing/fail.ts': `import type { Handle } from '#generated/types/thing/fail.ts';
const cyclic: Record<string, unknown> = { status: 409, kind: 'ring' };
cyclic.self = cyclic;
const thrown: Record<string, unknown> = {
  string: 'out of cheese', object: { status: 422, hint: 'less' }, plain: { hint: 'none' }, null: null, undefined,
  error: new Error('password is hunter2'), typed: Object.assign(new Error('no such bed'), { status: 404 }), cyclic, bigint: 10n,
};
const unsendable: Record<string, object> = {
  'status 99': { status: 99 }, 'status 600': { status: 600 }, 'status 200.5': { status: 200.5 }, 'status text': { status: '200' },
  'line feed': { headers: { 'x-a': 'a\\nb' } }, euro: { headers: { 'x-a': '12 €' } }, space: { headers: { 'x-a': ' a' } },
  number: { headers: { 'x-a': 7 } }, name: { headers: { 'x a': 'b' } },
};
export const handle: Handle = async ({ id }, _body, { response, signal }) => {
  if (id === 'slow') await new Promise((resolve) => signal.addEventListener('abort', resolve));
  else if (id === 'accepted') response.status = 202;
  else if (Object.hasOwn(unsendable, id)) Object.assign(response, unsendable[id]);
  else if (id !== 'fine') throw thrown[id];
};`,
};

let echo: CallFunction;
let fail: CallFunction;
let project: string;

beforeAll(async () => {
  project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': declaration,
    ...handlers,
  });
  expect((await build(project)).diagnostics).toEqual([]);
  echo = await loadFunction(project, 'thing-echo');
  fail = await loadFunction(project, 'thing-fail');
});

const valid = {
  method: 'PUT',
  url: '/v1/thing/7',
  pathParameters: { id: '7' },
  headers: { ...json, 'X-Since': '2024-02-29' },
  body: '{"name":"a"}',
};

describe('input', () => {
  test('is cast, gets defaults and has no prototype; the event keeps the raw strings', async () => {
    const url = '/v1/thing/7?on=true&ids=1,2&ids=9007199254740991&size=3';
    const { status, headers, body } = await echo({ ...valid, url });
    expect({ status, headers, body }).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json', vary: 'Accept', 'x-proto': 'null', link },
      body: {
        input: { id: 7, size: 3, on: true, ids: [1, 2, 9007199254740991], 'X-Since': '2024-02-29' },
        body: { name: 'a' },
        raw: [
          'on=true&ids=1,2&ids=9007199254740991&size=3',
          { on: 'true', ids: '1,2,9007199254740991', size: '3' },
          { id: '7' },
          '{"name":"a"}',
        ],
      },
    });
  });

  test('has the default of an absent parameter, and omits parameters without a default', async () => {
    const { body } = await echo(valid);
    expect(body).toMatchObject({ input: { id: 7, size: 10, 'X-Since': '2024-02-29' } });
    expect(Object.keys((body as { input: object }).input)).toEqual(['id', 'size', 'X-Since']);
  });

  test('with errors in path, query, headers and body returns one 400 that lists all', async () => {
    const url = '/v1/thing/x?size=101&on=yes&ids=1,b&other=%zz';
    const { status, headers, body } = await echo({
      ...valid,
      url,
      pathParameters: { id: 'x' },
      headers: json,
      body: '{"tags":[1]}',
    });
    expect(status).toBe(400);
    expect(headers).toEqual({ 'content-type': 'application/problem+json', link });
    expect(body).toEqual({
      type: 'urn:problem-type:headwater:invalid_request',
      title: 'The request is not valid',
      status: 400,
      detail: '8 values are invalid.',
      errors: [
        { in: 'query', name: 'other', code: 'percent_encoding', message: 'must be percent-encoded UTF-8' },
        {
          in: 'path',
          name: 'id',
          code: 'not_an_integer',
          message: 'must be an integer from -2147483648 to 2147483647, in decimal digits',
        },
        { in: 'query', name: 'on', code: 'not_a_boolean', message: 'must be true or false' },
        {
          in: 'query',
          name: 'ids',
          pointer: '/1',
          code: 'not_an_integer',
          message: 'must be an integer from -9007199254740991 to 9007199254740991, in decimal digits',
        },
        { in: 'header', name: 'X-Since', code: 'required', message: 'is required' },
        { in: 'query', name: 'size', code: 'maximum', message: 'must be at most 100' },
        { in: 'body', pointer: '/name', code: 'required', message: 'is required' },
        { in: 'body', pointer: '/tags/0', code: 'type', message: 'must be a string' },
      ],
    });
  });

  test('with more than 20 issues lists the first 20 and notes the rest', async () => {
    const members = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`m${index}`, 1]));
    const { body } = await echo({ ...valid, body: JSON.stringify({ name: 'a', ...members }) });
    expect(body).toMatchObject({ detail: '30 values are invalid; the first 20 are listed.' });
    expect((body as { errors: object[] }).errors).toHaveLength(20);
  });
});

test('a union uses the first of its types that matches', { tags: ['functions'] }, async () => {
  const operation = {
    httpMethod: 'POST',
    nickname: 'pick',
    responseClass: 'any',
    parameters: [
      { paramType: 'query', name: 'id', dataType: ['string', 'int'] },
      { paramType: 'query', name: 'on', dataType: ['boolean', 'Date'], defaultValue: 'true' },
      { paramType: 'body', dataType: ['Thing', 'List[Thing]', 'int'], required: true },
    ],
  };
  const own = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': {
      resourcePath: '/thing',
      apis: [{ path: '/thing', operations: [operation] }],
      models: declaration.models,
    },
    'handlers/thing/pick.ts': `import type { Handle } from '#generated/types/thing/pick.ts';
export const handle: Handle = (input, body) => ({ input, body });`,
  });
  expect((await build(own)).diagnostics).toEqual([]);
  const pick = await loadFunction(own, 'thing-pick');
  const post = (query: string, body: unknown) =>
    pick({ method: 'POST', url: `/v1/thing?${query}`, headers: json, body: JSON.stringify(body) });
  expect((await post('id=7', 1)).body).toEqual({ input: { id: 7, on: true }, body: 1 });
  expect((await post('id=7a&on=2024-02-29', [{ name: 'a' }])).body).toEqual({
    input: { id: '7a', on: '2024-02-29' },
    body: [{ name: 'a' }],
  });
  const refused = await post('on=1', { nam: 1 });
  expect(refused.body).toMatchObject({
    errors: [
      {
        in: 'query',
        name: 'on',
        code: 'no_match',
        message: 'must be true or false, or a date such as 2024-02-29 (RFC 3339)',
      },
      { in: 'body', pointer: '/name', code: 'required' },
      { in: 'body', pointer: '/nam', code: 'unknown_member' },
    ],
  });
  expect((await post('id=7&on=true', 'x')).body).toMatchObject({
    errors: [{ pointer: '', code: 'no_match', message: 'must be a Thing, or an array, or an integer' }],
  });
});

describe('a parameter that is a model or a limited list', () => {
  let find: CallFunction;

  beforeAll(async () => {
    const operation = {
      httpMethod: 'GET',
      nickname: 'find',
      responseClass: 'any',
      parameters: [
        { paramType: 'query', name: 'like', dataType: 'Thing', allowMultiple: true },
        { paramType: 'header', name: 'X-Options', dataType: 'object' },
        { paramType: 'query', name: 'sizes', dataType: 'List[int]', maxItems: 2, uniqueItems: true },
      ],
    };
    const own = await makeProject({
      'descriptors/api-docs.json': listing,
      'descriptors/thing.json': {
        resourcePath: '/thing',
        apis: [{ path: '/thing', operations: [operation] }],
        models: declaration.models,
      },
      'handlers/thing/find.ts': `import type { Handle } from '#generated/types/thing/find.ts';
export const handle: Handle = ({ like = [], ...others }) => ({ names: like.map(({ name }) => name), ...others });`,
    });
    expect((await build(own)).diagnostics).toEqual([]);
    find = await loadFunction(own, 'thing-find');
  });

  const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));

  test('is sent as JSON; repeating it makes a list', async () => {
    const url = `/v1/thing?like=${json({ name: 'a,b' })}&like=${json({ name: 'c', tags: [] })}&sizes=1,2`;
    const { status, body } = await find({ url, headers: { 'x-options': '{"deep":{"er":[1]}}' } });
    expect({ status, body }).toEqual({
      status: 200,
      body: { names: ['a,b', 'c'], sizes: [1, 2], 'X-Options': { deep: { er: [1] } } },
    });
  });

  test('is validated, and each issue has a pointer', async () => {
    const url = `/v1/thing?like=${json({ name: 'a' })}&like=${json({ nam: 1 })}&sizes=1,2,3`;
    const { status, body } = await find({ url, headers: { 'x-options': '{' } });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            in: 'header',
            name: 'X-Options',
            code: 'not_json',
            message:
              'must be a JSON object (RFC 8259), nested no deeper than 64 levels, without repeated names',
          },
          { in: 'query', name: 'like', pointer: '/1/name', code: 'required', message: 'is required' },
          {
            in: 'query',
            name: 'like',
            pointer: '/1/nam',
            code: 'unknown_member',
            message: 'unknown member; expected name, tags (did you mean name?)',
          },
          { in: 'query', name: 'sizes', code: 'max_items', message: 'must have at most 2 items' },
        ],
      },
    });
  });
});

describe('the body', () => {
  const accepted = [
    ['application/json', valid.body],
    ['application/json; charset=utf-8', valid.body],
    ['APPLICATION/JSON ;charset=utf-8', valid.body],
    // The gateway encodes these types in base64.
    ['application/vnd.headwater-v1+json', valid.body],
    ['application/vnd.headwater-v1+json', new TextEncoder().encode('{"name":"é😀"}')],
    ['application/json', '\n { "name" : "a" } \n'],
  ] as const;
  test.each(accepted)('is read as %s', async (contentType, body) => {
    const answer = await echo({ ...valid, headers: { ...valid.headers, 'content-type': contentType }, body });
    const want = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
    expect(answer).toMatchObject({ status: 200, body: { body: want } });
  });

  const refused: readonly [name: string, request: object, status: number, problem: object][] = [
    [
      'without a type',
      { headers: { 'x-since': '2024-02-29' } },
      415,
      {
        detail: 'The body has no Content-Type; application/json, or a type that ends in +json, is accepted.',
      },
    ],
    [
      'of another type',
      { headers: { ...valid.headers, 'content-type': 'text/plain' } },
      415,
      { detail: 'The body is text/plain; application/json, or a type that ends in +json, is accepted.' },
    ],
    [
      'that is a patch',
      { headers: { ...valid.headers, 'content-type': 'application/json-patch+json' } },
      415,
      {
        detail:
          'The body is application/json-patch+json; application/json, or another type that ends in +json, is accepted.',
      },
    ],
    [
      'that is truncated',
      { body: '{"name":\n"a"' },
      400,
      { detail: 'The body is not JSON: cut off at line 2, column 4.', line: 2, column: 4 },
    ],
    [
      'with a comment',
      { body: '{"name":"a"} // x' },
      400,
      { detail: 'The body is not JSON: a comment at line 1, column 14.' },
    ],
    [
      'that is not UTF-8',
      {
        headers: { ...valid.headers, 'content-type': 'application/x+json' },
        body: Uint8Array.of(0x22, 0xff, 0x22),
      },
      400,
      { detail: 'The body is not UTF-8.' },
    ],
    [
      'with __proto__',
      { body: '{"name":"a","__proto__":{}}' },
      400,
      {
        errors: [
          {
            in: 'body',
            pointer: '/__proto__',
            code: 'unknown_member',
            message:
              'must have another name than "__proto__", or "constructor" with a "prototype" (line 1, column 13)',
          },
        ],
      },
    ],
    [
      'nested too deep',
      { body: '['.repeat(500_000) },
      400,
      { detail: 'The body is nested deeper than the 64 levels that are accepted.', line: 1, column: 65 },
    ],
    [
      'of 2 MB',
      { body: JSON.stringify({ name: 'a'.repeat(2_000_000) }) },
      413,
      { detail: 'The body has 2000011 bytes; at most 1048576 are accepted.', max_bytes: 1_048_576 },
    ],
    [
      'of 2 MB in base64',
      {
        headers: { ...valid.headers, 'content-type': 'application/x+json' },
        body: JSON.stringify({ name: 'a'.repeat(2_000_000) }),
      },
      413,
      { max_bytes: 1_048_576 },
    ],
    [
      'that is missing',
      { body: undefined },
      400,
      { errors: [{ in: 'body', pointer: '', code: 'required', message: 'is required' }] },
    ],
    [
      'that is null',
      { body: 'null' },
      400,
      { errors: [{ in: 'body', pointer: '', code: 'type', message: 'must be an object' }] },
    ],
    [
      'that is an array',
      { body: '[]' },
      400,
      { errors: [{ in: 'body', pointer: '', code: 'type', message: 'must be an object' }] },
    ],
    [
      'with an unknown member',
      { body: '{"name":"a","nam":1}' },
      400,
      {
        errors: [
          {
            in: 'body',
            pointer: '/nam',
            code: 'unknown_member',
            message: 'unknown member; expected name, tags (did you mean name?)',
          },
        ],
      },
    ],
    [
      'with too many items, which are then not checked',
      { body: JSON.stringify({ name: 'a', tags: Array(400_000).fill(1) }) },
      400,
      { errors: [{ in: 'body', pointer: '/tags', code: 'max_items', message: 'must have at most 5 items' }] },
    ],
  ];
  test.each(refused)('%s is refused', async (_name, request, status, problem) => {
    const answer = await echo({ ...valid, ...request });
    expect(answer).toMatchObject({
      status,
      headers: { 'content-type': 'application/problem+json', link },
      body: { status, ...problem },
    });
  });

  test('is optional when declared optional', async () => {
    expect(await fail({ method: 'POST', url: '/v1/thing/fine', pathParameters: { id: 'fine' } })).toEqual({
      status: 204,
      headers: { link },
      body: undefined,
    });
  });
});

describe('Accept', () => {
  const rows: readonly [accept: string | undefined, status: number][] = [
    [undefined, 200],
    ['*/*', 200],
    ['application/json', 200],
    ['text/html, application/*;q=0.1', 200],
    ['text/html', 406],
    ['application/json;q=0', 406],
  ];
  test.each(rows)('%s returns %d', async (accept, status) => {
    const answer = await echo({ ...valid, headers: { ...valid.headers, ...(accept ? { accept } : {}) } });
    expect(answer.status).toBe(status);
    if (status === 406)
      expect(answer.body).toMatchObject({
        type: 'urn:problem-type:headwater:not_acceptable',
        offered: ['application/json'],
      });
  });
});

describe('a handler that throws', () => {
  const made = {
    requestId: '6bc28136-7d5a-4f2e-9f4b-1f3c4a5b6c7d',
    traceparent: '00-6bc281367d5a4f2e9f4b1f3c4a5b6c7d-6bc281367d5a4f2e-00',
  };
  const internal = {
    type: 'urn:problem-type:headwater:internal_error',
    title: 'Internal error',
    status: 500,
  };
  const fixed = {
    ...internal,
    detail: 'The service failed. The failure was logged.',
  };
  const rows: readonly [id: string, want: object, logged: number][] = [
    ['string', { ...internal, detail: 'out of cheese' }, 1],
    ['object', { type: 'about:blank', title: 'Unprocessable Entity', status: 422, hint: 'less' }, 0],
    ['plain', { ...internal, hint: 'none' }, 1],
    ['null', fixed, 1],
    ['undefined', fixed, 1],
    ['error', fixed, 1],
    ['typed', { type: 'about:blank', title: 'Not Found', status: 404, detail: 'no such bed' }, 0],
    ['cyclic', { type: 'about:blank', title: 'Conflict', status: 409, kind: 'ring', self: '[circular]' }, 0],
    ['bigint', fixed, 1],
  ];
  test.each(rows)('%s returns the problem %j', async (id, want, logged) => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const { status, body } = await fail({ method: 'POST', url: `/v1/thing/${id}`, pathParameters: { id } });
    expect(body).toEqual(want);
    expect(status).toBe((want as { status: number }).status);
    expect(log).toHaveBeenCalledTimes(logged);
    for (const [line] of log.mock.calls) expect(JSON.parse(line)).toMatchObject(made);
    log.mockRestore();
  });

  test('an Error is logged once, on one line with its stack', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const headers = { 'x-request-id': 'order:7', traceparent };
    await fail({ method: 'POST', url: '/v1/thing/error', pathParameters: { id: 'error' }, headers });
    const line = JSON.parse(log.mock.calls[0]?.[0]);
    log.mockRestore();
    expect(line).toMatchObject({
      level: 'ERROR',
      operation: 'thing-fail',
      requestId: 'order:7',
      traceparent,
      name: 'Error',
      message: 'password is hunter2',
    });
    expect(line.stack).toContain('thing-fail/index.mjs');
  });

  test('a thrown object is logged with its members', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    await fail({ method: 'POST', url: '/v1/thing/plain', pathParameters: { id: 'plain' } });
    const line = JSON.parse(log.mock.calls[0]?.[0]);
    log.mockRestore();
    expect(line).toMatchObject({ level: 'ERROR', thrown: { hint: 'none' } });
  });

  test('a slow handler times out half a second before the function does', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const end = performance.now() + 1_050;
    const context = { getRemainingTimeInMillis: () => end - performance.now() };
    const lastHalfSecond = new Promise((resolve) =>
      // One turn of the event loop later, since timers that are due together run in any order.
      setTimeout(() => setImmediate(resolve, 'the last half second'), 550),
    );
    const request = { method: 'POST', url: '/v1/thing/slow', pathParameters: { id: 'slow' } };
    const first = await Promise.race([fail(request, context), lastHalfSecond]);
    log.mockRestore();
    expect(first).toMatchObject({
      status: 504,
      headers: { 'retry-after': '5' },
      body: { type: 'urn:problem-type:headwater:timeout' },
    });
  });
});

test.each([
  ['status 99', 'The status 99 is not an integer from 200 to 599.'],
  ['status 600', 'The status 600 is not an integer from 200 to 599.'],
  ['status 200.5', 'The status 200.5 is not an integer from 200 to 599.'],
  ['status text', 'The status 200 is not an integer from 200 to 599.'],
  ['line feed', 'The header x-a has the value "a\\nb", which is not visible ASCII.'],
  ['euro', 'The header x-a has the value "12 €", which is not visible ASCII.'],
  ['space', 'The header x-a has the value " a", which is not visible ASCII.'],
  ['number', 'The header x-a has the value 7, which is not visible ASCII.'],
  ['name', '"x a" cannot be the name of a header.'],
])('a handler that sets what no gateway sends (%s) is a 500, and the log says why', async (id, message) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const answer = await fail({ method: 'POST', url: '/v1/thing/x', pathParameters: { id } });
  const line = JSON.parse(log.mock.calls[0]?.[0]);
  log.mockRestore();
  expect(answer.status).toBe(500);
  expect(line).toMatchObject({ level: 'ERROR', message });
});

test('an operation without a result has no content, also if its handler sets the status', async () => {
  const answer = await fail({
    method: 'POST',
    url: '/v1/thing/accepted',
    pathParameters: { id: 'accepted' },
  });
  expect(answer).toEqual({ status: 202, headers: { link }, body: undefined });
});

test('a handler that returns no declared content fails', () => {
  const operation = { id: 'a', successStatus: 202, produces: [], parameters: [] };
  const head = { status: 202, headers: {} };
  const parts = { head, mediaType: 'application/json', operation, write: JSON.stringify };
  expect(() => contentResponse(undefined, parts)).toThrow(
    'The handler returned undefined where status 202 needs content.',
  );
});

describe('without validation', () => {
  test('the handler gets raw strings, and the bundle has no validator', async () => {
    const settings = { validation: false };
    const bare = await makeProject(
      { 'descriptors/api-docs.json': listing, 'descriptors/thing.json': declaration, ...handlers },
      { settings },
    );
    const { tree } = await build(bare);
    expect(tree?.written.filter((path) => path.startsWith('validators/'))).toEqual([]);
    const { inputs } = JSON.parse(await readFile(join(bare, '.generated/metafile.json'), 'utf8'));
    expect(Object.keys(inputs).filter((path) => /validator|\/ajv\//.test(path))).toEqual([]);
    const call = await loadFunction(bare, 'thing-echo');
    const { status, body } = await call({
      ...valid,
      url: '/v1/thing/x?size=0x10&on=perhaps&ids=1&ids=b',
      pathParameters: { id: 'x' },
      body: '{"nam":1}',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      input: { id: 'x', size: '0x10', on: 'perhaps', ids: ['1', 'b'], 'X-Since': '2024-02-29' },
      body: { nam: 1 },
    });
  });
});

describe('a custom error formatter', () => {
  const files = { 'descriptors/api-docs.json': listing, 'descriptors/thing.json': declaration, ...handlers };
  const settings = { errorFormatter: 'handlers/format-error.ts' };

  test.each(['handlers/format-error.ts', 'lib/format-error.ts'])(
    '%s replaces the built-in one',
    async (errorFormatter) => {
      const formatter = `import type { FormatError } from 'headwater/http';
export const formatError: FormatError = (error, { operation, event, requestId }) => ({
  statusCode: 418, headers: { 'content-type': 'application/json' }, body: JSON.stringify([operation.id, event.rawPath, requestId, String(error)]),
});`;
      const own = await makeProject(files, { settings: { errorFormatter } });
      // A folder of its own, in place of a link to the one of this project.
      await rm(join(own, 'lib'));
      await writeFiles(own, { [errorFormatter]: formatter });
      expect((await build(own)).diagnostics).toEqual([]);
      const handler = await loadHandler(own, 'thing-fail');
      const request = { method: 'POST', url: '/v1/thing/string', pathParameters: { id: 'string' } };
      const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
      const names = { 'x-request-id': 'order:7', traceparent };
      const answer = await handler(httpApiEvent({ ...request, headers: names }), lambdaContext());
      expect(answer).toEqual({
        statusCode: 418,
        headers: {
          ...securityHeaders,
          ...names,
          'cache-control': 'no-store',
          'content-type': 'application/json',
        },
        body: '["thing-fail","/v1/thing/string","order:7","out of cheese"]',
      });
    },
  );

  const failures: readonly [name: string, formatter: string][] = [
    ['throws', `export const formatError = (): never => { throw new Error('formatter is broken'); };`],
    [
      'sets a header that cannot be sent',
      `export const formatError = () => ({ statusCode: 418, headers: { 'x-a': '€' }, body: '' });`,
    ],
    ['returns nothing', `export const formatError = (): never => undefined as never;`],
  ];
  test.each(failures)(
    'that %s is logged, and the built-in one responds',
    { tags: ['functions'] },
    async (_name, formatter) => {
      const own = await makeProject({ ...files, 'handlers/format-error.ts': formatter }, { settings });
      expect((await build(own)).diagnostics).toEqual([]);
      const call = await loadFunction(own, 'thing-fail');
      const log = vi.spyOn(console, 'error').mockReturnValue();
      const answer = await call({
        method: 'POST',
        url: '/v1/thing/object',
        pathParameters: { id: 'object' },
      });
      expect(answer).toMatchObject({ status: 422, body: { hint: 'less' } });
      expect(log).toHaveBeenCalledTimes(1);
      log.mockRestore();
    },
  );

  test('of the wrong type does not build', async () => {
    const formatter = 'export const formatError = async () => ({ statusCode: 418, headers: {} });';
    const own = await makeProject({ ...files, 'handlers/format-error.ts': formatter }, { settings });
    const { diagnostics, tree } = await build(own);
    expect([tree, diagnostics.length > 0]).toEqual([undefined, true]);
  });
});
