/**
 * The page docs/headwater/deploying.md outside of us-east-1, after `aws configure`: everything is in the region that it has set.
 */

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { runDeploy } from '../../headwater/ministack/ci-user.ts';
import { hostIn, type Project, projectIn, quickPolling } from '../../headwater/ministack/deploy.ts';
import { type Ministack, startMinistack } from '../../headwater/ministack/ministack.ts';
import { send } from '../../headwater/run/gateways/client.ts';
import { cleanUp } from '../../support/clean-up.ts';
import { headwater } from '../../support/command.ts';
import { copyProject } from '../../support/local-service.ts';
import { repository } from '../../support/repository.ts';

const region = 'eu-central-1';

let ministack: Ministack;
let project: Project;
let deployed: string;

beforeAll(async () => {
  ministack = await startMinistack();
  const home = await mkdtemp(join(tmpdir(), 'headwater-home-'));
  cleanUp(() => rm(home, { recursive: true, force: true }));
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  const { AWS_ENDPOINT_URL = '' } = ministack.environment;
  const environment = { HOME: home, AWS_ENDPOINT_URL };
  Object.assign(process.env, environment);
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = ministack.environment;
  await configure('region', region);
  await configure('aws_access_key_id', AWS_ACCESS_KEY_ID);
  await configure('aws_secret_access_key', AWS_SECRET_ACCESS_KEY);
  project = await projectIn(await copyProject(), { ...ministack, environment });
  await project.build();
  deployed = await project.serverless('deploy');
});

function configure(name: string, value: string) {
  const aws = join(repository, 'node_modules/.cache/ministack/bin/aws');
  return promisify(execFile)(aws, ['configure', 'set', name, value]);
}

const keys = (...args: string[]) => headwater(project.folder, ['keys', ...args]);

async function tablesIn(name: string) {
  const client = new DynamoDBClient({ region: name });
  const { TableNames } = await client.send(new ListTablesCommand());
  client.destroy();
  return TableNames;
}

test('the service is deployed there, and says so', async () => {
  expect(deployed).toContain(`Deploying headwater to stage dev (${region})`);
  expect(await tablesIn(region)).toEqual(['headwater-dev']);
  expect(await tablesIn('us-east-1')).toEqual([]);
});

test('a key that the command makes is let in, and the command says where it has looked', async () => {
  const made = await keys('create', '--stage', 'dev', '--owner', 'team', '--scopes', 'source:read', '--json');
  expect(made.complaint).toBe(`The table is headwater-dev, in ${region}.\n`);
  const headers: [string, string][] = [
    ['Host', hostIn(deployed)],
    ['X-Api-Key', JSON.parse(made.output).key],
  ];
  expect(await send(ministack.port, { target: '/v1/source', headers })).toMatchObject({ status: 200 });
});

test.each([
  [['--stage', 'prod'], `There is no stack headwater-prod in ${region}, in this account`],
  [
    ['--stage', 'dev', '--region', 'us-east-1'],
    'There is no stack headwater-dev in us-east-1, in this account',
  ],
  [['--table', 'other'], `There is no table other in ${region}, in this account.`],
])('keys list %j: %s', async (args, reason) => {
  const { exitCode, complaint } = await keys('list', ...args);
  expect({ exitCode, complaint }).toEqual({ exitCode: 2, complaint: expect.stringContaining(reason) });
});

test('who may not read the stack learns which right is missing, and what does without it', async () => {
  process.env['AWS_ACCESS_KEY_ID'] = 'nobody';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'none';
  const { complaint } = await keys('list', '--stage', 'dev');
  delete process.env['AWS_ACCESS_KEY_ID'];
  delete process.env['AWS_SECRET_ACCESS_KEY'];
  expect(complaint).toContain(`The stack headwater-dev in ${region}, which names the table, cannot be read`);
  expect(complaint).toContain(
    'It takes cloudformation:DescribeStacks; --table NAME names a table without it.',
  );
});

test('npx headwater deploy deploys the whole service there, and tries it', async () => {
  const [api] = hostIn(deployed).split('.');
  const url = `http://127.0.0.1:${ministack.port}/_aws/execute-api/${api}/$default`;
  const stage = { project, name: 'dev', url, environment: quickPolling };
  const { exitCode, output } = await runDeploy(stage);
  expect(output).toContain(`Deploying to dev in ${region}.\n`);
  expect(output).toContain(
    'No request of this test makes the others read it: default-route, stream-continueReplay, stream-runReplays.',
  );
  expect(output).toContain('Deployed to dev.');
  expect(exitCode).toBe(0);
  expect(await tablesIn('us-east-1')).toEqual([]);
});
