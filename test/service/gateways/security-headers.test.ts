/** Every kind of response has the security headers and Cache-Control. */

import { expect } from 'vitest';
import type { RawRequest } from '../../headwater/run/gateways/client.ts';
import { securityHeaders } from '../../support/standard-headers.ts';
import { describeGateways } from './gateways.ts';

const json = ['Content-Type', 'application/json'] as const;
const make: RawRequest = { method: 'POST', target: '/v1/source', headers: [json], body: '{"name":"one"}' };
const source = '{source}';
const missing = '/v1/source/0123456789abcdef01234567';
const tagged = 'private, no-cache';
const descriptor = 'public, max-age=300';
const nothing = 'no-store';

/** `{source}` stands for the path of a source at revision 1. */
const rows: readonly [name: string, request: RawRequest, status: number, cacheControl: string][] = [
  ['a list', { target: '/v1/source' }, 200, nothing],
  ['a source', { target: source }, 200, tagged],
  ['a created source', make, 201, tagged],
  ['a replaced source', { ...make, method: 'PUT', target: source }, 200, nothing],
  [
    'a patched source',
    { ...make, method: 'PATCH', target: source, headers: [['Content-Type', 'application/merge-patch+json']] },
    200,
    tagged,
  ],
  ['a deleted source', { method: 'DELETE', target: source }, 204, nothing],
  ['an unchanged source', { target: source, headers: [['If-None-Match', '"1"']] }, 304, tagged],
  ['a listing', { target: '/v1/api-docs.json' }, 200, descriptor],
  ['a descriptor', { target: '/v1/api-docs.json/source' }, 200, descriptor],
  ['OPTIONS', { method: 'OPTIONS', target: '/v1/source' }, 204, nothing],
  ['an invalid parameter', { target: '/v1/source?size=x' }, 400, nothing],
  ['a malformed body', { ...make, body: '{' }, 400, nothing],
  ['an invalid body', { ...make, body: '{"name":7}' }, 400, nothing],
  ['an unknown source', { target: missing }, 404, nothing],
  ['an unknown descriptor', { target: '/v1/api-docs.json/nope' }, 404, nothing],
  ['an unknown path', { target: '/nope' }, 404, nothing],
  ['an undeclared method', { method: 'DELETE', target: '/v1/source' }, 405, nothing],
  ['an unsupported Accept', { target: source, headers: [['Accept', 'text/html']] }, 406, nothing],
  ['a failed precondition', { target: source, headers: [['If-Match', '"9"']] }, 412, nothing],
  ['an oversized body', { ...make, body: `{"name":"${'a'.repeat(1_100_000)}"}` }, 413, nothing],
  ['an unsupported media type', { ...make, headers: [['Content-Type', 'text/plain']] }, 415, nothing],
];

describeGateways('security headers of', (test) => {
  for (const [name, request, status, cacheControl] of rows) {
    test(name, async (call) => {
      const made = request.target === source ? await call(make) : undefined;
      const target = made?.headers['location'] ?? request.target;
      const answer = await call({ ...request, target });
      expect(answer).toMatchObject({
        status,
        headers: { ...securityHeaders, 'cache-control': cacheControl },
      });
    });
  }
});
