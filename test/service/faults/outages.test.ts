/**
 * What an operator sees of an outage: a table that throttles, is silent or fails, and an issuer that is down. Each answers
 * 503, so the log and the alarms alone tell them apart. Through the function as it ships.
 *
 * @module-tag faults
 */

import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readDeployment } from '../../../lib/headwater/compile/aws/deployment.ts';
import { serviceAlarms } from '../../../lib/headwater/compile/aws/monitoring/alarms.ts';
import { accessTable } from '../../../lib/headwater/data/store/table-access.ts';
import { createKey } from '../../../lib/headwater/run/access/api-keys.ts';
import { cleanUp } from '../../support/clean-up.ts';
import { type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { startEngine } from '../../support/engine.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../../support/fault-proxy.ts';
import { runInsights } from '../../support/logs-insights.ts';
import { repository } from '../../support/repository.ts';
import '../../support/restore-environment.ts';
import { shippedQuery } from '../../support/shipped-query.ts';
import { startTokenIssuer } from '../../support/token-issuer.ts';
import { makeToken } from '../../support/token-maker.ts';

const group = '/aws/lambda/headwater-prod-source-list';

let proxy: FaultProxy;
let list: CallFunction;
let apiKey: string;
let token: string;
let tableName: string;
let written: string[];

beforeAll(async () => {
  const engine = await startEngine();
  tableName = await engine.makeTable();
  proxy = await startFaultProxy(engine.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '');
  cleanUp(proxy.close);
  const { issuer } = await startTokenIssuer();
  token = makeToken({ ...issuer, issuer: 'http://127.0.0.1:9' }, { claims: { scope: 'source:read' } });
  const table = accessTable(engine.client, tableName);
  apiKey = (await createKey(table, { owner: 'team', scopes: ['source:read'] })).key;
  Object.assign(process.env, engine.environment, {
    AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
    TABLE_NAME: tableName,
    // Nobody listens there.
    ACCESS: JSON.stringify({ issuers: [{ issuer: 'http://127.0.0.1:9', audiences: [issuer.audience] }] }),
    AWS_LAMBDA_LOG_FORMAT: 'JSON',
  });
  list = await loadFunction(repository, 'source-list');
  // From here on the function remembers the key.
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  expect((await list({ url: '/v1/source', headers: { 'x-api-key': apiKey } })).status).toBe(200);
});

beforeEach(() => {
  written = [];
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation((message: unknown) => {
    // As the runtime client writes it.
    written.push(JSON.stringify({ timestamp: '2026-01-31T10:00:00.000Z', level: 'ERROR', message }));
  });
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(...String(text).trimEnd().split('\n'));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function during(fault: Fault | undefined, headers: Readonly<Record<string, string>>): Promise<void> {
  if (fault) proxy.begin(fault, () => true);
  const { status } = await list({ url: '/v1/source', headers });
  if (fault) await proxy.end();
  expect(status).toBe(503);
}

const withKey = () => ({ 'x-api-key': apiKey });
const withToken = () => ({ authorization: `Bearer ${token}` });

interface Alarm {
  readonly Properties: Readonly<Record<'Namespace' | 'MetricName' | 'Dimensions', unknown>>;
}

/** Finds the alarms of the plugin and of serverless.yml whose metric CloudWatch reads in the lines (embedded metric format). */
async function alarmsOn(lines: readonly string[]): Promise<string[]> {
  const metrics = lines.flatMap((line) => metricsIn(JSON.parse(line)));
  const { deployment } = await readDeployment(repository);
  const declared = deployment?.resources ?? {};
  // There are other resources, too: they have no such properties.
  const resources = Object.entries({
    ...declared,
    ...serviceAlarms({ tableName, metricNamespace: 'Headwater', resources: declared }),
  }) as [string, Alarm][];
  return resources.flatMap(([id, { Properties }]) => {
    const { Namespace, MetricName, Dimensions } = Properties ?? {};
    const dimensions = JSON.stringify(Object(Dimensions)[0] ?? {});
    return metrics.includes(`${Namespace} ${MetricName}`) && dimensions.includes('"Ref":"Table"') ? [id] : [];
  });
}

/** Lists the metrics of this table that the line counts once. */
function metricsIn(line: Readonly<Record<string, unknown>>): string[] {
  const { CloudWatchMetrics: sets = [] } = Object(line['_aws']);
  return sets.flatMap(({ Namespace, Dimensions, Metrics }: Record<string, { readonly Name: string }[]>) => {
    expect(Dimensions).toEqual([['TableName']]);
    expect(line['TableName']).toBe(tableName);
    return (Metrics ?? []).flatMap(({ Name }) => (line[Name] === 1 ? [`${Namespace} ${Name}`] : []));
  });
}

const unavailable = { error: 'ServiceError', 'message.code': 'unavailable' };

describe.each<
  readonly [
    what: string,
    fault: Fault | undefined,
    headers: () => Readonly<Record<string, string>>,
    row: Readonly<Record<string, unknown>>,
    alarms: readonly string[],
  ]
>([
  [
    'a table that throttles',
    'ThrottlingException',
    withKey,
    { 'message.failing': 'table_throttled', 'message.cause.name': 'ThrottlingException' },
    // DynamoDB counts it.
    [],
  ],
  [
    'a table that is silent',
    'hang',
    withKey,
    { 'message.failing': 'table_silent', 'message.cause.name': 'TimeoutError' },
    ['TableSilenceAlarm'],
  ],
  [
    'a table that nobody can connect to',
    'refused connection',
    withKey,
    { 'message.failing': 'table_silent', 'message.cause.code': 'ECONNREFUSED' },
    ['TableSilenceAlarm'],
  ],
  [
    'a table that fails',
    '500',
    withKey,
    { 'message.failing': 'table_error', 'message.cause.name': 'InternalServerError' },
    [],
  ],
  [
    'an issuer that is down',
    undefined,
    withToken,
    { 'message.failing': 'issuer', 'message.cause.name': 'TypeError' },
    ['IssuerAlarm'],
  ],
])('%s', (_, fault, headers, row, alarms) => {
  test('is named by both queries, and sets off its alarm alone', async () => {
    await during(fault, headers());
    const lines = written.map((text) => ({ group, text }));
    const want = expect.objectContaining({ ...unavailable, ...row });
    expect(runInsights(shippedQuery('errors'), lines)).toEqual([want]);
    expect(runInsights(shippedQuery('errors-by-operation'), lines)).toEqual([want]);
    expect(await alarmsOn(written)).toEqual(alarms);
  });
});
