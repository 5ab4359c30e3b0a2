/** Protected paths that are declared with a slash at their end: the default route hands their requests over. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Role } from '../../../../lib/headwater/compile/aws/roles/plan-roles.ts';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic, isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { makeProject } from '../../../support/project.ts';

const operation = (httpMethod: string, nickname: string, more: object = {}) => ({
  ...{ httpMethod, nickname, responseClass: 'any', parameters: [], ...more },
});

const files = {
  'descriptors/api-docs.json': {
    apiVersion: '1.0',
    basePath: '/v1',
    authorizations: { key: { type: 'apiKey', passAs: 'header', keyname: 'X-Key' } },
    security: [{ key: [] }],
  },
  'descriptors/thing.json': {
    resourcePath: '/',
    apis: [
      { path: '/closed/', operations: [operation('GET', 'closed'), operation('PUT', 'put')] },
      {
        path: '/mixed/',
        operations: [operation('GET', 'mixed', { security: [] }), operation('PUT', 'change')],
      },
    ],
  },
  ...Object.fromEntries(
    ['closed', 'put', 'mixed', 'change'].map((name) => [
      `handlers/thing/${name}.ts`,
      'export const handle = () => 1;',
    ]),
  ),
};

const before = process.env['ACCESS'];
let call: CallFunction;
let roles: readonly Role[];

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  process.env['ACCESS'] = '{"issuers":[]}';
  const project = await makeProject(files);
  expect((await build(project)).diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
  roles = JSON.parse(await readFile(join(project, '.generated/roles.json'), 'utf8'));
  call = await loadFunction(project, 'default-route');
});

afterAll(() => {
  process.env['ACCESS'] = before;
  vi.restoreAllMocks();
});

test('the default route may do what these functions may, and no more', () => {
  const role = (id: string) => roles.find(({ functions }) => functions.includes(id));
  expect(role('default-route')).toBeDefined();
  expect(role('default-route')).toEqual(role('thing-closed'));
});

test.each([
  ['GET', '/v1/closed/', 401],
  ['PUT', '/v1/closed/', 401],
  ['DELETE', '/v1/closed/', 401],
  ['OPTIONS', '/v1/closed/', 401],
  ['OPTIONS', '/v1/closed', 401],
  ['GET', '/v1/closed//', 401],
  ['GET', '/v1/mixed/', 200],
  ['PUT', '/v1/mixed/', 401],
  ['DELETE', '/v1/mixed/', 405],
  ['OPTIONS', '/v1/mixed/', 204],
])('%s %s without a credential: %d', async (method, url, status) => {
  expect((await call({ method, url })).status).toBe(status);
});
