/**
 * `.ci/deploy.mjs` as a whole, with docs/examples/ci-policy.json: a good change goes live, and a bad one is rolled back. What
 * CloudFormation does on behalf of CI, MiniStack does not check.
 *
 * @module-tag long
 */

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { CreatePolicyCommand, IAMClient, PutRolePermissionsBoundaryCommand } from '@aws-sdk/client-iam';
import { beforeAll, describe, expect, test } from 'vitest';
import { documentClient } from '../../../lib/data/store/client.ts';
import type { Role } from '../../../lib/deploy/roles/plan-roles.ts';
import { isCountOfKeys, keyPartition } from '../../../lib/run/access/api-keys.ts';
import { functionsOf } from '../../ministack/account.ts';
import {
  addCiUser,
  examplePolicy,
  firstDeployment,
  runDeploy,
  runSmokeTest,
  type Stage,
  skipBucketPolicy,
  spawnSmokeTest,
} from '../../ministack/ci-user.ts';
import { type Project, projectIn } from '../../ministack/deploy.ts';
import { startMinistack } from '../../ministack/ministack.ts';
import { scanTable } from '../../support/engine.ts';
import { copyProject } from '../../support/local-service.ts';

const logsAlone = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['logs:CreateLogStream', 'logs:PutLogEvents'], Resource: '*' }],
};

/** Two deployments, on a machine that does other work, too. */
const timeoutMs = 900_000;

let project: Project;
let boundary: string;
let stages: Readonly<Record<string, Stage>>;

beforeAll(async () => {
  const ministack = await startMinistack();
  Object.assign(process.env, ministack.environment);
  const ci = await addCiUser(ministack);
  project = await projectIn(await copyProject(), ci);
  await skipBucketPolicy(project);
  await project.build();
  stages = {
    dev: await firstDeployment(project, 'dev', ci),
    prod: await firstDeployment(project, 'prod', ci),
  };
  // CloudFormation of MiniStack sets none. What CI deploys from here on works within it.
  const account = (await roleOf('headwater-prod-source-list')).arn.split(':')[4] ?? '';
  boundary = await addPolicy('headwater-boundary', await examplePolicy('boundary-policy.json', account));
  const functions = [...(await functionsOf('headwater-prod-')).keys()];
  await bound(await Promise.all(functions.map(roleOf)), boundary);
}, timeoutMs);

interface FunctionRole {
  readonly arn: string;
  readonly name: string;
}

async function roleOf(functionName: string): Promise<FunctionRole> {
  const arn = (await functionsOf(functionName)).get(functionName)?.role ?? '';
  const [, name = ''] = arn.split(':role/');
  return { arn, name };
}

/** @returns its ARN. */
async function addPolicy(PolicyName: string, PolicyDocument: string): Promise<string> {
  const client = new IAMClient();
  const { Policy } = await client.send(new CreatePolicyCommand({ PolicyName, PolicyDocument }));
  client.destroy();
  return Policy?.Arn ?? '';
}

async function bound(roles: readonly FunctionRole[], PermissionsBoundary: string): Promise<void> {
  const client = new IAMClient();
  for (const RoleName of new Set(roles.map(({ name }) => name)))
    await client.send(new PutRolePermissionsBoundaryCommand({ RoleName, PermissionsBoundary }));
  client.destroy();
}

function stageNamed(name: string): Stage {
  const stage = stages[name];
  if (!stage) throw new Error(`${name} has not been deployed.`);
  return stage;
}

/** The code of each function, by its name. */
async function codeOf(stage: string): Promise<Record<string, string>> {
  const functions = await functionsOf(`headwater-${stage}-`);
  return Object.fromEntries([...functions].map(([name, { codeHash }]) => [name, codeHash]));
}

/** All items of both tables. The smoke test leaves nothing behind. */
/** All items but the count of keys, which says that there are as many as there are. */
async function storedItems(): Promise<unknown[]> {
  const client = documentClient(new DynamoDBClient());
  const tables = await Promise.all(
    ['headwater-dev', 'headwater-prod'].map(async (name) => {
      const items = await scanTable(client, name);
      const [counts, others] = [items.filter(isCountOfKeys), items.filter((item) => !isCountOfKeys(item))];
      const keys = others.filter(({ pk }) => pk === keyPartition);
      for (const { count } of counts) expect(count).toBe(keys.length);
      return others;
    }),
  );
  return tables.flat();
}

/** No route calls the last two. The first answers any path that is none: only a credential makes it read the table. */
const unread = ['default-route', 'stream-continueReplay', 'stream-runReplays'];

