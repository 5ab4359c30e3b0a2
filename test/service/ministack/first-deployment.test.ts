/**
 * A first deployment that fails leaves nothing that prevents the next one; and the way from an empty account to a first
 * request, as docs/service/operations.md has it.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  ListTablesCommand,
} from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { functionsOf } from '../../headwater/ministack/account.ts';
import { hostIn, type Project, projectIn } from '../../headwater/ministack/deploy.ts';
import { expectFirstRequest } from '../../headwater/ministack/first-request.ts';
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

test('the commands of docs/service/operations.md lead to a first request', async () => {
  const page = await readFile(join(repository, 'docs/service/operations.md'), 'utf8');
  await expectFirstRequest(page, project, ministack);
});
