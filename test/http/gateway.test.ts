/** The gateway of the tests itself: what it makes of requests, and of what functions return. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CorsSettings } from '../support/gateway/cors.ts';
import type { LambdaHandler } from '../support/gateway/invoke.ts';
import { type Gateway, startGateway } from '../support/gateway/server.ts';
import { type HttpAnswer, type RawRequest, send } from './client.ts';

const gateways: Gateway[] = [];
afterAll(() => Promise.all(gateways.map((gateway) => gateway.close())));

interface Setting {
  readonly functions: Readonly<Record<string, LambdaHandler>>;
  readonly routes?: readonly string[];
  readonly cors?: CorsSettings;
}

/** Routes are `<key> -> <function>`; impatient, so that a function that hangs does not hold up the tests. */
async function start({ functions, routes = ['$default -> main'], cors }: Setting) {
  const gateway = await startGateway({
    routes: routes.map((line) => {
      const [key = '', functionId = ''] = line.split(' -> ');
      return { key, functionId };
    }),
    functions: new Map(Object.entries(functions).map(([id, handler]) => [id, async () => handler])),
    ...(cors ? { cors } : {}),
    functionTimeoutMs: 200,
    timeoutMs: 400,
  });
  gateways.push(gateway);
  return (request: RawRequest): Promise<HttpAnswer> => send(gateway.port, request);
}

const echo: LambdaHandler = (event) => ({ statusCode: 200, body: JSON.stringify(event) });
const names =
  (id: string): LambdaHandler =>
  () => ({ statusCode: 200, headers: { 'x-function': id } });

describe('an event', () => {
  let call: (request: RawRequest) => Promise<HttpAnswer>;
  beforeAll(async () => {
    call = await start({
      functions: { main: echo },
      routes: ['POST /a/{x}/{rest+} -> main', '$default -> main'],
    });
  });
  const eventOf = async (request: RawRequest) => (await call(request)).body as APIGatewayProxyEventV2;

  test('has what AWS says of a request', async () => {
    const event = await eventOf({
      method: 'POST',
      target: '/a/b%20c/d/%C3%A9?q=1&q=a%20b&q=a+b&__proto__=x&empty=',
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Twice', 'first'],
        ['x-twice', 'second'],
        ['Cookie', 'session=abc123; theme=dark'],
        ['Cookie', 'third=1'],
        ['User-Agent', 'test'],
      ],
      body: '{"unicode":"λ"}',
    });
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'POST /a/{x}/{rest+}',
      rawPath: '/a/b c/d/é',
      rawQueryString: 'q=1&q=a%20b&q=a+b&__proto__=x&empty=',
      cookies: ['session=abc123', 'theme=dark', 'third=1'],
      pathParameters: { x: 'b c', rest: 'd/é' },
      requestContext: {
        http: { method: 'POST', path: '/a/b c/d/é', protocol: 'HTTP/1.1', userAgent: 'test' },
        routeKey: 'POST /a/{x}/{rest+}',
        stage: '$default',
      },
      body: '{"unicode":"λ"}',
      isBase64Encoded: false,
    });
    expect(Object.entries(event.queryStringParameters ?? {})).toEqual([
      ['q', '1,a b,a b'],
      ['__proto__', 'x'],
      ['empty', ''],
    ]);
    expect(event.headers).toMatchObject({
      'x-twice': 'first,second',
      'content-length': '16',
      host: 'localhost',
      'x-forwarded-proto': 'https',
    });
    expect(event.headers).not.toHaveProperty('cookie');
  });

  test('leaves out what a request does not have', async () => {
    const event = await eventOf({ target: '/' });
    for (const absent of ['body', 'cookies', 'pathParameters', 'queryStringParameters']) {
      expect(event).not.toHaveProperty(absent);
    }
  });

  const types: readonly [type: string | undefined, isBase64Encoded: boolean][] = [
    ['text/plain', false],
    ['text/csv; charset=utf-8', false],
    ['application/json', false],
    ['Application/JSON ; charset=utf-8', false],
    ['application/xml', false],
    ['application/javascript', false],
    ['application/vnd.headwater+json', true],
    ['application/merge-patch+json', true],
    ['application/problem+json', true],
    ['application/x-www-form-urlencoded', true],
    ['multipart/form-data; boundary=a', true],
    ['application/octet-stream', true],
    ['application/jsonx', true],
    [undefined, true],
  ];
  test.each(types)('has a body of %s in base64: %s', async (type, isBase64Encoded) => {
    const headers = type === undefined ? [] : [['Content-Type', type] as const];
    const event = await eventOf({ method: 'PUT', target: '/', headers, body: 'é' });
    expect(event).toMatchObject({ body: isBase64Encoded ? 'w6k=' : 'é', isBase64Encoded });
  });

  test('has what is not UTF-8 in a text or a path replaced', async () => {
    const headers = [['Content-Type', 'text/plain']] as const;
    const event = await eventOf({ method: 'PUT', target: '/%ff', headers, body: Uint8Array.of(0x61, 0xff) });
    expect(event).toMatchObject({ body: 'a\ufffd', rawPath: '/\ufffd', headers: { 'content-length': '2' } });
  });
});

