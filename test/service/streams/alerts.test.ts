/** Alerts of streams: the functions that ship, with the schedule that looks at them, hour by hour. */

import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readDeployment } from '../../../lib/headwater/compile/aws/deployment.ts';
import type { LambdaHandler } from '../../../lib/headwater/tools/local/gateway/invoke-function.ts';
import { lambdaContext } from '../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { loadHandler } from '../../support/emitted-function.ts';
import { repository } from '../../support/repository.ts';
import '../../support/restore-environment.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

interface Alert {
  readonly alert: string;
  readonly since: string;
  readonly value: number;
  readonly limit: number;
}

let functions: StreamFunctions;
let schedule: LambdaHandler;
let lines: Readonly<Record<string, unknown>>[];
let now: number;

const minute = 60_000;
const convert = { type: 'convert', field: 'n', target_type: 'integer' };

beforeAll(async () => {
  process.env['SINKS'] = 'on';
  functions = await streamFunctions(['push', 'patch', 'update', 'getById', 'getOverview', 'remove'].map(own));
  process.env['AWS_LAMBDA_LOG_FORMAT'] = 'JSON';
  schedule = await loadHandler(repository, own('runReplays'));
});

function own(nickname: string): string {
  return `stream-${nickname}`;
}

beforeEach(() => {
  lines = [];
  now = Date.parse('2026-11-21T07:00:00Z');
  vi.useFakeTimers({ toFake: ['Date'], now });
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation((line: unknown) => void lines.push(Object(line)));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(JSON.parse(String(text)));
    return true;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function pass(minutes: number): void {
  now += minutes * minute;
  vi.setSystemTime(now);
}

/** @returns the lines of the log that it writes, without those of metrics, and the metrics. */
async function run() {
  lines = [];
  await schedule({}, lambdaContext({ getRemainingTimeInMillis: () => minute }));
  const [metrics = {}] = lines.filter((line) => '_aws' in line);
  return { said: lines.filter((line) => 'alert' in line), metrics };
}

async function alertsOf(id: string): Promise<readonly Alert[] | undefined> {
  const { body } = await functions.call('stream-getOverview', { query: `?query=_id:${id}` });
  return Object(body).hits[0]?.alerting;
}

const push = (id: string, body: readonly object[]) => functions.call('stream-push', { id, body });
const patch = (id: string, body: object) => functions.call('stream-patch', { id, body });
const close = (id: string) => patch(id, { state: 'closed' });

test('the share of failures of the last hour', async () => {
  const source = await functions.makeSource({ preprocessors: [convert] });
  const id = await functions.makeStream({ source, alerts: { failure_share: 0.5 } });
  expect(await run()).toEqual({ said: [], metrics: {} });
  await push(id, [{ n: 1 }, { n: 'x' }]);
  // Half of them is not more than half.
  expect(await run()).toEqual({ said: [], metrics: {} });
  await push(id, [{ n: 'x' }, { n: 'y' }]);
  const begun = new Date(now).toISOString();
  const { said, metrics } = await run();
  const values = { alert: 'failure_share', value: 0.75, limit: 0.5 };
  expect(said).toEqual([
    expect.objectContaining({ owner: 'public', stream: id, ...values, state: 'begins' }),
  ]);
  expect(metrics).toMatchObject({ TableName: functions.tableName, FailingStreams: 1 });
  expect(metrics).not.toHaveProperty('SilentStreams');
  expect(await alertsOf(id)).toEqual([{ ...values, since: begun }]);
  pass(30);
  const later = await run();
  expect([later.said, later.metrics]).toMatchObject([[], { FailingStreams: 1 }]);
  expect(await alertsOf(id)).toEqual([{ ...values, since: begun }]);
  pass(61);
  const over = await run();
  expect(over.said).toMatchObject([{ stream: id, alert: 'failure_share', state: 'ends', limit: 0.5 }]);
  expect(over.metrics).toEqual({});
  expect(await alertsOf(id)).toEqual([]);
  await close(id);
});

test('silence, which counts from the last push, or from when the stream is watched', async () => {
  const id = await functions.makeStream({});
  await push(id, [{ n: 1 }]);
  pass(600);
  await patch(id, { alerts: { silence_minutes: 30 } });
  pass(30);
  expect((await run()).said).toEqual([]);
  pass(2);
  expect((await run()).metrics).toMatchObject({ SilentStreams: 1 });
  expect(await alertsOf(id)).toMatchObject([{ alert: 'silence_minutes', value: 32, limit: 30 }]);
  // Another limit begins no new watch.
  await patch(id, { alerts: { failure_share: 0.1 } });
  expect(await alertsOf(id)).toHaveLength(1);
  await push(id, [{ n: 2 }]);
  expect(await alertsOf(id)).toEqual([]);
  expect((await run()).said).toMatchObject([{ alert: 'silence_minutes', state: 'ends' }]);
  pass(40);
  expect((await run()).said).toMatchObject([{ alert: 'silence_minutes', state: 'begins', value: 40 }]);
  // A paused stream is silent on purpose, and one that is opened again has its time.
  await patch(id, { state: 'paused' });
  expect(await alertsOf(id)).toEqual([]);
  pass(100);
  expect(await run()).toEqual({ said: [], metrics: {} });
  await patch(id, { state: 'open' });
  expect(await run()).toEqual({ said: [], metrics: {} });
  pass(31);
  expect((await run()).metrics).toMatchObject({ SilentStreams: 1 });
  await close(id);
  expect(await run()).toEqual({ said: [], metrics: {} });
  expect(await functions.call('stream-remove', { id })).toMatchObject({ status: 204 });
});

test('the lag of a sink', async () => {
  const sink = { kind: 'opensearch', index: 'logs' } as const;
  const id = await functions.makeStream({ sink, alerts: { lag: 2 } });
  await push(id, [{ n: 1 }, { n: 2 }]);
  expect(await run()).toEqual({ said: [], metrics: {} });
  await push(id, [{ n: 3 }]);
  expect((await run()).metrics).toMatchObject({ LaggingStreams: 1 });
  expect(await alertsOf(id)).toMatchObject([{ alert: 'lag', value: 3, limit: 2 }]);
  const refused = await patch(id, { sink: null });
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { errors: [{ pointer: '/alerts/lag', code: 'not_allowed', message: 'must be absent without sink' }] },
  ]);
  expect((await patch(id, { sink: null, alerts: { lag: null, silence_minutes: 5 } })).body).toMatchObject({
    alerts: { silence_minutes: 5 },
  });
  const { said } = await run();
  expect(said).toMatchObject([{ alert: 'lag', state: 'ends' }]);
  await close(id);
});

