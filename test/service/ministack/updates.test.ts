/** The changes of deployments in the account, one after the other: each test continues from the one before. */

import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import { rollbackConfiguration } from '../../../lib/headwater/deploy/deployed-stack.ts';
import { findLiveDeployment } from '../../../lib/headwater/deploy/live-deployment.ts';
import { scanTable } from '../../../lib/headwater/testing/scan-table.ts';
import { alarmLike, functionsOf, objectKeys, streamOf } from '../../headwater/ministack/account.ts';
import { hostIn, type Project, projectIn } from '../../headwater/ministack/deploy.ts';
import { type Ministack, startMinistack } from '../../headwater/ministack/ministack.ts';
import { allowedActions } from '../../headwater/ministack/role-rights.ts';
import { send } from '../../headwater/run/gateways/client.ts';
import { copyProject } from '../../support/local-service.ts';
import { declareIn } from '../../support/serverless-yml.ts';

const list = 'handlers/source/list.ts';
const table = 'headwater-dev';
const noChanges = 'Change set did not include any changes to be deployed';

let ministack: Ministack;
let project: Project;
let host: string;

beforeAll(async () => {
  ministack = await startMinistack();
  Object.assign(process.env, ministack.environment);
  project = await projectIn(await copyProject(), ministack);
  // The framework makes the archive of a function that serverless.yml declares itself.
  await writeFile(
    join(project.folder, 'handlers/ping.mjs'),
    `export const handler = async () => ({ statusCode: 200, body: 'pong' });\n`,
  );
  const ping = {
    handler: 'handlers/ping.handler',
    package: { patterns: ['handlers/ping.mjs'] },
    events: [{ httpApi: 'GET /ping' }],
  };
  await declareIn(project.folder, {
    functions: { ping },
    provider: { deploymentBucket: { maxPreviousDeploymentArtifacts: 2 } },
  });
  await project.build();
});

/** Runs a command. @returns the names of the functions that it has updated, and its output. */
async function changesBy(run: () => Promise<string>) {
  const before = await functionsOf('headwater-dev-');
  const output = await run();
  const after = await functionsOf('headwater-dev-');
  expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
  const updated = [...after].filter(([name, { revision }]) => before.get(name)?.revision !== revision);
  return { output, updated: updated.map(([name]) => name) };
}

const deploy = () => project.serverless('deploy');

async function answers(path: string): Promise<unknown> {
  const { status, text } = await send(ministack.port, {
    method: 'GET',
    target: path,
    headers: [['Host', host]],
  });
  return [status, text];
}

test('a deployment makes every function', async () => {
  host = hostIn(await deploy());
  expect((await functionsOf('headwater-dev-')).size).toBeGreaterThan(15);
  expect(await answers('/ping')).toEqual([200, 'pong']);
});

test('an update is watched by the alarms of the stack, which do not exist before the first deployment', async () => {
  const settings = { alarms: ['ApiErrorsAlarm', 'ApiLatencyAlarm'], minutes: 5 };
  expect(await rollbackConfiguration({}, 'headwater-prod', settings)).toBeUndefined();
  for (const minutes of [0, '0'])
    expect(await rollbackConfiguration({}, 'headwater-dev', { ...settings, minutes })).toBeUndefined();
  const { AlarmArn } = await alarmLike('ApiErrorsAlarm');
  const { AlarmArn: latency } = await alarmLike('ApiLatencyAlarm');
  expect(await rollbackConfiguration({}, 'headwater-dev', settings)).toEqual({
    RollbackTriggers: [AlarmArn, latency].map((Arn) => ({ Arn, Type: 'AWS::CloudWatch::Alarm' })),
    MonitoringTimeInMinutes: 5,
  });
});

test('an unchanged deployment updates nothing, with other times of files', async () => {
  await utimes(join(project.folder, 'handlers/ping.mjs'), 1, 1);
  const { output, updated } = await changesBy(deploy);
  expect(updated).toEqual([]);
  expect(output).toContain(noChanges);
});