describe('a route', () => {
  const routes = [
    'GET /pets/dog/1',
    'GET /pets/dog/{id}',
    'GET /pets/{proxy+}',
    'ANY /{proxy+}',
    'GET /only',
    'ANY /any',
    'GET /any',
  ];
  const rows: readonly [method: string, target: string, key: string][] = [
    // The example of the documentation.
    ['GET', '/pets/dog/1', 'GET /pets/dog/1'],
    ['GET', '/pets/dog/2', 'GET /pets/dog/{id}'],
    ['GET', '/pets/cat/1', 'GET /pets/{proxy+}'],
    ['POST', '/test/5', 'ANY /{proxy+}'],
    ['GET', '/any', 'GET /any'],
    ['POST', '/any', 'ANY /any'],
    ['HEAD', '/only', 'ANY /{proxy+}'],
    ['OPTIONS', '/only', 'ANY /{proxy+}'],
    ['GET', '/pets/dog/', 'GET /pets/{proxy+}'],
    ['GET', '/', '$default'],
  ];
  test.each(rows)('of %s %s is %s', async (method, target, key) => {
    const answers = [...routes, '$default'];
    const call = await start({
      functions: Object.fromEntries(answers.map((name) => [name, names(name)])),
      routes: answers.map((name) => `${name} -> ${name}`),
    });
    expect((await call({ method, target })).headers['x-function']).toBe(key);
  });

  test('that is none is a 404 of the gateway, as is HEAD or OPTIONS of a GET', async () => {
    const call = await start({ functions: { main: echo }, routes: ['GET /a -> main'] });
    for (const [method, target] of [
      ['GET', '/b'],
      ['GET', '/a/'],
      ['OPTIONS', '/a'],
      ['POST', '/a'],
    ] as const) {
      expect(await call({ method, target })).toMatchObject({ status: 404, body: { message: 'Not Found' } });
    }
    expect((await call({ method: 'HEAD', target: '/a' })).status).toBe(404);
  });
});

const failed = { status: 500, text: '{"message":"Internal Server Error"}' };
const plain = { 'content-type': 'text/plain; charset=utf-8' };
const inferred = { 'content-type': 'application/json' };
const results: readonly [name: string, handler: LambdaHandler, answer: object][] = [
  ['no type', () => ({ statusCode: 201, body: 'a' }), { status: 201, headers: plain, text: 'a' }],
  [
    'a type',
    () => ({ statusCode: 200, headers: { 'Content-Type': 'a/b' }, body: 'a' }),
    { headers: { 'content-type': 'a/b' } },
  ],
  ['base64', () => ({ statusCode: 200, body: 'w6k=', isBase64Encoded: true }), { text: 'é' }],
  [
    'cookies',
    () => ({ statusCode: 200, cookies: ['a=1', 'b=2'] }),
    { headers: { 'set-cookie': 'a=1, b=2' } },
  ],
  [
    'a header that is a number',
    () => ({ statusCode: 200, headers: { 'x-a': 1 } }),
    { headers: { 'x-a': '1' } },
  ],
  [
    'headers of format 1.0',
    () => ({ statusCode: 200, multiValueHeaders: { 'x-a': ['1'] } }),
    { status: 200, headers: plain },
  ],
  ['no body', () => ({ statusCode: 204 }), { status: 204, text: '' }],
  ['no status', () => ({ a: 1 }), { status: 200, headers: inferred, text: '{"a":1}' }],
  ['a text', () => 'a', { status: 200, headers: inferred, text: '"a"' }],
  ['nothing', () => undefined, { status: 200, headers: inferred, text: 'null' }],
  ['a body that is an object', () => ({ statusCode: 200, body: {} }), failed],
  ['a status that is a text', () => ({ statusCode: '200' }), failed],
  ['a status that is none', () => ({ statusCode: 1 }), failed],
  ['a header that is an object', () => ({ statusCode: 200, headers: { a: {} } }), failed],
  ['a BigInt', () => ({ statusCode: 200, body: 1n }), failed],
  ['6 MB', () => ({ statusCode: 200, body: 'a'.repeat(6_300_000) }), failed],
  [
    'a throw',
    () => {
      throw new Error('secret');
    },
    failed,
  ],
  ['a rejection', () => Promise.reject(new Error('secret')), failed],
  ['more time than it has', () => new Promise(() => undefined), failed],
];
test.each(results)('a function that returns %s', async (_name, handler, answer) => {
  const call = await start({ functions: { main: handler } });
  expect(await call({ target: '/' })).toMatchObject(answer);
});

