/** What docs/headwater/import.md says that clients of another service may notice. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { type CallFunction, loadDefaultRoute, loadFunction } from '../../../support/emitted-function.ts';
import { listing, makeProject } from '../../../support/project.ts';
import { repository } from '../../../support/repository.ts';

const thing = {
  type: 'object',
  required: ['_id', 'size'],
  properties: {
    _id: { type: 'string', readOnly: true },
    size: { type: 'integer' },
    mail: { type: 'string', format: 'email' },
    day: { type: 'string', format: 'date' },
  },
};
const content = { 'application/json': { schema: thing } };
const operation = (operationId: string) => ({
  operationId,
  parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
  requestBody: { required: true, content },
  responses: { 200: { description: 'Done', content } },
});
const document = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: { '/thing': { post: operation('make'), put: operation('change') } },
};
const handler = "export const handle = () => ({ _id: 'a', size: 1 });\n";
const calls = new Map<string, CallFunction>();

beforeAll(async () => {
  const folder = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': document,
    'handlers/thing/make.ts': handler,
    'handlers/thing/change.ts': handler,
  });
  expect((await build(folder)).diagnostics.filter(isError)).toEqual([]);
  calls.set('POST', await loadFunction(folder, 'thing-make'));
  calls.set('PUT', await loadFunction(folder, 'thing-change'));
  calls.set('DELETE', await loadDefaultRoute(folder));
});

const json = { 'content-type': 'application/json' };

test.each<
  [row: string, status: number, request: { method?: string; query?: string; body?: string; headers?: object }]
>([
  ['an invalid value', 400, { body: '{"size":0.5}' }],
  ['a query parameter that the descriptor does not declare', 400, { query: 'sort=up' }],
  ['one parameter twice', 400, { query: 'page=1&page=2' }],
  ['a number or a truth value in quotes', 400, { body: '{"size":"1"}' }],
  ['are texts, and are cast', 200, { query: 'page=1' }],
  ['`null` for an optional member', 400, { body: '{"size":1,"mail":null}' }],
  ['a member twice in one object', 400, { body: '{"size":1,"size":2}' }],
  ['an integer beyond 2^53', 400, { body: '{"size":9007199254740993}' }],
  ['a member that the service sets', 400, { body: '{"size":1,"_id":"a"}' }],
  ['a PUT or a PATCH may send it back', 200, { method: 'PUT', body: '{"size":1,"_id":"a"}' }],
  ['such as `email` or `uuid`', 200, { body: '{"size":1,"mail":"x"}' }],
  ['`date-time` and `byte` are checked', 400, { body: '{"size":1,"day":"x"}' }],
  ['another method of a known path', 405, { method: 'DELETE' }],
  ['a body of another media type', 415, { headers: { 'content-type': 'text/csv' } }],
  ['an `Accept` that the operation does not offer', 406, { headers: { accept: 'text/csv' } }],
  ['more than 1 MiB of JSON', 413, { body: JSON.stringify({ size: 1, mail: 'x'.repeat(2 ** 20) }) }],
])('%s: %d', async (row, status, { method = 'POST', query = '', body = '{"size":1}', headers = {} }) => {
  expect(await readFile(join(repository, 'docs/headwater/import.md'), 'utf8')).toContain(row);
  const url = `/v1/thing${query && `?${query}`}`;
  const answer = await calls.get(method)?.({ method, url, body, headers: { ...json, ...headers } });
  expect(answer?.status).toBe(status);
});
