/**
 * Cross-origin requests: with CORS for two origins, and without CORS, the default.
 *
 * @module-tag local
 */

import { expect } from 'vitest';
import type { HttpAnswer, RawRequest } from '../../headwater/run/gateways/client.ts';
import { type Call, describeGateways } from './gateways.ts';
import { problem } from './table.ts';

type Pair = readonly [name: string, value: string];

const app = 'https://app.example.com';
const local = 'http://localhost:5173';
const id = '0123456789abcdef01234567';
const from = (origin: string): Pair => ['Origin', origin];
const asks = (method: string): Pair => ['Access-Control-Request-Method', method];
const asksHeaders = (names: string): Pair => ['Access-Control-Request-Headers', names];
const json: Pair = ['Content-Type', 'application/json'];

const listOf = (text: string | undefined) => text?.split(/, */);

/** The CORS headers of a response; `{}` if it has none. */
function corsOf({ headers }: HttpAnswer): object {
  const said = Object.entries(headers).filter(([name]) => name.startsWith('access-control-'));
  return Object.fromEntries(
    said.map(([name, value]) => [
      name.replace('access-control-', ''),
      /methods|headers/.test(name) ? listOf(value) : value,
    ]),
  );
}

const allowed = (origin: string) => ({
  'allow-origin': origin,
  'allow-credentials': 'true',
  'allow-methods': expect.arrayContaining(['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT']),
  'allow-headers': [
    'Accept',
    'Content-Type',
    'If-Match',
    'If-None-Match',
    'traceparent',
    'X-Request-Id',
    'authorization',
    'x-api-key',
    'X-Owner',
    'Idempotency-Key',
  ],
  'expose-headers': expect.arrayContaining([
    'Allow',
    'ETag',
    'Link',
    'Location',
    'Retry-After',
    'X-Request-Id',
  ]),
  'max-age': '300',
});

const preflights: readonly [target: string, ...headers: Pair[]][] = [
  ['/v1/source', from(app), asks('GET')],
  ['/v1/source', from(app), asks('POST'), asksHeaders('content-type')],
  ['/v1/source?size=1', from(local), asks('GET'), asksHeaders('accept')],
  [`/v1/source/${id}`, from(app), asks('GET'), asksHeaders('if-none-match')],
  [`/v1/source/${id}`, from(local), asks('PUT'), asksHeaders('content-type,if-match')],
  [`/v1/source/${id}`, from(app), asks('PATCH'), asksHeaders('authorization,content-type')],
  [`/v1/source/${id}`, from(local), asks('DELETE')],
  ['/v1/api-docs.json', from(app), asks('GET')],
  ['/v1/api-docs.json/source', from(local), asks('GET')],
  // The gateway checks only the origin; the browser refuses an unlisted method or header.
  ['/v1/source', from(app), asks('DELETE')],
  ['/v1/source', from(app), asks('TRACE')],
  ['/v1/source', from(app), asks('POST'), asksHeaders('x-other')],
  ['/nowhere', from(app), asks('GET')],
];

const refusedOrigins = [
  'https://other.example.com',
  'https://app.example.com.evil.example',
  'https://app.example.com:8443',
  'http://app.example.com',
  'HTTPS://APP.EXAMPLE.COM',
  'http://localhost',
  'null',
  '*',
];

const nameOf = (headers: readonly Pair[]) => headers.map(([, value]) => value).join(' ');

describeGateways(
  'preflights',
  (test) => {
    for (const [target, ...headers] of preflights) {
      test(`${target} ${nameOf(headers)}`, async (call) => {
        const answer = await call({ method: 'OPTIONS', target, headers });
        expect([answer.status, answer.text]).toEqual([204, '']);
        expect(corsOf(answer)).toEqual(allowed(headers[0]?.[1] ?? ''));
      });
    }
    for (const origin of refusedOrigins) {
      test(`from ${origin}, which is not allowed`, async (call) => {
        const headers = [from(origin), asks('PUT')];
        const answer = await call({ method: 'OPTIONS', target: '/v1/source', headers });
        expect([answer.status, answer.text, corsOf(answer)]).toEqual([204, '', {}]);
      });
    }
  },
  'cors',
);

async function makeSource(call: Call): Promise<string> {
  const request = { method: 'POST', target: '/v1/source', headers: [json], body: '{"name":"one"}' } as const;
  return (await call(request)).headers['location'] ?? '';
}

const make: RawRequest = { method: 'POST', target: '/v1/source', headers: [json], body: '{"name":"one"}' };
const ofSource = '{source}';
const patch: Pair = ['Content-Type', 'application/merge-patch+json'];

