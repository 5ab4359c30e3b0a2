/** Every error status of an operation is declared in the served descriptor. */

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { RawRequest } from '../../headwater/run/gateways/client.ts';
import { type Call, describeGateways } from './gateways.ts';

const json = ['Content-Type', 'application/json'] as const;
const patch = ['Content-Type', 'application/merge-patch+json'] as const;
const text = ['Content-Type', 'text/plain'] as const;
const csv = ['Accept', 'text/csv'] as const;
const stale = ['If-Match', '"9"'] as const;
const unknown = '/v1/source/0123456789abcdef01234567';
const list = '/v1/source';
/** Placeholder for the path of a source. */
const source = '{source}';
const large = `{"name":"${'a'.repeat(1_100_000)}"}`;

const rows: readonly [nickname: string, status: number, request: RawRequest][] = [
  ['list', 400, { target: '/v1/source?size=x' }],
  ['list', 406, { target: list, headers: [csv] }],
  ['getById', 400, { target: '/v1/source/a' }],
  ['getById', 404, { target: unknown }],
  ['getById', 406, { target: source, headers: [csv] }],
  ['getById', 412, { target: source, headers: [stale] }],
  ['create', 400, { method: 'POST', target: list, headers: [json], body: '{' }],
  ['create', 406, { method: 'POST', target: list, headers: [json, csv], body: '{}' }],
  ['create', 413, { method: 'POST', target: list, headers: [json], body: large }],
  ['create', 415, { method: 'POST', target: list, headers: [text], body: '{}' }],
  ...(
    [
      ['update', 'PUT', json],
      ['patch', 'PATCH', patch],
    ] as const
  ).flatMap(([nickname, method, type]): [string, number, RawRequest][] => [
    [nickname, 400, { method, target: source, headers: [type], body: '{' }],
    [nickname, 404, { method, target: unknown, headers: [type], body: '{}' }],
    [nickname, 406, { method, target: source, headers: [type, csv], body: '{}' }],
    [nickname, 412, { method, target: source, headers: [type, stale], body: '{}' }],
    [nickname, 413, { method, target: source, headers: [type], body: large }],
    [nickname, 415, { method, target: source, headers: [text], body: '{}' }],
  ]),
  ['remove', 400, { method: 'DELETE', target: '/v1/source/a' }],
  ['remove', 404, { method: 'DELETE', target: unknown }],
  ['remove', 412, { method: 'DELETE', target: source, headers: [stale] }],
];

interface Described {
  readonly apis: readonly {
    readonly operations: readonly {
      readonly nickname: string;
      readonly responseMessages: readonly { readonly code: number }[];
    }[];
  }[];
}

async function declaredOf(call: Call, nickname: string): Promise<number[]> {
  const { apis } = (await call({ target: '/v1/api-docs.json/source' })).body as Described;
  const operation = apis.flatMap(({ operations }) => operations).find((each) => each.nickname === nickname);
  return (operation?.responseMessages ?? []).map(({ code }) => code);
}

const make = (headers: RawRequest['headers'] = [], body = '{}'): RawRequest => ({
  method: 'POST',
  target: list,
  headers: [json, ...headers],
  body,
});

describeGateways('declared errors', (test) => {
  for (const [nickname, status, request] of rows) {
    test(`${nickname} ${status}`, async (call) => {
      const made = request.target === source ? await call(make()) : undefined;
      const answer = await call({ ...request, target: made?.headers['location'] ?? request.target });
      expect(answer.status).toBe(status);
      expect(await declaredOf(call, nickname)).toContain(status);
    });
  }

  test('create 422', async (call) => {
    const key = ['Idempotency-Key', randomUUID()] as const;
    await call(make([key]));
    expect((await call(make([key], '{"name":"a"}'))).status).toBe(422);
    expect(await declaredOf(call, 'create')).toContain(422);
  });
});
