/**
 * docs/headwater/operations.md#restore on a deployed service, with the command line of AWS: its code blocks, in order, and nothing
 * else.
 */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { LambdaClient, paginateListEventSourceMappings, paginateListFunctions } from '@aws-sdk/client-lambda';
import { beforeAll, expect, test } from 'vitest';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import { scanTable } from '../../../lib/headwater/testing/scan-table.ts';
import { streamOf } from '../../headwater/ministack/account.ts';
import { hostIn, type Project, projectIn } from '../../headwater/ministack/deploy.ts';
import { type Ministack, startMinistack } from '../../headwater/ministack/ministack.ts';
import { send } from '../../headwater/run/gateways/client.ts';
import { headwater } from '../../support/command.ts';
import { until } from '../../support/local-process.ts';
import { copyBuiltProject } from '../../support/local-service.ts';
import { repository } from '../../support/repository.ts';
import { declareIn } from '../../support/serverless-yml.ts';

const before = 'headwater-prod';
const restored = 'headwater-prod-restored';

let ministack: Ministack;
let project: Project;
let host: string;
/** The table of the stack, in its template. */
let table: {
  readonly StreamSpecification: object;
  readonly DeletionProtectionEnabled: boolean;
  readonly BillingMode: string;
  readonly KeySchema: object;
  readonly TimeToLiveSpecification: { readonly AttributeName: string };
  readonly OnDemandThroughput: object;
};
/** Its text, and its id. */
let key: { key: string; id: string };
let source: string;
let stream: string;

beforeAll(async () => {
  ministack = await startMinistack();
  // The command line of AWS, version 1, knows this variable alone.
  const environment = { ...ministack.environment, AWS_DEFAULT_REGION: 'us-east-1', AWS_PAGER: '' };
  Object.assign(process.env, environment);
  project = await projectIn(await copyBuiltProject(), ministack);
  host = hostIn(await deploy());
  const template = join(project.folder, '.serverless/cloudformation-template-update-stack.json');
  table = JSON.parse(await readFile(template, 'utf8')).Resources.Table.Properties;
  const scopes = 'source:read source:write stream:read stream:write';
  key = JSON.parse((await command('keys', 'create', '--owner', 'team', '--scopes', scopes, '--json')).output);
  const made = await call('POST', '/v1/source', { preprocessors: [{ type: 'fail', message: 'no' }] });
  source = String(made['_id']);
  stream = String((await call('POST', '/v1/stream', { source, name: 'all' }))['_id']);
  for (let batch = 0; batch < 3; batch++) await call('POST', `/v1/stream/${stream}/record`, numbers(batch));
});

const deploy = () => project.serverless('deploy', '--stage', 'prod');
const command = (...args: string[]) => headwater(project.folder, [...args, '--stage', 'prod']);
const numbers = (batch: number) => Array.from({ length: 200 }, (_, n) => ({ n: batch * 200 + n }));

async function request(method: string, target: string, sent?: unknown) {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  return send(ministack.port, {
    ...{ method, target },
    headers: [
      ['Host', host],
      ['Content-Type', type],
      ['X-Api-Key', key.key],
    ],
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  });
}

async function call(method: string, target: string, sent?: unknown): Promise<Record<string, unknown>> {
  const { status, text, body } = await request(method, target, sent);
  expect(status, text).toBeLessThan(300);
  return Object(body);
}

/** The settings of a table that AWS restores, and the settings that it does not. */
async function settingsOf(TableName: string) {
  const client = new DynamoDBClient();
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const { TimeToLiveDescription: ttl } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  const { ContinuousBackupsDescription: backups } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  client.destroy();
  return {
    stream: Table?.StreamSpecification,
    isProtected: Table?.DeletionProtectionEnabled,
    billing: Table?.BillingModeSummary?.BillingMode,
    keys: Table?.KeySchema,
    ttl: { attribute: ttl?.AttributeName, status: ttl?.TimeToLiveStatus },
    recovery: backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus,
  };
}

async function itemsOf(tableName: string): Promise<unknown[]> {
  const client = new DynamoDBClient();
  const items = await scanTable(documentClient(client), tableName);
  client.destroy();
  return items;
}

/** The tables that the functions have, and the streams that they are called with. */
async function tablesOfFunctions() {
  const client = new LambdaClient();
  const tables = new Set<string | undefined>();
  const streams = new Set<string | undefined>();
  for await (const { Functions = [] } of paginateListFunctions({ client }, {}))
    for (const { Environment } of Functions) tables.add(Environment?.Variables?.['TABLE_NAME']);
  for await (const { EventSourceMappings = [] } of paginateListEventSourceMappings({ client }, {}))
    for (const { EventSourceArn } of EventSourceMappings) streams.add(EventSourceArn);
  client.destroy();
  return { tables: [...tables], streams: [...streams] };
}