/** What the smoke test says at its end of the functions that use a table. */
async function expectedSummary(stage: string): Promise<unknown> {
  const roles: Role[] = JSON.parse(await readFile(join(project.folder, '.generated/roles.json'), 'utf8'));
  const deployed = await codeOf(stage);
  const { length } = roles
    .filter(({ actions, keyActions }) => actions.length + keyActions.length > 0)
    .flatMap(({ functions }) => functions)
    .filter((id) => `headwater-${stage}-${id}` in deployed);
  const read = `All ${length} functions that use a table have the name headwater-${stage}, and ${length - unread.length} of them have read it.`;
  const others = `No request of this test makes the others read a table: ${unread.map(() => '[\\w-]+').join(', ')}\\.`;
  return expect.stringMatching(
    new RegExp(`^\\d+ requests have been answered as they should\\. ${read} ${others}$`),
  );
}

describe.each([
  { name: 'dev', page: 200 },
  { name: 'prod', page: 404 },
])('the stage $name', ({ name, page }) => {
  test('takes a good change, after requests with and without keys', async () => {
    const before = await codeOf(name);
    await project.replace(
      'handlers/source/list.ts',
      'export const handle',
      `console.log('${name}');\nexport const handle`,
    );
    await project.build();
    const { exitCode, output } = await runDeploy(stageNamed(name));
    expect(output.split('\n')).toEqual(
      expect.arrayContaining([
        `${page} GET /docs`,
        '404 GET /no-such-path',
        '200 GET /v1/preprocessor',
        '401 GET /v1/source',
        '200 GET /v1/source, with a key',
        '403 POST /v1/source, with a key without scopes',
        '403 DELETE /v1/stream/{id}, with a key without scopes',
        await expectedSummary(name),
        `Deployed to ${name}.`,
      ]),
    );
    expect(exitCode).toBe(0);
    const changed = `headwater-${name}-source-list`;
    const after = await codeOf(name);
    expect(Object.keys(after).filter((each) => after[each] !== before[each])).toEqual([changed]);
    expect(await storedItems()).toEqual([]);
  });

  test('goes back from a change that fails', async () => {
    const before = await codeOf(name);
    const handler = 'handlers/preprocessor/list.ts';
    const fault = `process.exit(1);\nexport const handle`;
    await project.replace(handler, 'export const handle', fault);
    await project.build();
    const { exitCode, complaint } = await runDeploy(stageNamed(name));
    await project.replace(handler, fault, 'export const handle');
    expect({ exitCode, complaint }).toEqual({
      exitCode: 1,
      complaint: expect.stringContaining('GET /v1/preprocessor: 5'),
    });
    expect(await codeOf(name)).toEqual(before);
  });

  const list = /^( +)(- .*functions\.json.*)$/m;
  const faults = [
    [
      'no table',
      `source-getById: { environment: { TABLE_NAME: '' } }`,
      'source-getById: TABLE_NAME is not set',
    ],
    [
      'the table of another service',
      'stream-push: { environment: { TABLE_NAME: other } }',
      'stream-push: TABLE_NAME is other',
    ],
  ] as const;

  test.each(faults)(
    'goes back from a function with %s, and leaves no key behind',
    async (_, settings, found) => {
      await project.build();
      const before = await codeOf(name);
      await project.replace('serverless.yml', list, `$1$2\n$1- ${settings}`);
      const { exitCode, complaint } = await runDeploy(stageNamed(name));
      await project.replace('serverless.yml', `- ${settings}\n`, '\n');
      expect({ exitCode, complaint }).toEqual({ exitCode: 1, complaint: expect.stringContaining(found) });
      expect(await codeOf(name)).toEqual(before);
      expect(await storedItems()).toEqual([]);
    },
  );
});

test('finds a function that may not read the table, here because of its boundary', async () => {
  const role = await roleOf('headwater-prod-source-patch');
  await bound([role], await addPolicy('logs-alone', JSON.stringify(logsAlone)));
  const { exitCode, complaint } = await runSmokeTest(stageNamed('prod'), ['headwater-prod']);
  await bound([role], boundary);
  expect({ exitCode, complaint }).toEqual({
    exitCode: 1,
    complaint: expect.stringContaining(
      'PATCH /v1/source/{id}, with a key without scopes: 500 instead of 403',
    ),
  });
  expect(await storedItems()).toEqual([]);
});

test('CI cannot read what is stored', async () => {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = stageNamed('prod').environment;
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  const client = new DynamoDBClient({ credentials });
  await expect(client.send(new ScanCommand({ TableName: 'headwater-prod' }))).rejects.toMatchObject({
    name: 'AccessDeniedException',
  });
  client.destroy();
});

test('a smoke test that is stopped revokes its keys', async () => {
  const child = spawnSmokeTest(stageNamed('prod'), ['headwater-prod']);
  child.stdout?.setEncoding('utf8');
  for await (const chunk of child.stdout ?? [])
    if (String(chunk).includes('with a key without scopes')) break;
  const keys = (await storedItems()).filter((item) => Object(item).pk === keyPartition);
  expect(keys).toHaveLength(2);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([1, null]);
  expect(await storedItems()).toEqual([]);
});
