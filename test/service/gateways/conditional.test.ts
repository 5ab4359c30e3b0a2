/** Conditional requests (RFC 9110 section 13) for a source at revision 2 and for the descriptors. */

import { expect } from 'vitest';
import type { HttpAnswer } from '../../headwater/run/gateways/client.ts';
import { type Call, describeGateways } from './gateways.ts';
import { problem } from './table.ts';

type Headers = Readonly<Record<string, string>>;

const json = { 'Content-Type': 'application/json' };
const requests = {
  GET: { headers: {} },
  HEAD: { headers: {} },
  PUT: { headers: json, body: '{"name":"put"}' },
  PATCH: { headers: { 'Content-Type': 'application/merge-patch+json' }, body: '{"name":"patched"}' },
  DELETE: { headers: {} },
} as const;
type Method = keyof typeof requests;
const writes = ['PUT', 'PATCH', 'DELETE'] as const;

const reads: readonly [headers: Headers, status: number][] = [
  [{}, 200],
  [{ 'If-None-Match': '"2"' }, 304],
  [{ 'If-None-Match': 'W/"2"' }, 304],
  [{ 'If-None-Match': '"1", "2"' }, 304],
  [{ 'If-None-Match': '*' }, 304],
  [{ 'If-None-Match': '"1"' }, 200],
  [{ 'If-None-Match': '"1", W/"3"' }, 200],
  [{ 'If-Match': '"2"' }, 200],
  [{ 'If-Match': '*' }, 200],
  [{ 'If-Match': '"1"' }, 412],
  [{ 'If-Match': 'W/"2"' }, 412],
  [{ 'If-Match': '"2"', 'If-None-Match': '"2"' }, 304],
  [{ 'If-Match': '"1"', 'If-None-Match': '"2"' }, 412],
  [{ 'If-None-Match': '2' }, 400],
  [{ 'If-Match': '"2' }, 400],
];
const changes: readonly [headers: Headers, status: 'done' | number][] = [
  [{}, 'done'],
  [{ 'If-Match': '"2"' }, 'done'],
  [{ 'If-Match': '*' }, 'done'],
  [{ 'If-Match': '"1", "2"' }, 'done'],
  [{ 'If-Match': '"1"' }, 412],
  [{ 'If-Match': '"3"' }, 412],
  [{ 'If-Match': 'W/"2"' }, 412],
  [{ 'If-Match': '"1", "3"' }, 412],
  [{ 'If-None-Match': '"1"' }, 'done'],
  [{ 'If-None-Match': '"2"' }, 412],
  [{ 'If-None-Match': 'W/"2"' }, 412],
  [{ 'If-None-Match': '*' }, 412],
  [{ 'If-Match': '"2"', 'If-None-Match': '"1"' }, 'done'],
  [{ 'If-Match': '"2"', 'If-None-Match': '"2"' }, 412],
  [{ 'If-Match': '2' }, 400],
  [{ 'If-None-Match': 'x' }, 400],
];
const success = { PUT: 200, PATCH: 200, DELETE: 204 } as const;
/** The state of the source after the request is performed. */
const performed = { PUT: 'put r3', PATCH: 'patched r3', DELETE: 404 } as const;

type Row = readonly [method: Method, headers: Headers, status: number, state: unknown];
const rows: readonly Row[] = [
  ...(['GET', 'HEAD'] as const).flatMap((method) =>
    reads.map(([headers, status]): Row => [method, headers, status, 'two r2']),
  ),
  ...writes.flatMap((method) =>
    changes.map(
      ([headers, status]): Row =>
        status === 'done'
          ? [method, headers, success[method], performed[method]]
          : [method, headers, status, 'two r2'],
    ),
  ),
];

/** @returns the path of a source that has been changed once. */
async function makeSource(call: Call): Promise<string> {
  const headers = Object.entries(json);
  const made = await call({ method: 'POST', target: '/v1/source', headers, body: '{"name":"one"}' });
  const target = made.headers['location'] ?? '';
  await call({ method: 'PUT', target, headers, body: '{"name":"two"}' });
  return target;
}

