/** Tokens of an issuer whose keys cannot be fetched: what checks them is loaded later, and its problem is the documented one. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { loadFunction } from '../../../support/emitted-function.ts';
import { listing, makeProject } from '../../../support/project.ts';

/** Nothing listens there. */
const issuer = 'http://127.0.0.1:9/';
const before = process.env['ACCESS'];
let project: string;

beforeAll(async () => {
  for (const level of ['info', 'error', 'log'] as const) vi.spyOn(console, level).mockReturnValue();
  process.env['ACCESS'] = JSON.stringify({ issuers: [{ issuer, audiences: ['a'] }] });
  const operation = { httpMethod: 'GET', nickname: 'read', responseClass: 'any', parameters: [] };
  project = await makeProject({
    'descriptors/api-docs.json': { ...listing, authorizations: { oauth2: { type: 'oauth2' } } },
    'descriptors/thing.json': {
      resourcePath: '/thing',
      apis: [{ path: '/thing', operations: [{ ...operation, authorizations: { oauth2: [] } }] }],
    },
    'handlers/thing/read.ts': 'export const handle = () => 1;',
  });
  expect((await build(project)).diagnostics).toEqual([]);
});

afterAll(() => {
  process.env['ACCESS'] = before;
  vi.restoreAllMocks();
});

const partOf = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const header = partOf({ alg: 'ES256', kid: 'k' });
const token = `${header}.${partOf({ iss: issuer, aud: 'a', sub: 'b' })}.${partOf({})}`;
const authorization = `Bearer ${token}`;

test.each([
  ['an operation', 'thing-read', 'GET'],
  ['the default route', 'default-route', 'PUT'],
])('%s answers 503, and says when to come back', async (_name, id, method) => {
  const call = await loadFunction(project, id);
  const { status, headers, body } = await call({ method, url: '/v1/thing', headers: { authorization } });
  expect([status, headers['retry-after'], Object(body).type]).toEqual([
    503,
    '1',
    'urn:problem-type:headwater:unavailable',
  ]);
  expect(await call({ method, url: '/v1/thing', headers: { authorization: 'Bearer a.b.c' } })).toMatchObject({
    status: 401,
  });
});
