/** Every archive of this project in AWS's own runtime client: its responses, its log, and its reports to Lambda. */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { send } from '../../headwater/run/gateways/client.ts';
import { cleanUp } from '../../support/clean-up.ts';
import { httpApiEvent } from '../../support/event.ts';
import { runInsights } from '../../support/logs-insights.ts';
import { repository } from '../../support/repository.ts';
import { shippedQuery } from '../../support/shipped-query.ts';
import { FunctionError, type LambdaFunction, startFunction } from './lambda-function.ts';
import { type RuntimeService, startService } from './service.ts';

let service: RuntimeService;

beforeAll(async () => {
  service = await startService();
  cleanUp(service.stop);
});

const lowercase = { type: 'lowercase', field: 'a' };
const sample = { records: [{ a: 'B' }] };

/** The requests in their order. `$source` and `$stream` are the ids of the first source and stream. */
const requests: readonly (readonly [id: string, request: string, status: number, body?: unknown])[] = [
  ['source-create', 'POST /v1/source', 201, { name: 'one', tags: ['web'], preprocessors: [lowercase] }],
  ['source-list', 'GET /v1/source?query=web', 200],
  ['source-getById', 'GET /v1/source/$source', 200],
  ['source-update', 'PUT /v1/source/$source', 200, { name: 'two', preprocessors: [lowercase] }],
  ['source-patch', 'PATCH /v1/source/$source', 200, { tags: ['web'] }],
  ['source-listVersions', 'GET /v1/source/$source/version', 200],
  ['source-getVersion', 'GET /v1/source/$source/version/1', 200],
  ['source-putSample', 'PUT /v1/source/$source/sample', 200, sample],
  ['source-getSample', 'GET /v1/source/$source/sample', 200],
  ['source-listFields', 'GET /v1/source/$source/fields', 200],
  ['source-discoverFields', 'POST /v1/source/$source/fields', 200, sample],
  ['source-getMappingPreview', 'GET /v1/source/$source/mapping-preview', 200],
  ['source-suggest', 'POST /v1/source/suggestion', 200, sample],
  ['source-createMappingPreview', 'POST /v1/source/$source/mapping-preview', 200, sample],
  ['pipeline-put', 'PUT /v1/pipeline/clean', 201, { preprocessors: [lowercase] }],
  ['pipeline-getByName', 'GET /v1/pipeline/clean', 200],
  ['pipeline-list', 'GET /v1/pipeline', 200],
  ['pipeline-remove', 'DELETE /v1/pipeline/clean', 204],
  ['source-removeSample', 'DELETE /v1/source/$source/sample', 204],
  ['preprocessor-list', 'GET /v1/preprocessor', 200],
  ['preprocessor-getByType', 'GET /v1/preprocessor/grok', 200],
  [
    'preprocessor-preview',
    'POST /v1/preprocessor/lowercase/preview',
    200,
    { configuration: { field: 'a' }, ...sample },
  ],
  ['stream-create', 'POST /v1/stream', 201, { source: '$source' }],
  ['stream-list', 'GET /v1/stream', 200],
  ['stream-stat', 'GET /v1/stream/stats', 200],
  ['stream-getOverview', 'GET /v1/stream/overview', 200],
  ['stream-getById', 'GET /v1/stream/$stream', 200],
  ['stream-update', 'PUT /v1/stream/$stream', 200, { name: 'two' }],
  ['stream-push', 'POST /v1/stream/$stream/record', 201, [{ a: 'B' }]],
  ['stream-listRecords', 'GET /v1/stream/$stream/record', 200],
  ['stream-getRecord', 'GET /v1/stream/$stream/record/0', 200],
  ['stream-getHistogram', 'GET /v1/stream/$stream/histogram', 200],
  ['stream-listFields', 'GET /v1/stream/$stream/fields', 200],
  ['stream-getSink', 'GET /v1/stream/$stream/sink', 404],
  ['stream-listFailures', 'GET /v1/stream/$stream/failure', 200],
  ['stream-createReplay', 'POST /v1/stream/$stream/replay', 201, { from: 0, to: 0 }],
  ['stream-createReplayJob', 'POST /v1/stream/$stream/replay-job', 202, { from: 0, to: 0 }],
  ['stream-listReplayJobs', 'GET /v1/stream/$stream/replay-job', 200],
  ['stream-getReplayJob', 'GET /v1/stream/$stream/replay-job/$replay', 200],
  ['stream-removeReplayJob', 'DELETE /v1/stream/$stream/replay-job/$replay', 204],
  ['stream-patch', 'PATCH /v1/stream/$stream', 200, { state: 'closed' }],
  ['stream-remove', 'DELETE /v1/stream/$stream', 204],
  ['source-remove', 'DELETE /v1/source/$source', 204],
  ['api-docs', 'GET /v1/openapi.json', 200],
  ['reference', 'GET /docs', 200],
  ['workbench', 'GET /workbench', 200],
  ['default-route', 'GET /nowhere', 404],
];

