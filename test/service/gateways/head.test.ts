/** HEAD, over HTTP: the response to GET without its content. */

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { HttpAnswer, RawRequest } from '../../headwater/run/gateways/client.ts';
import { describeGateways } from './gateways.ts';

const json = [['Content-Type', 'application/json']] as const;
const unknown = '/v1/source/0123456789abcdef01234567';

/** The response echoes these headers of a request. */
const names = [
  ['X-Request-Id', 'a-1'],
  ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
] as const;

/** Headers of the connection, the time and the framing. serverless-offline adds ranges. */
const ofTheMessage = [
  'accept-ranges',
  ...['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'apigw-requestid'],
];

function describing({ headers }: HttpAnswer): Readonly<Record<string, string>> {
  const own = Object.entries(headers).filter(([name]) => !ofTheMessage.includes(name));
  return Object.fromEntries(own.map(([name, value]) => [name, value.replace(/,accept-encoding$/, '')]));
}

const rows: readonly [name: string, request: RawRequest, status: number][] = [
  ['a list', { target: '/v1/source?size=0' }, 200],
  ['a list by tag', { target: `/v1/source?query=${randomUUID()}&from=3` }, 200],
  ['an unknown id', { target: unknown }, 404],
  ['a malformed id', { target: '/v1/source/a' }, 400],
  ['an invalid query', { target: '/v1/source?size=x&from=-1' }, 400],
  ['a page beyond the limit', { target: '/v1/source?from=10000&size=1' }, 400],
  ['an unsupported Accept', { target: '/v1/source', headers: [['Accept', 'text/csv']] }, 406],
  ['a malformed condition', { target: '/v1/api-docs.json', headers: [['If-None-Match', 'x']] }, 400],
  ['a malformed condition of what is absent', { target: unknown, headers: [['If-None-Match', 'x']] }, 404],
  ['the listing of descriptors', { target: '/v1/api-docs.json' }, 200],
  ['a descriptor', { target: '/v1/api-docs.json/source' }, 200],
  ['an unchanged descriptor', { target: '/v1/api-docs.json/source', headers: [['If-None-Match', '*']] }, 304],
  ['an unknown descriptor', { target: '/v1/api-docs.json/nope' }, 404],
  [
    'a descriptor in another media type',
    { target: '/v1/api-docs.json', headers: [['Accept', 'text/html']] },
    406,
  ],
  ['an unknown path', { target: '/v1/nothing' }, 404],
];

describeGateways('HEAD', (test) => {
  const compare = async (call: (request: RawRequest) => Promise<HttpAnswer>, request: RawRequest) => {
    const named = { ...request, headers: [...(request.headers ?? []), ...names] };
    const get = await call(named);
    const head = await call({ ...named, method: 'HEAD' });
    expect({ status: head.status, headers: describing(head), text: head.text }).toEqual({
      status: get.status,
      headers: describing(get),
      text: '',
    });
    // RFC 9110 section 8.6: Content-Length is the same as for GET, or absent.
    const length = head.headers['content-length'];
    if (get.text !== '') expect([undefined, String(Buffer.byteLength(get.text))]).toContain(length);
    return get;
  };

  for (const [name, request, status] of rows) {
    test(name, async (call) => {
      expect((await compare(call, request)).status).toBe(status);
    });
  }

  test('a source, with conditional headers', async (call) => {
    const created = await call({
      method: 'POST',
      target: '/v1/source',
      headers: json,
      body: '{"name":"Łódź"}',
    });
    const target = created.headers['location'] ?? '';
    expect((await compare(call, { target })).headers).toMatchObject({ etag: '"1"' });
    for (const [name, tag, status] of [
      ['If-None-Match', '"1"', 304],
      ['If-None-Match', 'W/"1"', 304],
      ['If-None-Match', '"2"', 200],
      ['If-Match', '"2"', 412],
    ] as const) {
      expect((await compare(call, { target, headers: [[name, tag]] })).status).toBe(status);
    }
  });
});