/** `{source}` stands for the path of a source at revision 1. */
const requests: readonly [name: string, request: RawRequest, status: number, code?: string][] = [
  ['a list', { target: '/v1/source' }, 200],
  ['a source', { target: ofSource }, 200],
  ['an unchanged source', { target: ofSource, headers: [['If-None-Match', '"1"']] }, 304],
  ['a created source', make, 201],
  ['a replaced source', { ...make, method: 'PUT', target: ofSource }, 200],
  ['a patched source', { ...make, method: 'PATCH', target: ofSource, headers: [patch] }, 200],
  ['a deleted source', { method: 'DELETE', target: ofSource }, 204],
  ['a descriptor', { target: '/v1/api-docs.json/source' }, 200],
  ['a wrong parameter', { target: '/v1/source?size=x' }, 400, 'invalid_request'],
  ['an unknown source', { target: `/v1/source/${id}` }, 404, 'not_found'],
  ['an unknown path', { target: '/nope' }, 404, 'not_found'],
  ['an undeclared method', { method: 'DELETE', target: '/v1/source' }, 405, 'method_not_allowed'],
  ['an unsupported Accept', { target: ofSource, headers: [['Accept', 'text/html']] }, 406, 'not_acceptable'],
  ['a failed precondition', { target: ofSource, headers: [['If-Match', '"9"']] }, 412, 'precondition_failed'],
  [
    'an unsupported media type',
    { ...make, headers: [['Content-Type', 'text/plain']] },
    415,
    'unsupported_media_type',
  ],
];

/** Sends the request, with an Origin header if `origin` is given. */
async function send(call: Call, request: RawRequest, origin?: string): Promise<HttpAnswer> {
  const target = request.target === ofSource ? await makeSource(call) : request.target;
  const headers = [...(origin === undefined ? [] : [from(origin)]), ...(request.headers ?? [])];
  return call({ ...request, target, headers });
}

/** A cache must not serve one origin's response to another (fetch.spec.whatwg.org, CORS protocol and HTTP caches). */
const varies = ({ headers }: HttpAnswer) => listOf(headers['vary'])?.includes('Origin') ?? false;

describeGateways(
  'with CORS',
  (test) => {
    for (const [name, request, status, code] of requests) {
      test(`${name}, from an allowed origin`, async (call) => {
        const answer = await send(call, request, app);
        expect([answer.status, varies(answer)]).toEqual([status, true]);
        expect(corsOf(answer)).toEqual(allowed(app));
        if (code !== undefined) expect(answer.body).toMatchObject(problem(code));
      });
      test(`${name}, from a refused origin`, async (call) => {
        const answer = await send(call, request, 'https://other.example.com');
        expect([answer.status, varies(answer), corsOf(answer)]).toEqual([status, true, {}]);
      });
      test(`${name}, without Origin`, async (call) => {
        const answer = await send(call, request);
        expect([answer.status, varies(answer), corsOf(answer)]).toEqual([status, true, {}]);
      });
    }
  },
  'cors',
);

const paths: readonly [target: string, allow: readonly string[]][] = [
  ['/v1/source', ['GET', 'POST', 'OPTIONS']],
  [`/v1/source/${id}`, ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
  ['/v1/api-docs.json', ['GET', 'OPTIONS']],
  ['/v1/api-docs.json/source', ['GET', 'OPTIONS']],
];
const noPreflights: readonly [name: string, ...headers: Pair[]][] = [
  ['without Origin'],
  ['with Origin, without a requested method', from(app)],
  ['without Origin, with a requested method', asks('PUT')],
];

describeGateways(
  'OPTIONS other than a preflight, with CORS',
  (test) => {
    for (const [name, ...headers] of noPreflights) {
      for (const [target, allow] of paths) {
        test(`${target} ${name}`, async (call) => {
          const answer = await call({ method: 'OPTIONS', target, headers });
          expect(answer.status).toBe(204);
          expect(listOf(answer.headers['allow'])).toEqual(expect.arrayContaining([...allow]));
          expect(corsOf(answer)).toEqual(headers.includes(noPreflights[1]?.[1] as Pair) ? allowed(app) : {});
        });
      }
      test(`/nope ${name}`, async (call) => {
        const { status, body } = await call({ method: 'OPTIONS', target: '/nope', headers });
        expect({ status, body }).toMatchObject({ status: 404, body: problem('not_found') });
      });
    }
  },
  'cors',
);

describeGateways('without CORS', (test) => {
  for (const [target, allow] of paths) {
    test(`a preflight of ${target} is a plain OPTIONS`, async (call) => {
      const answer = await call({ method: 'OPTIONS', target, headers: [from(app), asks('PUT')] });
      expect([answer.status, corsOf(answer)]).toEqual([204, {}]);
      expect(listOf(answer.headers['allow'])).toEqual(expect.arrayContaining([...allow]));
    });
  }
  for (const [name, request, status] of requests) {
    test(`${name}, from another origin`, async (call) => {
      const answer = await send(call, request, app);
      expect([answer.status, varies(answer), corsOf(answer)]).toEqual([status, false, {}]);
    });
    test(`${name}, without Origin`, async (call) => {
      const answer = await send(call, request);
      expect([answer.status, varies(answer), corsOf(answer)]).toEqual([status, false, {}]);
    });
  }
});