test('every archive answers a request, in its own process', async () => {
  const made = new Map<string, string>();
  const answers: [string, number][] = [];
  const fill = (text: string) => text.replaceAll(/\$(\w+)/g, (_all, name: string) => made.get(name) ?? '');
  for (const [id, request, , body] of requests) {
    const [method = '', target = ''] = fill(request).split(' ');
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const headers = [['Content-Type', type]] as const;
    const content = body === undefined ? {} : { headers, body: fill(JSON.stringify(body)) };
    const answer = await send(service.port, { method, target, ...content });
    const name = id === 'stream-createReplayJob' ? 'replay' : /^(\w+)-create$/.exec(id)?.[1];
    if (name) made.set(name, (answer.body as { _id: string })._id);

    answers.push([id, answer.status]);
  }
  expect(answers).toEqual(requests.map(([id, , status]) => [id, status]));
  const functions: Record<string, object> = JSON.parse(
    await readFile(join(repository, '.generated/functions.json'), 'utf8'),
  );
  const all = [...service.functions.ids(), ...background.map(([id]) => id)];
  expect(all.toSorted()).toEqual(Object.keys(functions).toSorted());
});

const noChanges = { batchItemFailures: [] };
const background: readonly (readonly [id: string, event: object, result: unknown])[] = [
  ['stream-runReplays', { 'detail-type': 'Scheduled Event' }, null],
  ['stream-continueReplay', { Records: [] }, noChanges],
  ['stream-forwardStreams', { 'detail-type': 'Scheduled Event' }, null],
  ['stream-forwardStream', { Records: [] }, noChanges],
  ['stream-deliverStreams', { 'detail-type': 'Scheduled Event' }, null],
  ['stream-deliverStream', { Records: [] }, noChanges],
];

test.each(background)('%s, which no request calls, answers Lambda', async (id, event, result) => {
  const started = await start(id, {
    KINESIS_STREAM: 'arn:aws:kinesis:us-east-1:123456789012:stream/documents',
    SEARCH_ENDPOINT: 'http://127.0.0.1:1',
  });
  expect(await started.invoke(event)).toEqual(result);
});

async function start(id: string, changes: Record<string, string> = {}): Promise<LambdaFunction> {
  const started = await startFunction({
    projectFolder: repository,
    id,
    environment: { ...service.environment, ...changes },
  });
  cleanUp(() => started.stop());
  return started;
}

const list = httpApiEvent({ url: '/v1/source', headers: { 'x-request-id': 'client-7' } });

async function linesOf(environment: Record<string, string>) {
  const started = await start('source-list', environment);
  const { statusCode } = Object(await started.invoke(list));
  const lines = started.log().trim().split('\n').filter(Boolean);
  return { statusCode, lines: lines.map((line) => JSON.parse(line)) };
}