/** Ends at the first command that fails. @returns the output. */
async function run(script: string): Promise<string> {
  const paths = ['node_modules/.cache/ministack/bin', 'node_modules/.bin'].map((path) =>
    join(repository, path),
  );
  const env = {
    ...process.env,
    PATH: [...paths, process.env['PATH']].join(delimiter),
    SLS_AWS_MONITORING_FREQUENCY: '50',
  };
  const lines = ['set -euo pipefail', script].join('\n');
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', lines], { cwd: project.folder, env });
  return stdout + stderr;
}

test('a name alone is refused: the stack would have a new, empty table', {
  tags: ['deployment'],
}, async () => {
  const undo = await declareIn(project.folder, { params: { prod: { tableName: restored } } });
  await expect(deploy()).rejects.toMatchObject({
    stdout: expect.stringContaining(
      `The stack "${before}" has the table "${before}", and a table of another name`,
    ),
  });
  await declareIn(project.folder, { params: { prod: { tableStream: await streamOf(before) } } });
  await expect(deploy()).rejects.toMatchObject({
    stdout: expect.stringContaining(`tableStream is the stream of the table "${before}", and tableName is`),
  });
  await undo();
});

test('the commands of the page move the service to the restored table', async () => {
  const page = await readFile(join(repository, 'docs/headwater/operations.md'), 'utf8');
  const [, section = ''] = page.split(/^## Restore$/m);
  const blocks = [...section.matchAll(/^( *)```\w*\n(.*?)^\1```$/gms)].map(([, , block = '']) => block);
  expect(section.split('```')).toHaveLength(2 * blocks.length + 1);
  const items = await itemsOf(before);
  const output = await run(blocks.join(''));
  expect(output.match(/0 missing, 0 superfluous, 0 malformed\./g)).toHaveLength(2);
  expect(output).toContain(`The table is ${restored}, in us-east-1.`);
  expect(await itemsOf(restored)).toEqual(items);
  expect(await settingsOf(restored)).toEqual({
    stream: { StreamEnabled: true, ...table.StreamSpecification },
    isProtected: table.DeletionProtectionEnabled,
    billing: table.BillingMode,
    keys: table.KeySchema,
    ttl: { attribute: table.TimeToLiveSpecification.AttributeName, status: 'ENABLED' },
    recovery: 'ENABLED',
  });
  // MiniStack keeps no limits.
  for (const [name, units] of Object.entries(table.OnDemandThroughput))
    expect(section).toContain(`${name}=${units}`);
  const { tables, streams } = await tablesOfFunctions();
  expect(tables).toEqual([restored]);
  expect(streams).toEqual([await streamOf(restored)]);
});

test('functions find there what was written before, and their roles let them write', async () => {
  const { hits } = await call('GET', `/v1/stream/${stream}/failure`);
  expect(hits).toHaveLength(50);
  await call('PATCH', `/v1/source/${source}`, { preprocessors: [] });
});

test('a replay goes on by the stream of the restored table', { tags: ['deployment'] }, async () => {
  const begun = await call('POST', `/v1/stream/${stream}/replay-job`, { failures: true });
  const state = () => call('GET', `/v1/stream/${stream}/replay-job/${begun['_id']}`);
  await until(async () => (await state())['state'] !== 'running');
  expect(await state()).toMatchObject({ state: 'done', stored: 600, failed_count: 0 });
});

test('a deployment that changes nothing leaves the service there', { tags: ['deployment'] }, async () => {
  expect(await deploy()).toContain('Change set did not include any changes to be deployed');
  expect((await tablesOfFunctions()).tables).toEqual([restored]);
});

test('a key that the command revokes is refused', { tags: ['deployment'] }, async () => {
  expect((await request('GET', '/v1/source')).status).toBe(200);
  const revoked = await command('keys', 'revoke', key.id);
  expect(revoked).toMatchObject({ exitCode: 0, complaint: `The table is ${restored}, in us-east-1.\n` });
  expect(revoked.output).toContain(`The key ${key.id} of team is revoked.`);
  // The table of before still has it: nobody has changed that.
  expect(JSON.stringify(await itemsOf(before))).toContain(key.id);
  expect(JSON.stringify(await itemsOf(restored))).not.toContain(key.id);
  await until(async () => (await request('GET', '/v1/source')).status === 401);
});

test('without the two lines the stack takes the table of before over again, with its items', {
  tags: ['deployment'],
}, async () => {
  const items = await itemsOf(before);
  await declareIn(project.folder, { params: { prod: null } });
  await deploy();
  expect((await tablesOfFunctions()).tables).toEqual([before]);
  expect((await command('keys', 'list')).complaint).toBe(`The table is ${before}, in us-east-1.\n`);
  expect(await itemsOf(before)).toEqual(items);
  expect((await request('GET', '/v1/source')).status).toBe(200);
});
