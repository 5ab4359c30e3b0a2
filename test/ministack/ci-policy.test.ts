/**
 * The policy for CI (docs/examples/ci-policy.json) is enough for what the commands send. What CloudFormation does on their
 * behalf, MiniStack does not check.
 *
 * @module-tag long
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import {
  CreateAccessKeyCommand,
  CreateUserCommand,
  IAMClient,
  PutUserPolicyCommand,
} from '@aws-sdk/client-iam';
import { beforeAll, expect, test } from 'vitest';
import { copyProject } from '../support/local-service.ts';
import { repository } from '../support/repository.ts';
import { functionsOf } from './account.ts';
import { type Project, projectIn } from './deploy.ts';
import { startMinistack } from './ministack.ts';

let project: Project;
let credentials: { accessKeyId: string; secretAccessKey: string };

beforeAll(async () => {
  const ministack = await startMinistack();
  Object.assign(process.env, ministack.environment);
  const policy = await readFile(join(repository, 'docs/examples/ci-policy.json'), 'utf8');
  const client = new IAMClient();
  const UserName = 'ci';
  const { User } = await client.send(new CreateUserCommand({ UserName }));
  const [, , , , account = ''] = User?.Arn?.split(':') ?? [];
  const PolicyDocument = policy.replaceAll('ACCOUNT', account).replaceAll('REGION', 'us-east-1');
  await client.send(new PutUserPolicyCommand({ UserName, PolicyName: 'deploy', PolicyDocument }));
  const { AccessKey } = await client.send(new CreateAccessKeyCommand({ UserName }));
  const { AccessKeyId = '', SecretAccessKey = '' } = AccessKey ?? {};
  credentials = { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey };
  const environment = {
    ...ministack.environment,
    AWS_ACCESS_KEY_ID: AccessKeyId,
    AWS_SECRET_ACCESS_KEY: SecretAccessKey,
  };
  project = await projectIn(await copyProject(), { ...ministack, environment });
  // The policy of the bucket demands TLS, which is not there on this machine.
  await project.replace(
    'serverless.yml',
    '{ blockPublicAccess: true }',
    '{ blockPublicAccess: true, skipPolicySetup: true }',
  );
  await project.build();
});

test('it is enough to deploy, to update, and to roll back', async () => {
  await project.serverless('deploy');
  const before = await functionsOf('headwater-dev-');
  expect(before.size).toBeGreaterThan(15);
  await project.replace(
    'handlers/source/list.ts',
    'export const handle',
    `console.log('changed');\nexport const handle`,
  );
  await project.build();
  await project.serverless('deploy');
  const [, first = ''] = /Timestamp: (\d+)/.exec(await project.serverless('deploy', 'list')) ?? [];
  await project.serverless('rollback', '--timestamp', first);
  const list = 'headwater-dev-source-list';
  expect((await functionsOf(list)).get(list)?.codeHash).toBe(before.get(list)?.codeHash);
});

test('it does not let CI read what is stored', async () => {
  const client = new DynamoDBClient({ credentials });
  await expect(client.send(new ScanCommand({ TableName: 'headwater-dev' }))).rejects.toMatchObject({
    name: 'AccessDeniedException',
  });
});