const unreachable = { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' };
const lineOf = (level: string, message: object) => ({
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  level,
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  message: expect.objectContaining({ requestId: 'client-7', ...message }),
});
const failure = lineOf('ERROR', { operation: 'source-list', stack: expect.any(String) });
/** The runtime client does not wrap the line, so the metric is at its root, where CloudWatch reads it. */
const metric = expect.objectContaining({ level: 'WARN', TableSilences: 1, _aws: expect.anything() });

test('each request is a line of JSON, with the ids of Lambda and of the client; what fails is another', async () => {
  expect(await linesOf({})).toEqual({
    statusCode: 200,
    lines: [lineOf('INFO', { routeKey: 'GET /v1/source', status: 200, owner: 'public' })],
  });
  expect(await linesOf(unreachable)).toEqual({
    statusCode: 503,
    lines: [
      failure,
      metric,
      lineOf('INFO', { routeKey: 'GET /v1/source', status: 503, code: 'unavailable' }),
    ],
  });
});

test('a stage with the log level WARN has lines of failures alone', async () => {
  const AWS_LAMBDA_LOG_LEVEL = 'WARN';
  expect(await linesOf({ AWS_LAMBDA_LOG_LEVEL })).toEqual({ statusCode: 200, lines: [] });
  expect(await linesOf({ AWS_LAMBDA_LOG_LEVEL, ...unreachable })).toEqual({
    statusCode: 503,
    lines: [failure, metric],
  });
});

test('without a table, the start fails, and says what is missing', async () => {
  const started = await start('source-list', { TABLE_NAME: '' });
  await expect(started.untilIdle()).rejects.toThrow(FunctionError);
  await expect(started.untilIdle()).rejects.toThrow('TABLE_NAME');
  expect(errorsIn(started)).toEqual([['Error', 'The environment variable TABLE_NAME is not set.']]);
});

test('a schedule that fails is found by the saved query, with the cause', async () => {
  const started = await start('stream-runReplays', unreachable);
  await expect(started.invoke({ 'detail-type': 'Scheduled Event' })).rejects.toThrow(FunctionError);
  // Both may be of the same millisecond.
  expect(new Map(errorsIn(started))).toEqual(
    new Map([
      ['ServiceError', 'The database is overloaded or cannot be reached; send the request again.'],
      ['Error', 'stream-runReplays has failed; the log line before this one says why.'],
    ]),
  );
});

/** What the saved query shows of the whole log. */
function errorsIn(started: LambdaFunction): (readonly [error: unknown, text: unknown])[] {
  const lines = started
    .log()
    .split('\n')
    .map((text) => ({ group: '/aws/lambda/headwater-dev', text }));
  return runInsights(shippedQuery('errors'), lines).map(({ error, text }) => [error, text]);
}

test('a function with data has opened its connection before its first event; one without has none', async () => {
  const seen: (string | undefined)[] = [];
  const database = createServer((request, response) => {
    seen.push(request.headers['x-amz-target']?.toString());
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
  });
  database.listen(0, '127.0.0.1');
  cleanUp(() => database.close());
  await new Promise((done) => database.once('listening', done));
  const { port: fake } = database.address() as AddressInfo;
  const own = { AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${fake}` };
  await (await start('preprocessor-list', own)).untilIdle();
  expect(seen).toEqual([]);
  await (await start('source-list', own)).untilIdle();
  expect(seen).toEqual(['DynamoDB_20120810.GetItem']);
});

test('a database that does not answer delays the start by a second, and does not make it fail', async () => {
  const silent = createServer(() => undefined);
  silent.listen(0, '127.0.0.1');
  cleanUp(() => {
    silent.closeAllConnections();
    silent.close();
  });
  await new Promise((done) => silent.once('listening', done));
  const { port: hanging } = silent.address() as AddressInfo;
  const started = await start('source-list', { AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${hanging}` });
  await started.untilIdle();
  expect(started.log()).toBe('');
});
