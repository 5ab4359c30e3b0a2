/**
 * A first deployment that fails leaves nothing that prevents the next one; and the way from an empty account to a first
 * request, as docs/headwater/deploying.md has it.
 */

import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  ListTablesCommand,
} from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { functionsOf } from '../../headwater/ministack/account.ts';
import { hostIn, type Project, projectIn } from '../../headwater/ministack/deploy.ts';
import { type Ministack, startMinistack } from '../../headwater/ministack/ministack.ts';
import { send } from '../../headwater/run/gateways/client.ts';
import { copyProject } from '../../support/local-service.ts';
import { repository } from '../../support/repository.ts';
import { declareIn } from '../../support/serverless-yml.ts';

const takenTable: CreateTableCommandInput = {
  TableName: 'taken',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
};

/** Made after everything else that could be left behind: the table, and a function. */
const taken = {
  Type: 'AWS::DynamoDB::Table',
  DependsOn: ['Table', 'SourceDashlistLambdaFunction'],
  Properties: takenTable,
};

let ministack: Ministack;
let project: Project;
let heal: () => Promise<void>;

beforeAll(async () => {
  ministack = await startMinistack();
  Object.assign(process.env, ministack.environment);
  project = await projectIn(await copyProject(), ministack);
  await new DynamoDBClient().send(new CreateTableCommand(takenTable));
  heal = await declareIn(project.folder, { resources: { Resources: { Taken: taken } } });
  await project.build();
});

const deploy = () => project.serverless('deploy');

test('it fails twice for the same reason, and leaves no function and no table', async () => {
  for (let attempt = 1; attempt <= 2; attempt++) {
    await expect(deploy()).rejects.toMatchObject({ stdout: expect.stringContaining('taken') });
    expect((await functionsOf('headwater-dev-')).size).toBe(0);
    expect((await new DynamoDBClient().send(new ListTablesCommand())).TableNames).toEqual(['taken']);
  }
});

test('without its fault it succeeds, and the service answers', async () => {
  await heal();
  const headers: [string, string][] = [['Host', hostIn(await deploy())]];
  expect((await functionsOf('headwater-dev-')).size).toBeGreaterThan(15);
  expect(await send(ministack.port, { target: '/v1/preprocessor', headers })).toMatchObject({ status: 200 });
  expect(await send(ministack.port, { target: '/v1/source', headers })).toMatchObject({ status: 401 });
});

test('the commands of docs/headwater/deploying.md lead to a first request', async () => {
  const page = await readFile(join(repository, 'docs/headwater/deploying.md'), 'utf8');
  const [, commands = ''] = /```sh\n(git clone .*?)```/s.exec(page) ?? [];
  expect(commands.trim().split('\n').length).toBeLessThanOrEqual(10);
  // The copy already has its packages, and the environment has credentials.
  const [, rest = ''] = commands.split('aws configure\n');
  const bin = join(project.folder, 'bin');
  await mkdir(bin);
  // Names of AWS do not lead to MiniStack.
  await writeFile(join(bin, 'curl'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const path = [bin, join(project.folder, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const env = { ...process.env, ...ministack.environment, PATH: path, SLS_AWS_MONITORING_FREQUENCY: '50' };
  const script = ['set -eo pipefail', rest].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: project.folder, env });
  const [url = '', option, header = ''] = stdout.trim().split('\n').slice(-3);
  expect(option).toBe('-H');
  const { host, pathname: target } = new URL(url);
  const [api] = host.split('.');
  const headers: [string, string][] = [['Host', `${api}.execute-api.localhost`]];
  const [name = '', key = ''] = header.split(': ');
  expect(await send(ministack.port, { target, headers })).toMatchObject({ status: 401 });
  const answer = await send(ministack.port, { target, headers: [...headers, [name, key]] });
  expect(answer).toMatchObject({ status: 200, body: { hits: [] } });
});
