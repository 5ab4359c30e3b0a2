/** Requests without a route: OPTIONS, undeclared methods and unknown paths. */

import { expect } from 'vitest';
import { describeGateways } from './gateways.ts';
import { problem } from './table.ts';

const id = '0123456789abcdef01234567';
const ofList = 'GET, HEAD, POST, OPTIONS';
const ofOne = 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS';
const ofDocs = 'GET, HEAD, OPTIONS';

const paths: readonly [target: string, allow: string, acceptPatch?: string][] = [
  ['/v1/source', ofList],
  ['/v1/source?size=x', ofList],
  [`/v1/source/${id}`, ofOne, 'application/merge-patch+json, application/json'],
  ['/v1/source/whatever', ofOne, 'application/merge-patch+json, application/json'],
  ['/v1/api-docs.json', ofDocs],
  ['/v1/api-docs.json/source', ofDocs],
  ['/v1/api-docs.json/nope', ofDocs],
  ['/', ofDocs],
  ['/v1', ofDocs],
];
describeGateways('OPTIONS', (test) => {
  for (const [target, allow, acceptPatch] of paths) {
    test(target, async (call) => {
      const { status, headers, text } = await call({ method: 'OPTIONS', target });
      expect({ status, allow: headers.allow, acceptPatch: headers['accept-patch'], text }).toEqual({
        status: 204,
        allow,
        acceptPatch,
        text: '',
      });
    });
  }
  for (const target of ['/v2', '/v2/source', '/v1/source/a/b']) {
    test(`${target}, an unknown path`, async (call) => {
      const { status, body } = await call({ method: 'OPTIONS', target });
      expect({ status, body }).toMatchObject({ status: 404, body: problem('not_found') });
    });
  }
});

const methods: readonly [method: string, target: string, allow: string][] = [
  ['DELETE', '/v1/source', ofList],
  ['PUT', '/v1/source', ofList],
  ['PATCH', '/v1/source', ofList],
  ['POST', `/v1/source/${id}`, ofOne],
  ['POST', '/v1/api-docs.json', ofDocs],
  ['DELETE', '/v1/api-docs.json/source', ofDocs],
  ['POST', '/', ofDocs],
  ['DELETE', '/v1', ofDocs],
];
describeGateways('an undeclared method', (test) => {
  for (const [method, target, allow] of methods) {
    test(`${method} ${target}`, async (call) => {
      const headers = [['Accept', 'text/html']] as const;
      const { status, headers: answered, body } = await call({ method, target, headers });
      expect({ status, allow: answered.allow, body }).toMatchObject({
        status: 405,
        allow,
        body: { ...problem('method_not_allowed'), status: 405, detail: expect.stringContaining(allow) },
      });
      expect(answered['content-type']).toMatch(/^application\/problem\+json/);
    });
  }
});

describeGateways('a path with a trailing slash', (test) => {
  test('differs from the path without it', async (call) => {
    const { status, body } = await call({ target: '/v1/source/' });
    expect({ status, body }).toMatchObject({
      status: 404,
      body: { ...problem('not_found'), detail: expect.stringContaining('/v1/source has no slash') },
    });
  });
});

const described =
  '</v1/openapi.json>; rel="service-desc"; type="application/json", </v1/api-docs.json>; rel="service-desc"; type="application/json", </docs>; rel="service-doc"; type="text/html"';

describeGateways('the root and the base path', (test) => {
  for (const target of ['/', '/v1', '/v1/', '/?size=1']) {
    for (const [accept, location] of [
      ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', '/docs'],
      ['*/*', '/v1/api-docs.json'],
      ['application/json', '/v1/api-docs.json'],
    ] as const) {
      for (const method of ['GET', 'HEAD']) {
        test(`${method} ${target} for ${accept}`, async (call) => {
          const { status, headers, text } = await call({ method, target, headers: [['Accept', accept]] });
          expect({ status, location: headers['location'], link: headers['link'], text }).toEqual({
            status: 303,
            location,
            link: described,
            text: '',
          });
          expect((await call({ target: location })).status).toBe(200);
        });
      }
    }
  }
});