test('a changed handler updates its function, and no other', async () => {
  await project.replace(list, 'export const handle', `console.log('changed');\nexport const handle`);
  await project.build();
  expect((await changesBy(deploy)).updated).toEqual(['headwater-dev-source-list']);
});

test('a rollback to the first deployment restores that function, and the next deployment updates it again', async () => {
  const [, first = ''] = /Timestamp: (\d+)/.exec(await project.serverless('deploy', 'list')) ?? [];
  const { updated } = await changesBy(() => project.serverless('rollback', '--timestamp', first));
  expect(updated).toEqual(['headwater-dev-source-list']);
  expect((await changesBy(deploy)).updated).toEqual(['headwater-dev-source-list']);
  expect((await changesBy(deploy)).output).toContain(noChanges);
});

test('a deployment that fails is rolled back: the code is that of before', async () => {
  const before = await functionsOf('headwater-dev-');
  const client = new DynamoDBClient();
  const Properties: CreateTableCommandInput = {
    TableName: 'taken',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  };
  await client.send(new CreateTableCommand(Properties));
  const Taken = { Type: 'AWS::DynamoDB::Table', DependsOn: 'SourceDashlistLambdaFunction', Properties };
  const heal = await declareIn(project.folder, { resources: { Resources: { Taken } } });
  await project.replace(list, `'changed'`, `'changed again'`);
  await project.build();
  await expect(deploy()).rejects.toMatchObject({ stdout: expect.stringContaining('taken') });
  const hashes = (states: typeof before) => [...states].map(([name, { codeHash }]) => [name, codeHash]);
  expect(hashes(await functionsOf('headwater-dev-'))).toEqual(hashes(before));
  await heal();
  await project.replace(list, `'changed again'`, `'changed once more'`);
  await project.build();
  expect((await changesBy(deploy)).updated).toEqual(['headwater-dev-source-list']);
});

/** What the bucket has: deployments, and the archives of a function that has changed and of one that has not. */
async function kept() {
  const keys = await objectKeys();
  const matching = (pattern: RegExp) => keys.filter((key) => pattern.test(key)).length;
  return {
    deployments: matching(/\/serverless-state\.json$/),
    changed: matching(/\/code\/source-list-\w+\.zip$/),
    unchanged: matching(/\/code\/source-create-\w+\.zip$/),
  };
}

test('the bucket keeps what the last two deployments need, and the live one before them if the older of them has failed', async () => {
  // The one that has failed, the one after it, and the one that was live before both.
  expect(await kept()).toEqual({ deployments: 3, changed: 3, unchanged: 1 });
  await project.replace(list, `'changed once more'`, `'changed at last'`);
  await project.build();
  await deploy();
  // The one that was live before is the older of the last two.
  expect(await kept()).toEqual({ deployments: 2, changed: 2, unchanged: 1 });
});

test('after a removal, a deployment takes over the table with its items and its stream', async () => {
  const client = new DynamoDBClient();
  const Item = { pk: { S: 'kept' }, sk: { S: 'kept' } };
  await client.send(new PutItemCommand({ TableName: table, Item }));
  const place = { stack: 'headwater-dev', bucket: undefined, folder: 'serverless/headwater/dev' };
  expect(await findLiveDeployment(place)).toEqual({ isDeployed: true, timestamp: expect.any(String) });
  await project.serverless('remove');
  expect(await functionsOf('headwater-dev-')).toEqual(new Map());
  expect(await findLiveDeployment(place)).toEqual({ isDeployed: false });
  host = hostIn(await deploy());
  expect(await scanTable(documentClient(client), table)).toEqual([{ pk: 'kept', sk: 'kept' }]);
  expect(await answers('/ping')).toEqual([200, 'pong']);
  const { role = '' } =
    (await functionsOf('headwater-dev-')).get('headwater-dev-stream-continueReplay') ?? {};
  const read = ['dynamodb:GetRecords'];
  expect(await allowedActions(role, read, await streamOf(table))).toEqual(read);
});
