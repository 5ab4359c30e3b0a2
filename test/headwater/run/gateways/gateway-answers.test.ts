/** The test gateway: how it converts the results of functions, and its own responses. */

import { describe, expect, test } from 'vitest';
import type { GatewayCorsSettings } from '../../../../lib/headwater/tools/local/gateway/gateway-cors.ts';
import type { LambdaHandler } from '../../../../lib/headwater/tools/local/gateway/invoke-function.ts';
import type { HttpAnswer, RawRequest } from './client.ts';
import { startOwn } from './own-gateway.ts';

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
  ['a string', () => 'a', { status: 200, headers: inferred, text: '"a"' }],
  ['nothing', () => undefined, { status: 200, headers: inferred, text: 'null' }],
  ['a body that is an object', () => ({ statusCode: 200, body: {} }), failed],
  ['a status that is a string', () => ({ statusCode: '200' }), failed],
  ['an invalid status', () => ({ statusCode: 1 }), failed],
  ['a header that is an object', () => ({ statusCode: 200, headers: { a: {} } }), failed],
  ['a BigInt', () => ({ statusCode: 200, body: 1n }), failed],
  ['6 MB', () => ({ statusCode: 200, body: 'a'.repeat(6_300_000) }), failed],
  [
    'by throwing',
    () => {
      throw new Error('secret');
    },
    failed,
  ],
  ['a rejection', () => Promise.reject(new Error('secret')), failed],
  ['nothing before its timeout', () => new Promise(() => undefined), failed],
];
test.each(results)('a function that returns %s', async (_name, handler, answer) => {
  const call = await startOwn({ functions: { main: handler } });
  expect(await call({ target: '/' })).toMatchObject(answer);
});

test('a missing function is a function error', async () => {
  const call = await startOwn({ functions: {} });
  expect(await call({ target: '/' })).toMatchObject(failed);
});

test('a function gets its remaining time', async () => {
  const call = await startOwn({
    functions: { main: (_event, context) => ({ left: context.getRemainingTimeInMillis() <= 200 }) },
  });
  expect((await call({ target: '/' })).body).toEqual({ left: true });
});

test('the gateway returns 503 after its own timeout', async () => {
  const call = await startOwn({
    functions: { main: () => new Promise(() => undefined) },
    functionTimeoutMs: 5_000,
  });
  const answer = { status: 503, body: { message: 'Service Unavailable' } };
  expect(await call({ target: '/' })).toMatchObject(answer);
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
    '5 MB that base64 makes larger than the limit',
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
  const call = await startOwn({
    functions: {
      main: () => {
        throw new Error('reached');
      },
    },
  });
  expect(await call(request)).toMatchObject(answer);
});

describe('CORS of the gateway', () => {
  const cors: GatewayCorsSettings = {
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

  test('answers preflights, and overrides the headers of a function', async () => {
    const call = await startOwn({ functions: { main: own }, routes: ['GET /a -> main'], cors });
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

  test('returns a wildcard for any origin', async () => {
    const call = await startOwn({ functions: { main: own }, cors: { allowedOrigins: ['*'] } });
    const answer = await call({ target: '/', headers: [origin('https://b.example')] });
    expect(corsOf(answer)).toEqual({ 'access-control-allow-origin': '*' });
  });

  test('without configuration is left to the function', async () => {
    const call = await startOwn({ functions: { main: own } });
    expect(corsOf(await call({ target: '/' }))).toEqual({
      'access-control-allow-origin': 'https://mine.example',
    });
  });
});
