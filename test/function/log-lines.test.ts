/** Log lines name the request that they are about, also those of the store. */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test, vi } from 'vitest';
import { documentKey } from '../../lib/search/documents/document-items.ts';
import { type CallFunction, loadFunction } from '../support/emitted-function.ts';
import { openSources } from '../support/open-sources.ts';
import { repository } from '../support/repository.ts';
import { type SourceFunctions, sourceFunctions } from '../support/source-functions.ts';

const names = {
  requestId: 'request-7',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};

let sources: SourceFunctions;
let list: CallFunction;

beforeAll(async () => {
  sources = await sourceFunctions([]);
  list = await loadFunction(repository, 'source-list');
});

test('a list that skips a malformed document and a malformed entry', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const id = await sources.make({ name: 'broken' });
  const key = documentKey(openSources, id);
  const put = (Item: Record<string, unknown>) =>
    sources.engine.client.send(new PutCommand({ TableName: sources.tableName, Item }));
  await put({ ...key, revision: 1, tags: 'not a list' });
  const [entry] = (await sources.engine.scan(sources.tableName)).filter(({ v }) => v !== undefined);
  await put({ ...entry, sk: 'zz no entry' });
  const answer = await list({
    url: '/v1/source',
    method: 'GET',
    headers: { 'x-request-id': names.requestId, traceparent: names.traceparent },
  });
  expect(answer).toMatchObject({ status: 200, body: { hits: [] } });
  const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
  const message = 'A malformed item is skipped.';
  expect(lines).toContainEqual({ level: 'ERROR', message, ...names, ...key });
  expect(lines).toContainEqual({ level: 'ERROR', message, ...names, pk: entry?.['pk'], sk: 'zz no entry' });
  logged.mockRestore();
});

test('in Lambda a line is an object, which the runtime writes as JSON with its own level and time', async () => {
  vi.stubEnv('AWS_LAMBDA_LOG_FORMAT', 'JSON');
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const id = await sources.make({ name: 'broken' });
  const key = documentKey(openSources, id);
  const Item = { ...key, revision: 1, tags: 'not a list' };
  await sources.engine.client.send(new PutCommand({ TableName: sources.tableName, Item }));
  await list({ url: '/v1/source', method: 'GET', headers: { 'x-request-id': names.requestId } });
  const line = expect.objectContaining({ message: 'A malformed item is skipped.', ...key });
  expect(logged).toHaveBeenCalledWith(line);
  logged.mockRestore();
  vi.unstubAllEnvs();
});

test('in Lambda a request that fails leaves a line with its code and owner, elsewhere none', async () => {
  const logged = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const headers = { 'x-request-id': names.requestId, traceparent: names.traceparent, 'x-owner': 'acme' };
  const wrong = { url: '/v1/source?size=many', method: 'GET', headers };
  expect(await list(wrong)).toMatchObject({ status: 400 });
  expect(logged).not.toHaveBeenCalled();
  vi.stubEnv('AWS_LAMBDA_LOG_FORMAT', 'JSON');
  expect(await list(wrong)).toMatchObject({ status: 400 });
  expect(await list({ url: '/v1/source', method: 'GET' })).toMatchObject({ status: 200 });
  const line = { operation: 'source-list', ...names, status: 400, owner: 'acme', code: 'invalid_request' };
  expect(logged.mock.calls).toEqual([[line]]);
  logged.mockRestore();
  vi.unstubAllEnvs();
});