test('streams of all owners are counted, and a stream is once in each alert', async () => {
  const made: [id: string, owner: string][] = [];
  for (const owner of ['acme', 'beta']) {
    const headers = { 'x-owner': owner };
    const source = Object((await functions.call('source-create', { headers, body: {} })).body)._id;
    const body = { source, alerts: { silence_minutes: 5, failure_share: 0 } };
    made.push([Object((await functions.call('stream-create', { headers, body })).body)._id, owner]);
  }
  pass(6);
  const { said, metrics } = await run();
  expect(said.map(({ stream, owner }) => [stream, owner]).toSorted()).toEqual(made.toSorted());
  expect(metrics).toMatchObject({ SilentStreams: 2 });
});

test('each alert has an alarm of the stage, where its settings ask for them', async () => {
  const { deployment } = await readDeployment(repository);
  const alarms = ['FailingStreams', 'SilentStreams', 'LaggingStreams'].map(
    (name) => Object(deployment?.resources[`${name}Alarm`]) as Record<string, unknown>,
  );
  expect(alarms).toMatchObject(
    ['FailingStreams', 'SilentStreams', 'LaggingStreams'].map((MetricName) => ({
      Condition: 'HasStreamAlarms',
      Properties: { MetricName, Namespace: 'Headwater', Threshold: 0, Statistic: 'Maximum' },
    })),
  );
});

const refusals: readonly (readonly [name: string, alerts: object, pointer: string, code: string])[] = [
  ['a share over 1', { failure_share: 5 }, '/alerts/failure_share', 'maximum'],
  ['a negative share', { failure_share: -0.1 }, '/alerts/failure_share', 'minimum'],
  ['a minute', { silence_minutes: 1 }, '/alerts/silence_minutes', 'minimum'],
  ['no lag', { lag: 0 }, '/alerts/lag', 'minimum'],
  ['a misspelt limit', { failureShare: 0.1 }, '/alerts/failureShare', 'unknown_member'],
];

test.each(refusals)('%s is refused', async (_name, alerts, pointer, code) => {
  const id = await functions.makeStream({});
  const { status, body } = await patch(id, { alerts });
  expect([status, body]).toMatchObject([400, { errors: [{ pointer, code }] }]);
});
