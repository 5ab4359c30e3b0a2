/**
 * `npx headwater work` as a process, the metrics of replays and the lines of background work: over the functions as they
 * ship.
 *
 * @module-tag storage
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readDeployment } from '../../../lib/headwater/compile/aws/deployment.ts';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import { createTable } from '../../../lib/headwater/data/store/table.ts';
import { openDatabase } from '../../../lib/headwater/tools/local/database.ts';
import type { LambdaHandler } from '../../../lib/headwater/tools/local/gateway/invoke-function.ts';
import { lambdaContext } from '../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { localTableName } from '../../../lib/headwater/tools/local/local-table.ts';
import { alertKey } from '../../../lib/service/streams/alerts/alert-items.ts';
import { jobKey } from '../../../lib/service/streams/jobs/job-items.ts';
import { workKey } from '../../../lib/service/streams/leases/running-work.ts';
import { sinkKey } from '../../../lib/service/streams/leases/sink-items.ts';
import { cleanUp } from '../../support/clean-up.ts';
import { headwater, linkConfig } from '../../support/command.ts';
import { loadHandler } from '../../support/emitted-function.ts';
import { repository } from '../../support/repository.ts';
import '../../support/restore-environment.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

const tableName = 'headwater-prod';

let functions: StreamFunctions;
let schedule: LambdaHandler;
let written: Readonly<Record<string, unknown>>[];

beforeAll(async () => {
  functions = await streamFunctions(['stream-push', 'stream-createReplayJob', 'stream-patch']);
  const plain = new DynamoDBClient({});
  cleanUp(() => plain.destroy());
  await createTable(plain, tableName);
  Object.assign(process.env, { TABLE_NAME: tableName, AWS_LAMBDA_LOG_FORMAT: 'JSON' });
  schedule = await loadHandler(repository, 'stream-runReplays');
});

beforeEach(() => {
  written = [];
  vi.spyOn(console, 'info').mockImplementation((line: unknown) => void written.push(Object(line)));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(JSON.parse(String(text)));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

interface Made {
  readonly owner: string;
  readonly stream: string;
  readonly id: string;
}

async function makeReplay(owner: string): Promise<Made> {
  const headers = { 'x-owner': owner };
  const make = async (name: string, request: object) =>
    Object((await functions.call(name, { headers, ...request })).body)._id;
  const source = await make('source-create', { body: {} });
  const stream = await make('stream-create', { body: { source } });
  await make('stream-push', { id: stream, body: [{ a: 1 }] });
  const id = await make('stream-createReplayJob', { id: stream, body: { from: 0, to: 0 } });
  return { owner, stream, id };
}

const runSchedule = () => schedule({}, lambdaContext({ getRemainingTimeInMillis: () => 60_000 }));

const set = (Key: object, name: string, value: number) =>
  functions.engine.client.send(
    new UpdateCommand({
      ...{ TableName: tableName, Key: { ...Key }, UpdateExpression: 'SET #name = :value' },
      ...{ ExpressionAttributeNames: { '#name': name }, ExpressionAttributeValues: { ':value': value } },
    }),
  );

async function listed(folder = repository, options = ['--table', tableName]) {
  const { exitCode, output } = await headwater(folder, ['work', '--json', ...options]);
  expect(exitCode).toBe(0);
  return JSON.parse(output);
}

test('replays of all owners that run or have failed are listed, counted, and named in the log', async () => {
  const stuck = await makeReplay('acme');
  const failing = await makeReplay('beta');
  await functions.call('stream-patch', {
    ...{ id: failing.stream, headers: { 'x-owner': 'beta' }, body: { state: 'closed' } },
  });
  const { replays, forwards } = await listed();
  expect(forwards).toEqual([]);
  expect(replays).toEqual(
    [stuck, failing].map(({ owner, stream, id }) =>
      expect.objectContaining({ owner, stream, replay: id, state: 'running', position: 0, to: 0 }),
    ),
  );

  // Functions have had the lease for 40 minutes, one after the other.
  const hour = 3_600_000;
  await set(jobKey(stuck), 'until', Date.now() + hour);
  await set(workKey(stuck), 'at', Date.now() - (40 / 60) * hour);
  written = [];
  await runSchedule();
  const counts = written.find((line) => 'RunningReplays' in line);
  expect(counts).toMatchObject({ TableName: tableName, RunningReplays: 2 });
  const { deployment } = await readDeployment(repository);
  const alarm = Object(deployment?.resources['ReplaysAlarm']).Properties;
  expect(alarm).toMatchObject({ Namespace: 'Headwater', Statistic: 'Maximum' });
  expect(counts?.[alarm.MetricName]).toBeGreaterThan(alarm.Threshold);
  expect(counts?.['_aws']).toMatchObject({
    CloudWatchMetrics: [{ Namespace: 'Headwater', Dimensions: [['TableName']] }],
  });
  expect(written.filter((line) => 'replay' in line)).toEqual([
    expect.objectContaining({ owner: 'beta', stream: failing.stream, replay: failing.id, end: 'ended' }),
  ]);

  const later = await listed();
  expect(later.replays).toEqual([
    expect.objectContaining({ owner: 'acme', state: 'running', leaseUntil: expect.any(String) }),
    expect.objectContaining({ owner: 'beta', replay: failing.id, state: 'failed' }),
  ]);
  const { output } = await headwater(repository, ['work', '--table', tableName]);
  expect(output).toMatch(/^OWNER +STREAM +REPLAY +STATE +SINCE +POSITION +ATTEMPTS +LEASE +PROBLEM\nacme /);
  expect(output).toMatch(
    new RegExp(`beta +${failing.stream} +${failing.id} +failed .*The stream .* is closed`),
  );
  expect(output).toContain('1 replay running, 1 failed; 0 streams');
  expect(output).toContain('0 sinks, 0 failing; 0 alerts.');

  // The same of the local database.
  const folder = await copyToFolder();
  expect(await listed(folder, [])).toEqual(later);

  await set(jobKey(stuck), 'until', 0);
  await runSchedule();
  written = [];
  await runSchedule();
  expect(written).toEqual([]);
  expect((await listed()).replays).toEqual([later.replays[1]]);
});

test('sinks are listed with how far they are delivered, and why they fail', async () => {
  process.env['SINKS'] = 'on';
  const source = Object((await functions.call('source-create', { body: {} })).body)._id;
  const sink = { kind: 'opensearch', index: 'logs' };
  const stream = Object((await functions.call('stream-create', { body: { source, sink } })).body)._id;
  const error = { code: 'unavailable', message: 'The search engine answers 429: busy.', at: Date.now() };
  await functions.engine.client.send(
    new UpdateCommand({
      ...{ TableName: tableName, Key: { ...sinkKey({ owner: 'public', stream }) } },
      UpdateExpression: 'SET #tries = :tries, #error = :error',
      ExpressionAttributeNames: { '#tries': 'tries', '#error': 'error' },
      ExpressionAttributeValues: { ':tries': 3, ':error': error },
    }),
  );
  expect((await listed()).sinks).toEqual([
    {
      ...{ owner: 'public', stream, ...sink, position: 0, refused: 0, missed: 0, tries: 3 },
      error: { ...error, at: new Date(error.at).toISOString() },
    },
  ]);
  const { output } = await headwater(repository, ['work', '--table', tableName]);
  expect(output).toMatch(
    new RegExp(`public +${stream} +logs +0 +0 +0 +3 +The search engine answers 429: busy`),
  );
  expect(output).toContain('1 sink, 1 failing; 0 alerts.');
});

test('streams that alert are listed, with the limit and since when', async () => {
  const stream = await functions.makeStream({ alerts: { failure_share: 0.2 } });
  await functions.engine.client.send(
    new UpdateCommand({
      ...{ TableName: tableName, Key: { ...alertKey({ owner: 'public', stream }) } },
      UpdateExpression: 'SET #since = :since',
      ExpressionAttributeNames: { '#since': 'since' },
      ExpressionAttributeValues: { ':since': { failure_share: 1_770_000_000_000 } },
    }),
  );
  const since = new Date(1_770_000_000_000).toISOString();
  expect((await listed()).alerts).toEqual([
    { owner: 'public', stream, alert: 'failure_share', limit: 0.2, since },
  ]);
  const { output } = await headwater(repository, ['work', '--table', tableName]);
  expect(output).toMatch(new RegExp(`public +${stream} +failure_share +0.2 +${since}`));
  expect(output).toContain('failing; 1 alert.');
});

async function copyToFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-work-'));
  await linkConfig(folder);
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  const { environment, close } = await openDatabase(join(folder, '.data'), localTableName);
  const plain = new DynamoDBClient({
    endpoint: environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const client = documentClient(plain);
  for (const Item of await functions.engine.scan(tableName))
    await client.send(new PutCommand({ TableName: localTableName, Item: { ...Item } }));
  plain.destroy();
  await close();
  return folder;
}

test.each([
  [['--stage', 'prod', '--data', 'x'], 'with --stage there is none'],
  [['--jsn'], "Unknown option '--jsn' (did you mean --json?)"],
])('%j is refused', async (args, reason) => {
  const { exitCode, complaint } = await headwater(repository, ['work', ...args]);
  expect(exitCode).toBe(2);
  expect(complaint).toContain(reason);
});
