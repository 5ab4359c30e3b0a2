/** The test gateway: how it converts requests to events. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LambdaHandler } from '../../../../lib/headwater/tools/local/gateway/invoke-function.ts';
import type { HttpAnswer, RawRequest } from './client.ts';
import { startOwn } from './own-gateway.ts';

const echo: LambdaHandler = (event) => ({ statusCode: 200, body: JSON.stringify(event) });
const names =
  (id: string): LambdaHandler =>
  () => ({ statusCode: 200, headers: { 'x-function': id } });

describe('an event', () => {
  let call: (request: RawRequest) => Promise<HttpAnswer>;
  beforeAll(async () => {
    call = await startOwn({
      functions: { main: echo },
      routes: ['POST /a/{x}/{rest+} -> main', '$default -> main'],
    });
  });
  const eventOf = async (request: RawRequest) => (await call(request)).body as APIGatewayProxyEventV2;

  test('has the fields that AWS documents', async () => {
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

  test('omits absent parts of a request', async () => {
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

  test('replaces invalid UTF-8 in a text body or a path', async () => {
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
    // The example from the AWS documentation.
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
    const call = await startOwn({
      functions: Object.fromEntries(answers.map((name) => [name, names(name)])),
      routes: answers.map((name) => `${name} -> ${name}`),
    });
    expect((await call({ method, target })).headers['x-function']).toBe(key);
  });

  test('without a match returns 404, also for HEAD or OPTIONS on a GET route', async () => {
    const call = await startOwn({ functions: { main: echo }, routes: ['GET /a -> main'] });
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
