/** The cases of access on the deployed service: `serverless deploy`, with keys from the command, on MiniStack. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStackResourceCommand } from '@aws-sdk/client-cloudformation';
import {
  CloudWatchLogsClient,
  paginateDescribeLogGroups,
  paginateFilterLogEvents,
} from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '../../../lib/headwater/compile/aws/roles/plan-roles.ts';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import { accessTable } from '../../../lib/headwater/data/store/table-access.ts';
import { createKey } from '../../../lib/headwater/run/access/api-keys.ts';
import { scanTable } from '../../../lib/headwater/testing/scan-table.ts';
import { functionsOf, streamOf } from '../../headwater/ministack/account.ts';
import { hostIn, type Project, projectIn, setAccess } from '../../headwater/ministack/deploy.ts';
import { type Ministack, startMinistack } from '../../headwater/ministack/ministack.ts';
import { allowedActions, logActions, tableActions } from '../../headwater/ministack/role-rights.ts';
import { send } from '../../headwater/run/gateways/client.ts';
import { headwater } from '../../support/command.ts';
import { until } from '../../support/local-process.ts';
import { copyBuiltProject } from '../../support/local-service.ts';
import { startTokenIssuer } from '../../support/token-issuer.ts';
import {
  accessRequests,
  type Credential,
  credentials,
  type Keys,
  publicRequests,
} from '../support/access-cases.ts';
import { checkAccess, refusalsIn, type ServiceUnderTest } from '../support/access-over-http.ts';

const tableName = 'headwater-dev';
const both = 'source:read source:write';

let ministack: Ministack;
let project: Project;
let service: ServiceUnderTest;
let all: () => readonly Credential[];

beforeAll(async () => {
  const { access, issuer } = await startTokenIssuer();
  ministack = await startMinistack();
  project = await projectIn(await copyBuiltProject(), ministack);
  await setAccess(project, access);
  const host = hostIn(await project.serverless('deploy'));
  // For the command and the clients here.
  Object.assign(process.env, ministack.environment);
  const client = documentClient(new DynamoDBClient());
  service = { port: ministack.port, host, items: () => scanTable(client, tableName) };
  const table = accessTable(client, tableName);
  const { key: expired } = await createKey(table, { owner: 'team', scopes: both.split(' '), expires: 1 });
  const keys: Keys = { writer: await makeKey(both), reader: await makeKey('source:read'), expired };
  all = () => credentials(issuer, keys);
});

async function makeKey(scopes: string): Promise<string> {
  const args = ['keys', 'create', '--stage', 'dev', '--owner', 'team', '--scopes', scopes, '--json'];
  const { output, complaint } = await headwater(project.folder, args);
  if (output === '') throw new Error(complaint);
  return JSON.parse(output).key;
}

/** All lines of all functions, as CloudWatch Logs has them. */
async function readLogs(): Promise<string> {
  const client = new CloudWatchLogsClient();
  const lines: string[] = [];
  for await (const { logGroups = [] } of paginateDescribeLogGroups({ client }, {}))
    for (const { logGroupName } of logGroups)
      for await (const { events = [] } of paginateFilterLogEvents({ client }, { logGroupName }))
        lines.push(...events.map(({ message = '' }) => message));
  client.destroy();
  return lines.join('\n');
}

/** MiniStack answers OPTIONS itself, also where the API has no CORS settings: AWS then sends it to the default route. */
const isRouted = ({ method }: { readonly method: string }) => method !== 'OPTIONS';

/** Each starts another function, with its own policy. The emitted functions get all requests (test/headwater/run/access). */
const deployedRequests = [
  'a list',
  'the HEAD of a list',
  'a create',
  'a deletion',
  'a method that is not there',
];

test('each credential gets what it may have, CloudWatch Logs say why, and nothing is written otherwise', async () => {
  const expected = new Map<string, string>();
  for (const request of accessRequests.filter(({ name }) => deployedRequests.includes(name))) {
    const name = `case-${expected.size}`;
    const codes = await checkAccess(service, request, { name, credentials: all });
    for (const [id, code] of codes) expected.set(id, code);
  }
  expect(expected.size).toBeGreaterThan(120);
  await until(async () => refusalsIn(await readLogs()).size === expected.size);
  expect(refusalsIn(await readLogs())).toEqual(expected);
});

test('functions may do what they need: they have noted the use of each key that was let in', async () => {
  const args = ['keys', 'list', '--stage', 'dev', '--json'];
  const listed: { scopes: string[]; expires: string | null; lastUsed: string | null }[] = JSON.parse(
    (await headwater(project.folder, args)).output,
  );
  const isUsed = listed.map(({ expires, lastUsed }) => [expires !== null, lastUsed !== null]);
  expect(isUsed.toSorted()).toEqual([
    [false, true],
    [false, true],
    [true, false],
  ]);
});