function perform(call: Call, method: Method, target: string, conditions: Headers): Promise<HttpAnswer> {
  const { headers, ...request } = requests[method];
  return call({ ...request, method, target, headers: Object.entries({ ...headers, ...conditions }) });
}

async function stateOf(call: Call, target: string): Promise<unknown> {
  const { status, body } = await call({ target });
  const { name, revision } = body as { name?: string; revision?: number };
  return status === 200 ? `${name} r${revision}` : status;
}

/** RFC 9110 section 15.4.5: a 304 has the caching headers of the 200. */
function expectNotModified({ headers, text }: HttpAnswer, etag: string, cacheControl: string): void {
  expect([headers['etag'], headers['cache-control'], text]).toEqual([etag, cacheControl, '']);
  expect(headers['vary']?.split(/, */)).toContain('Accept');
}

describeGateways('conditional requests for a document', (test) => {
  for (const [method, headers, status, state] of rows) {
    test(`${method} ${JSON.stringify(headers)}`, async (call) => {
      const target = await makeSource(call);
      const answer = await perform(call, method, target, headers);
      expect(answer.status).toBe(status);
      expect(await stateOf(call, target)).toEqual(state);
      if (status === 304) expectNotModified(answer, '"2"', 'private, no-cache');
      if (status !== 412) return;
      expect(answer.headers['etag']).toBe('"2"');
      if (method !== 'HEAD') expect(answer.body).toMatchObject(problem('precondition_failed'));
    });
  }
  for (const method of ['GET', 'HEAD', ...writes] as const) {
    for (const conditions of [{ 'If-Match': '*' }, { 'If-None-Match': '"2"' }, { 'If-Match': 'no tag' }]) {
      test(`${method} ${JSON.stringify(conditions)} on a deleted source`, async (call) => {
        const target = await makeSource(call);
        await perform(call, 'DELETE', target, {});
        expect((await perform(call, method, target, conditions)).status).toBe(404);
      });
    }
  }
  for (const [headers, status] of [
    [{ 'If-Match': '*' }, 200],
    [{ 'If-Match': '"2"' }, 412],
    [{ 'If-None-Match': '*' }, 304],
    [{ 'If-None-Match': '"2"' }, 200],
    [{ 'If-Match': 'no tag' }, 400],
  ] as const)
    test(`GET ${JSON.stringify(headers)} on a list, which has no entity tag`, async (call) => {
      const answer = await call({ target: '/v1/source', headers: Object.entries(headers) });
      expect(answer.status).toBe(status);
      expect(answer.headers['etag']).toBeUndefined();
    });
  for (const [method, target, status] of [
    ['GET', '/v1/nowhere', 404],
    ['POST', '/v1/source/6b0144220dc571a862ded039', 405],
    ['OPTIONS', '/v1/source', 204],
  ] as const)
    test(`${method} ${target} ignores a condition that cannot be read`, async (call) => {
      const answer = await call({ method, target, headers: [['If-Match', 'no tag']] });
      expect(answer.status).toBe(status);
    });
  test('an invalid body is reported before a failed precondition', async (call) => {
    const target = await makeSource(call);
    const put = (type: string, body: string) =>
      call({
        method: 'PUT',
        target,
        headers: [
          ['Content-Type', type],
          ['If-Match', '"1"'],
        ],
        body,
      });
    expect((await put('application/json', '{"nam":1}')).status).toBe(400);
    expect((await put('text/plain', '{"nam":1}')).status).toBe(415);
  });
});

describeGateways('conditional requests for the descriptors', (test) => {
  for (const target of ['/v1/api-docs.json', '/v1/api-docs.json/source']) {
    test(target, async (call) => {
      const { status, headers } = await call({ target });
      const { etag = '' } = headers;
      expect(status).toBe(200);
      const again = await call({ target, headers: [['If-None-Match', `W/"x", ${etag}`]] });
      expect(again.status).toBe(304);
      expectNotModified(again, etag, 'public, max-age=300');
      expect((await call({ target, headers: [['If-Match', '"x"']] })).status).toBe(412);
      // The content contains the address of the request.
      const elsewhere = [
        ['Host', 'other.example.com'],
        ['If-None-Match', etag],
      ] as const;
      expect((await call({ target, headers: elsewhere })).status).toBe(200);
    });
  }
});
