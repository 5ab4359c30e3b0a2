/** Headers that are added to a response, headers of the handler that stay, and the statuses that can be sent. */

import { expect, test } from 'vitest';
import { checkHead } from '../../../../lib/headwater/run/http/response/http-response.ts';
import { withStandardHeaders } from '../../../../lib/headwater/run/http/steps/finalize-response.ts';
import type { RuntimeOperation } from '../../../../lib/headwater/shared/plan/operation-plan.ts';
import { otherHeaders, securityHeaders } from '../../../support/standard-headers.ts';

const plain: RuntimeOperation = { id: 'thing-read', successStatus: 200, produces: [], parameters: [] };
const deprecated: RuntimeOperation = {
  ...plain,
  fixedHeaders: { deprecation: '@1688169599', sunset: 'Sun, 30 Jun 2024 23:59:59 GMT' },
};
const ids = { requestId: 'a', traceparent: 'b' };
const cors: RuntimeOperation = { ...plain, variesByOrigin: true };

type Headers = Readonly<Record<string, string>>;

const rows: readonly [name: string, RuntimeOperation, status: number, given: Headers, others: Headers][] = [
  ['nothing', plain, 200, {}, {}],
  ['a tag', plain, 200, { etag: '"1"' }, { etag: '"1"', 'cache-control': 'private, no-cache' }],
  [
    'a tag, and no content',
    plain,
    304,
    { etag: '"1"' },
    { etag: '"1"', 'cache-control': 'private, no-cache' },
  ],
  ['the tag of an error', plain, 412, { etag: '"1"' }, { etag: '"1"' }],
  ['its own Cache-Control', plain, 200, { 'cache-control': 'max-age=5' }, { 'cache-control': 'max-age=5' }],
  [
    'Cache-Control of an error',
    plain,
    404,
    { 'cache-control': 'max-age=5' },
    { 'cache-control': 'max-age=5' },
  ],
  ['letter case', plain, 200, { 'Cache-Control': 'a', ETag: 'b' }, { 'cache-control': 'a', etag: 'b' }],
  ['a deprecated operation', deprecated, 200, {}, { ...deprecated.fixedHeaders }],
  ['an error of a deprecated operation', deprecated, 500, {}, { ...deprecated.fixedHeaders }],
  ['its own Sunset', deprecated, 200, { sunset: 'x' }, { ...deprecated.fixedHeaders, sunset: 'x' }],
  ['some origins', cors, 200, {}, { vary: 'Origin' }],
  ['some origins, and types', cors, 200, { vary: 'Accept' }, { vary: 'Accept, Origin' }],
];

test.each(rows)('%s', (_name, operation, statusCode, headers, others) => {
  const response = withStandardHeaders({ statusCode, headers, body: 'a' }, operation, ids);
  expect({ ...response, headers: otherHeaders(response.headers) }).toEqual({
    statusCode,
    headers: others,
    body: 'a',
  });
});

test('a response is no page, and is read over HTTPS alone', () => {
  expect(securityHeaders).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
  });
});

test.each(Object.keys(securityHeaders))('%s of the handler stays', (name) => {
  const { headers } = withStandardHeaders({ statusCode: 200, headers: { [name]: 'mine' } }, plain, ids);
  expect(headers[name]).toBe('mine');
});

test('the names of the request replace those of the handler', () => {
  const given = { 'X-Request-Id': 'mine', traceparent: 'mine' };
  const { headers } = withStandardHeaders({ statusCode: 200, headers: given }, plain, ids);
  expect([headers['x-request-id'], headers['traceparent']]).toEqual(['a', 'b']);
});

test.each([200, 599])('the status %i can be sent', (status) => {
  expect(() => checkHead({ status, headers: {} })).not.toThrow();
});
