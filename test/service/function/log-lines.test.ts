/** Log lines name their request, also in the store. */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { documentKey } from '../../../lib/headwater/data/search/documents/document-items.ts';
import { type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { httpApiEvent } from '../../support/event.ts';
import { repository } from '../../support/repository.ts';
import { openSources, postingsAmong } from '../support/open-sources.ts';
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
  const [entry] = (await sources.engine.scan(sources.tableName)).filter(
    (item) => postingsAmong([item]).length > 0,
  );
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

describe('the line of a request', () => {
  const logged = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const headers = { 'x-request-id': names.requestId, traceparent: names.traceparent, 'x-owner': 'acme' };
  const get = { url: '/v1/source', method: 'GET', headers };
  const malformed = { ...get, headers: { ...headers, 'if-none-match': 'no tag' } };

  beforeEach(() => {
    logged.mockClear();
    vi.stubEnv('AWS_LAMBDA_LOG_FORMAT', 'JSON');
  });
  afterEach(() => vi.unstubAllEnvs());
  afterAll(() => logged.mockRestore());

  test('has route, status, latency and owner, and the code of a problem', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: httpApiEvent(get).requestContext.timeEpoch + 7 });
    await list(get);
    await list(malformed);
    vi.useRealTimers();
    const line = { ...names, routeKey: 'GET /v1/source', latency: 7, owner: 'acme' };
    expect(logged.mock.calls).toEqual([
      [{ ...line, status: 200 }],
      [{ ...line, status: 400, code: 'invalid_request' }],
    ]);
  });

  test('is there for a response that was stored for its Idempotency-Key', async () => {
    const create = await loadFunction(repository, 'source-create');
    const key = { 'idempotency-key': 'once', 'content-type': 'application/json' };
    const post = { url: '/v1/source', method: 'POST', body: '{"name":"a"}', headers: { ...headers, ...key } };
    await create(post);
    await create(post);
    const line = expect.objectContaining({ routeKey: 'POST /v1/source', status: 201, owner: 'acme' });
    expect(logged.mock.calls).toEqual([[line], [line]]);
  });

  test('is not there on the own machine', async () => {
    vi.unstubAllEnvs();
    await list(get);
    await list(malformed);
    expect(logged).not.toHaveBeenCalled();
  });
});
