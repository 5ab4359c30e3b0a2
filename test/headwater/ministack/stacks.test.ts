/**
 * A service of several stacks, deployed by the commands of `.generated/deploy-order.json`, and removed.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient, UpdateFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { beforeAll, expect, test } from 'vitest';
import { pluginName } from '../../../lib/headwater/compile/aws/configuration/default-configuration.ts';
import type { DeployOrder } from '../../../lib/headwater/compile/aws/deploy-order.ts';
import { copyLargeProject } from '../../support/large-service.ts';
import { declareIn } from '../../support/serverless-yml.ts';
import { send } from '../run/gateways/client.ts';
import { alarmLike, functionsOf, objectKeys } from './account.ts';
import { leaveDocumentOut, runDeploy } from './ci-user.ts';
import { hostIn, type Project, projectIn, quickPolling } from './deploy.ts';
import { type Ministack, startMinistack } from './ministack.ts';

const operations = { orders: 40, parts: 40, users: 40 };
const resources = Object.keys(operations);

let ministack: Ministack;
let project: Project;
let commands: readonly string[];
let host: string;

beforeAll(async () => {
  ministack = await startMinistack();
  Object.assign(process.env, ministack.environment);
  project = await projectIn(await copyLargeProject(operations), ministack);
  await guardFirst(project.folder);
  await leaveDocumentOut(project);
  await project.build();
  const order = await readFile(join(project.folder, '.generated/deploy-order.json'), 'utf8');
  commands = (JSON.parse(order) as DeployOrder).stacks.map(({ command }) => command);
});

/** One operation takes keys: its function reads the table of the parent. */
async function guardFirst(folder: string): Promise<void> {
  const edit = async (name: string, change: (content: string) => string) => {
    const path = join(folder, 'descriptors', name);
    await writeFile(path, change(await readFile(path, 'utf8')));
  };
  await edit('api-docs.json', (text) =>
    JSON.stringify({ ...JSON.parse(text), authorizations: { apiKey: { type: 'apiKey', passAs: 'header' } } }),
  );
  await edit('parts.json', (text) =>
    text.replace('"nickname": "read0"', '"nickname": "read0", "security": [{ "apiKey": ["parts:read"] }]'),
  );
}

test('each stack is deployed, and its routes answer', async () => {
  let output = '';
  for (const command of commands) {
    const [, , ...args] = command.split(' ');
    output += await project.serverless(...args);
  }
  expect(commands).toHaveLength(4);
  // The default route, the served descriptors and the reference page are functions, too.
  expect((await functionsOf('headwater-dev-')).size).toBe(123);
  host = hostIn(output);
  const headers: [string, string][] = [['Host', host]];
  for (const name of resources)
    expect(await send(ministack.port, { target: `/v1/${name}/39/7`, headers })).toMatchObject({
      status: 200,
      body: { read: `${name} 39`, id: '7' },
    });
  expect(await send(ministack.port, { target: '/v1/orders/40/7', headers })).toMatchObject({ status: 404 });
});

test('a changed handler updates its function, in the stack of its resource', async () => {
  const before = await functionsOf('headwater-dev-');
  await project.replace('handlers/parts/read7.ts', "read: 'parts 7'", "read: 'changed'");
  await project.build();
  for (const command of commands) await project.serverless(...command.split(' ').slice(2));
  const after = await functionsOf('headwater-dev-');
  const updated = [...after].filter(([name, { revision }]) => before.get(name)?.revision !== revision);
  expect(updated.map(([name]) => name)).toEqual(['headwater-dev-parts-read7']);
});

/** Prints what a change set says of its rollback: MiniStack keeps none of it. */
const showRollback = `export default class {
  constructor({ pluginManager }) {
    const show = () => {
      const deploy = pluginManager.plugins.find((plugin) => 'uploadZipFile' in plugin);
      const { RollbackConfiguration } = deploy.getCreateChangeSetParams({ changeSetType: 'UPDATE' });
      console.log('rollback ' + JSON.stringify(RollbackConfiguration));
    };
    this.hooks = { 'after:deploy:deploy': show };
  }
}
`;

test('the alarms of the API, which are in the parent, watch the update of each stack', async () => {
  await writeFile(join(project.folder, 'show-rollback.mjs'), showRollback);
  const plugins = ['./ministack-plugin.mjs', pluginName, './show-rollback.mjs'];
  const undo = await declareIn(project.folder, { plugins });
  const alarms = await Promise.all(['ApiErrorsAlarm', 'ApiLatencyAlarm'].map(alarmLike));
  const triggers = alarms.map(({ AlarmArn }) => ({ Arn: AlarmArn, Type: 'AWS::CloudWatch::Alarm' }));
  const watched = { RollbackTriggers: triggers, MonitoringTimeInMinutes: 5 };
  for (const command of commands) {
    const output = await project.serverless(...command.split(' ').slice(2), '--param', 'watchMinutes=5');
    const [, shown = 'null'] = /^rollback (.*)$/m.exec(output) ?? [];
    expect(JSON.parse(shown), command).toEqual(watched);
  }
  await undo();
});

test('`npx headwater deploy` deploys all of them, and finds a function in the second without the table of the first', async () => {
  const url = `http://127.0.0.1:${ministack.port}/_aws/execute-api/${host.split('.')[0]}/$default`;
  const stage = { project, name: 'dev', url, environment: quickPolling };
  const { exitCode, output } = await runDeploy(stage);
  expect(output.split('\n')).toEqual(
    expect.arrayContaining([
      '403 GET /v1/parts/0/{id}, with a key without scopes',
      '200 GET /v1/parts/0/{id}, with a key of all scopes',
      'No document has been written: headwater.config.ts names no smokeDocument.',
      'Deployed to dev.',
    ]),
  );
  expect(exitCode).toBe(0);
  const client = new LambdaClient();
  const Environment = { Variables: { TABLE_NAME: 'headwater-prod' } };
  await client.send(
    new UpdateFunctionConfigurationCommand({ FunctionName: 'headwater-dev-parts-read0', Environment }),
  );
  client.destroy();
  const { exitCode: otherCode, complaint } = await runDeploy(stage);
  expect(otherCode).toBe(1);
  expect(complaint).toContain('parts-read0: TABLE_NAME is headwater-prod');
  // The last one first.
  const back = [...complaint.matchAll(/^(\S+) is back at the deployment \d+\.$/gm)].map(([, name]) => name);
  expect(back).toEqual([...resources.toReversed().map((name) => `headwater-${name}-dev`), 'headwater-dev']);
});

test('the parent is not removed before the others, and keeps all that it has', async () => {
  const keys = await objectKeys();
  await expect(project.serverless('remove')).rejects.toMatchObject({
    stdout: expect.stringContaining('headwater-orders-dev, headwater-parts-dev, headwater-users-dev'),
  });
  expect(await objectKeys()).toEqual(keys);
});

test('the stacks are removed in the opposite order, and the table stays', async () => {
  for (const name of resources.toReversed())
    await project.serverless('remove', '--param', `resource=${name}`);
  await project.serverless('remove');
  expect((await functionsOf('')).size).toBe(0);
  expect(await objectKeys()).toEqual([]);
  const described = new DynamoDBClient().send(new DescribeTableCommand({ TableName: 'headwater-dev' }));
  await expect(described).resolves.toMatchObject({ Table: { TableName: 'headwater-dev' } });
});
