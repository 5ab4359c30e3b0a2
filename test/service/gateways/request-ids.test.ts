/** The names of a request, X-Request-Id and traceparent, in every response and every problem. */

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { RawRequest } from '../../headwater/run/gateways/client.ts';
import { type Call, describeGateways } from './gateways.ts';

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const unknown = '/v1/source/0123456789abcdef01234567';
const json = ['Content-Type', 'application/json'] as const;

const rows: readonly [name: string, request: RawRequest, status: number][] = [
  ['a list', { target: '/v1/source?size=0' }, 200],
  ['a creation', { method: 'POST', target: '/v1/source', headers: [json], body: '{}' }, 201],
  ['HEAD', { method: 'HEAD', target: '/v1/source?size=0' }, 200],
  ['an unchanged descriptor', { target: '/v1/api-docs.json', headers: [['If-None-Match', '*']] }, 304],
  ['OPTIONS of a known path', { method: 'OPTIONS', target: '/v1/source' }, 204],
  ['an invalid request', { target: '/v1/source?size=x' }, 400],
  ['an invalid body', { method: 'POST', target: '/v1/source', headers: [json], body: '{' }, 400],
  ['an unknown id', { target: unknown }, 404],
  ['HEAD of an unknown id', { method: 'HEAD', target: unknown }, 404],
  ['an unknown path', { target: '/v1/nothing' }, 404],
  ['OPTIONS of an unknown path', { method: 'OPTIONS', target: '/v1/nothing' }, 404],
  ['another method', { method: 'PUT', target: '/v1/source' }, 405],
  ['an unsupported Accept', { target: '/v1/source', headers: [['Accept', 'text/csv']] }, 406],
  [
    'an unsupported body',
    { method: 'POST', target: '/v1/source', headers: [['Content-Type', 'text/csv']], body: 'a' },
    415,
  ],
];

function named(request: RawRequest, id: string, trace: string): RawRequest {
  const names = [['X-Request-Id', id] as const, ['Traceparent', trace] as const];
  return { ...request, headers: [...(request.headers ?? []), ...names] };
}

describeGateways('names of a request', (test) => {
  for (const [name, request, status] of rows) {
    // `call` checks that a problem names the request of its response.
    test(name, async (call) => {
      const id = `order:${randomUUID()}`;
      expect(await call(named(request, id, traceparent))).toMatchObject({
        status,
        headers: { 'x-request-id': id, traceparent },
      });
      const other = await call(named(request, 'a b', traceparent.toUpperCase()));
      expect(other.status).toBe(status);
      expect(other.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(other.headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    });
  }

  test('a deletion', async (call) => {
    const created = await call({ method: 'POST', target: '/v1/source', headers: [json], body: '{}' });
    const target = created.headers['location'] ?? '';
    expect(await call(named({ method: 'DELETE', target }, 'a-1', traceparent))).toMatchObject({
      status: 204,
      headers: { 'x-request-id': 'a-1', traceparent },
    });
  });

  test('two requests without names', async (call) => {
    const [one, other] = await Promise.all([1, 2].map(() => call({ target: '/v1/source?size=0' })));
    expect(one?.headers['x-request-id']).not.toBe(other?.headers['x-request-id']);
    expect(one?.headers['traceparent']).not.toBe(other?.headers['traceparent']);
  });

  test('a repeated response to an Idempotency-Key has the names of its own request', async (call) => {
    const key = ['Idempotency-Key', randomUUID()] as const;
    const post = (id: string) => repeat(call, key, id);
    const first = await post('first');
    const second = await post('second');
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect([first.headers['x-request-id'], second.headers['x-request-id']]).toEqual(['first', 'second']);
  });
});

function repeat(call: Call, key: readonly [string, string], id: string) {
  const request = { method: 'POST', target: '/v1/source', headers: [json, key], body: '{}' };
  return call(named(request, id, traceparent));
}
