/** Accept for operations with one version, without content, and that fail; Content-Type of request bodies. */

import { expect } from 'vitest';
import type { RawRequest } from '../../headwater/run/gateways/client.ts';
import { type Call, describeGateways } from './gateways.ts';
import { accept, described, json, mediaType, notAcceptable, v1, v2, v3 } from './negotiated.ts';

const typed = (type: string) => ['Content-Type', type] as const;
const mergePatch = 'application/merge-patch+json';
const patches = `${mergePatch}, application/json`;

/** Operations on one source offer version 1 only. */
describeGateways('Accept with one version', (test) => {
  const operations: readonly [name: string, make: (id: string) => RawRequest, status: number][] = [
    ['GET', (id) => ({ target: `/v1/source/${id}` }), 200],
    ['POST', () => ({ method: 'POST', target: '/v1/source', headers: [typed(json)], body: '{}' }), 201],
    ['PUT', (id) => ({ method: 'PUT', target: `/v1/source/${id}`, headers: [typed(v1)], body: '{}' }), 200],
    [
      'PATCH',
      (id) => ({ method: 'PATCH', target: `/v1/source/${id}`, headers: [typed(mergePatch)], body: '{}' }),
      200,
    ],
  ];
  const accepting = (request: RawRequest, value: string) => ({
    ...request,
    headers: [...(request.headers ?? []), ...accept(value)],
  });
  for (const [name, make, status] of operations) {
    for (const [value, type] of [
      ['*/*', json],
      [v1, v1],
      [`${v2}, ${json};q=0.1`, json],
      [`${json};q=0.5, ${v1}`, v1],
    ] as const) {
      test(`${name}: ${value}`, async (call) => {
        const answer = await call(accepting(make(await makeSource(call)), value));
        expect(described(answer)).toEqual({
          status,
          type,
          vary: 'Accept',
          body: expect.objectContaining({ format: 'json', tags: [] }),
        });
      });
    }
    for (const value of [v2, 'text/html', `${json};q=0, ${v1};q=0`]) {
      test(`${name}: ${value}`, async (call) => {
        const id = await makeSource(call);
        expect(described(await call(accepting(make(id), value)))).toEqual(notAcceptable([json, v1]));
        expect((await call({ target: `/v1/source/${id}` })).body).toMatchObject({ revision: 1 });
      });
    }
  }
  for (const value of [json, v2, 'text/html', '*/*;q=0']) {
    test(`DELETE, which returns no content: ${value}`, async (call) => {
      const id = await makeSource(call);
      const request = { method: 'DELETE', target: `/v1/source/${id}`, headers: accept(value) };
      const { status, headers, text } = await call(request);
      const varies = /\baccept\b(?!-)/i.test(headers['vary'] ?? '');
      expect({ status, varies, text }).toEqual({ status: 204, varies: false, text: '' });
    });
  }
});

async function makeSource(call: Call): Promise<string> {
  const made = await call({ method: 'POST', target: '/v1/source', headers: [typed(json)], body: '{}' });
  return (made.body as { readonly _id: string })._id;
}

describeGateways('Accept for the descriptors', (test) => {
  for (const [value, status] of [
    [json, 200],
    ['*/*', 200],
    [v1, 406],
    ['application/yaml', 406],
  ] as const) {
    test(value, async (call) => {
      const answer = await call({ target: '/v1/api-docs.json', headers: accept(value) });
      const expected = { status: 200, type: json, vary: 'Accept', body: expect.any(Object) };
      expect(described(answer)).toEqual(status === 200 ? expected : notAcceptable([json]));
    });
  }
});

const nobody = '0123456789abcdef01234567';
/** RFC 9457 section 3: Accept does not change the media type of a problem. */
describeGateways('Accept for failures', (test) => {
  const failing: readonly [name: string, request: RawRequest, value: string, status: number][] = [
    ['an unknown source', { target: `/v1/source/${nobody}` }, v1, 404],
    ['an invalid parameter', { target: '/v1/source?size=x' }, v2, 400],
    ['an unknown path', { target: '/v1/nothing' }, 'text/html', 404],
    ['an undeclared method', { method: 'PUT', target: '/v1/source' }, v2, 405],
    ['406 comes before 400', { target: '/v1/source?size=x' }, v3, 406],
  ];
  for (const [name, request, value, status] of failing) {
    test(name, async (call) => {
      const answer = await call({ ...request, headers: accept(value) });
      expect({ status: answer.status, type: mediaType(answer) }).toEqual({
        status,
        type: 'application/problem+json',
      });
    });
  }
});

describeGateways('a body of an unsupported type', (test) => {
  const bodies: readonly [name: string, method: string, type: string, hints: object][] = [
    ['POST', 'POST', 'text/plain', { accept: json }],
    ['PUT', 'PUT', 'application/xml', { accept: json }],
    ['PATCH', 'PATCH', 'text/plain', { accept: patches, patch: patches }],
    ['POST with a patch', 'POST', mergePatch, { accept: json }],
    ['POST in another charset', 'POST', `${v1};charset=utf-16`, { accept: json }],
    [
      'PATCH in another charset',
      'PATCH',
      `${mergePatch};charset=latin1`,
      { accept: patches, patch: patches },
    ],
  ];
  for (const [name, method, type, hints] of bodies) {
    test(`${name} returns the supported types`, async (call) => {
      const path = method === 'POST' ? '/v1/source' : `/v1/source/${nobody}`;
      const { status, headers } = await call({ method, target: path, headers: [typed(type)], body: '{}' });
      expect({ status, accept: headers['accept'], patch: headers['accept-patch'] }).toEqual({
        status: 415,
        patch: undefined,
        ...hints,
      });
    });
  }
});