test.each(publicRequests.filter(isRouted))('everybody may send $name', async ({ method, path, status }) => {
  expect((await call(method, path)).status).toBe(status);
});

test('the gateway of MiniStack answers OPTIONS itself', async () => {
  for (const { method, path } of [...accessRequests, ...publicRequests].filter((each) => !isRouted(each)))
    expect(await call(method, path)).toMatchObject({ status: 403, body: { message: 'CORS not configured' } });
});

test('policies are enforced: who is no user reads no table', async () => {
  const client = new DynamoDBClient({ credentials: { accessKeyId: 'nobody', secretAccessKey: 'none' } });
  await expect(client.send(new ListTablesCommand())).rejects.toMatchObject({
    $metadata: { httpStatusCode: 400 },
  });
});

test('each role may do what its functions do, on their table and their logs, and nothing else', async () => {
  const roles: Role[] = JSON.parse(await readFile(join(project.folder, '.generated/roles.json'), 'utf8'));
  const functions = await functionsOf('headwater-dev-');
  const [first = ''] = [...functions.values()].map(({ role }) => role);
  const [, , , , account] = first.split(':');
  const table = (name: string) => `arn:aws:dynamodb:us-east-1:${account}:table/${name}`;
  const others = ['headwater-dev2', 'headwater-prod', 'headwater-de', 'headwater-dev/index/any', '*'];
  const dynamodb = tableActions.map((name) => `dynamodb:${name}`);
  const logs = logActions.map((name) => `logs:${name}`);
  const group = (name: string) =>
    `arn:aws:logs:us-east-1:${account}:log-group:/aws/lambda/${name}:log-stream:x`;
  const streamActions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
    (name) => `dynamodb:${name}`,
  );
  const stream = await streamOf(tableName);
  const otherStreams = [tableName, 'headwater-dev2', '*'].map(
    (name) => `${table(name)}/stream/2025-01-31T10:00:00.000`,
  );
  const queue = `arn:aws:sqs:us-east-1:${account}:${await deadLettersName()}`;
  const queueActions = ['DeleteMessage', 'PurgeQueue', 'ReceiveMessage', 'SendMessage'].map(
    (name) => `sqs:${name}`,
  );
  // This stage forwards nothing.
  const deployed = roles.filter(({ when }) => when === undefined);
  expect(deployed.length).toBeLessThan(roles.length);
  for (const role of deployed) {
    const names = role.functions.map((id) => `headwater-dev-${id}`);
    const arns = new Set(names.map((name) => functions.get(name)?.role ?? `none of ${name}`));
    expect(arns.size).toBe(1);
    const [arn = ''] = arns;
    // The simulation knows no partitions: test/service/aws/key-rights.test.ts shows what roles may not do with keys.
    const own = new Set([...role.actions, ...role.keyActions].map((name) => `dynamodb:${name}`));
    expect(await allowedActions(arn, dynamodb, table(tableName))).toEqual([...own].toSorted());
    for (const other of others) expect(await allowedActions(arn, dynamodb, table(other))).toEqual([]);
    const { otherActions = [] } = role;
    const ofStream = otherActions.filter((name) => name.startsWith('dynamodb:'));
    expect(await allowedActions(arn, streamActions, stream)).toEqual(ofStream.toSorted());
    for (const other of otherStreams) expect(await allowedActions(arn, streamActions, other)).toEqual([]);
    const ofQueue = otherActions.filter((name) => name.startsWith('sqs:'));
    expect(await allowedActions(arn, queueActions, queue)).toEqual(ofQueue);
    expect(await allowedActions(arn, queueActions, `${queue}2`)).toEqual([]);
    for (const name of functions.keys())
      expect(await allowedActions(arn, logs, group(name))).toEqual(
        names.includes(name) ? ['logs:CreateLogStream', 'logs:PutLogEvents'] : [],
      );
    expect(await allowedActions(arn, ['s3:GetObject', 'iam:PassRole', 'lambda:InvokeFunction'], '*')).toEqual(
      [],
    );
  }
});

/** The name that CloudFormation has given the queue. */
async function deadLettersName(): Promise<string> {
  const client = new CloudFormationClient();
  const { StackResourceDetail } = await client.send(
    new DescribeStackResourceCommand({ StackName: 'headwater-dev', LogicalResourceId: 'DeadLetters' }),
  );
  client.destroy();
  return StackResourceDetail?.PhysicalResourceId?.split('/').at(-1) ?? '';
}

function call(method: string, path: string) {
  return send(service.port, { method, target: path, headers: [['Host', service.host]] });
}