test('a function that is not there is a function error', async () => {
  const call = await start({ functions: {} });
  expect(await call({ target: '/' })).toMatchObject(failed);
});

test('a function knows how much time it has', async () => {
  const call = await start({
    functions: { main: (_event, context) => ({ left: context.getRemainingTimeInMillis() <= 200 }) },
  });
  expect((await call({ target: '/' })).body).toEqual({ left: true });
});

test('the gateway waits no longer than it does', async () => {
  const gateway = await startGateway({
    routes: [{ key: '$default', functionId: 'main' }],
    functions: new Map([['main', async () => () => new Promise(() => undefined)]]),
    functionTimeoutMs: 400,
    timeoutMs: 200,
  });
  gateways.push(gateway);
  expect(await send(gateway.port, { target: '/' })).toMatchObject({
    status: 503,
    body: { message: 'Service Unavailable' },
  });
});

const limits: readonly [name: string, request: RawRequest, answer: object][] = [
  ['a broken path', { target: '/%zz' }, { status: 400, body: { message: 'Bad Request' } }],
  ['a long URL', { target: `/${'a'.repeat(10_300)}` }, { status: 431 }],
  [
    '7 MB',
    { method: 'PUT', target: '/', headers: [['Content-Type', 'text/plain']], body: 'a'.repeat(7_000_000) },
    { status: 413, body: { message: 'Request Entity Too Large' } },
  ],
  [
    '5 MB that become more in base64',
    { method: 'PUT', target: '/', body: 'a'.repeat(5_000_000) },
    { status: 413 },
  ],
  [
    '11 MB',
    { method: 'PUT', target: '/', headers: [['Content-Type', 'text/plain']], body: 'a'.repeat(11_000_000) },
    { status: 413, text: 'HTTP content length exceeded 10485760 bytes.' },
  ],
];
test.each(limits)('%s never reaches a function', async (_name, request, answer) => {
  const call = await start({
    functions: {
      main: () => {
        throw new Error('reached');
      },
    },
  });
  expect(await call(request)).toMatchObject(answer);
});

describe('CORS of the gateway', () => {
  const cors: CorsSettings = {
    allowedOrigins: ['https://a.example'],
    allowedMethods: ['GET', 'PUT'],
    allowedHeaders: ['content-type'],
    allowCredentials: true,
    maxAge: 300,
  };
  const own = () => ({
    statusCode: 200,
    headers: { 'Access-Control-Allow-Origin': 'https://mine.example' },
    body: 'a',
  });
  const corsOf = ({ headers }: HttpAnswer) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
  const allowed = {
    'access-control-allow-origin': 'https://a.example',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET,PUT',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '300',
  };
  const origin = (value: string) => ['Origin', value] as const;
  const asks = ['Access-Control-Request-Method', 'PUT'] as const;

  test('answers preflights, and overrides what a function says', async () => {
    const call = await start({ functions: { main: own }, routes: ['GET /a -> main'], cors });
    const preflight = await call({
      method: 'OPTIONS',
      target: '/b',
      headers: [origin('https://a.example'), asks],
    });
    expect([preflight.status, corsOf(preflight)]).toEqual([204, allowed]);
    const other = await call({
      method: 'OPTIONS',
      target: '/a',
      headers: [origin('https://b.example'), asks],
    });
    expect([other.status, corsOf(other)]).toEqual([204, {}]);
    expect(
      (await call({ method: 'OPTIONS', target: '/a', headers: [origin('https://a.example')] })).status,
    ).toBe(404);
    expect(corsOf(await call({ target: '/a', headers: [origin('https://a.example')] }))).toEqual(allowed);
    expect(corsOf(await call({ target: '/a', headers: [origin('https://b.example')] }))).toEqual({});
    expect(corsOf(await call({ target: '/a' }))).toEqual({});
  });

  test('of any origin says so', async () => {
    const call = await start({ functions: { main: own }, cors: { allowedOrigins: ['*'] } });
    const answer = await call({ target: '/', headers: [origin('https://b.example')] });
    expect(corsOf(answer)).toEqual({ 'access-control-allow-origin': '*' });
  });

  test('that is not configured leaves it to the function', async () => {
    const call = await start({ functions: { main: own } });
    expect(corsOf(await call({ target: '/' }))).toEqual({
      'access-control-allow-origin': 'https://mine.example',
    });
  });
});
