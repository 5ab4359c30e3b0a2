/**
 * `npx headwater deploy` as a whole, with docs/headwater/policies/ci.json: a good change goes live, and a bad one is rolled back.
 * What CloudFormation does on behalf of CI, MiniStack does not check.
 */

import { on, once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { CreatePolicyCommand, IAMClient, PutRolePermissionsBoundaryCommand } from '@aws-sdk/client-iam';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../lib/headwater/compile/aws/roles/plan-roles.ts';
import { logicalId } from '../../../lib/headwater/compile/plan/route-clashes.ts';
import { documentClient } from '../../../lib/headwater/data/store/client.ts';
import { isCountOfKeys } from '../../../lib/headwater/run/access/api-keys.ts';
import { keyPartition } from '../../../lib/headwater/shared/rights/key-rights.ts';
import { scanTable } from '../../../lib/headwater/testing/scan-table.ts';
import { functionsOf } from '../../headwater/ministack/account.ts';
import {
  addCiUser,
  examplePolicy,
  firstDeployment,
  runDeploy,
  type Stage,
  skipBucketPolicy,
  spawnDeploy,
} from '../../headwater/ministack/ci-user.ts';
import { type Project, projectIn } from '../../headwater/ministack/deploy.ts';
import { startMinistack } from '../../headwater/ministack/ministack.ts';
import { declareIn } from '../../support/serverless-yml.ts';
import { copySourceProject } from '../support/source-project.ts';

const logsAlone = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['logs:CreateLogStream', 'logs:PutLogEvents'], Resource: '*' }],
};

let project: Project;
let stages: Readonly<Record<string, Stage>>;

beforeAll(async () => {
  const ministack = await startMinistack();
  Object.assign(process.env, ministack.environment);
  project = await projectIn(await copySourceProject(), ministack);
  await skipBucketPolicy(project);
  await project.build();
  const deployFirst = async (name: string) =>
    firstDeployment(project, name, await addCiUser(ministack, name));
  stages = { dev: await deployFirst('dev'), prod: await deployFirst('prod') };
  // CloudFormation of MiniStack sets none. What CI deploys from here on works within it.
  for (const stage of Object.keys(stages)) {
    const functions = [...(await functionsOf(`headwater-${stage}-`)).keys()];
    await bound(await Promise.all(functions.map(roleOf)), await boundaryOf(stage));
  }
});

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
async function boundaryOf(stage: string): Promise<string> {
  const account = (await roleOf(`headwater-${stage}-source-list`)).arn.split(':')[4] ?? '';
  const policy = await examplePolicy('boundary.json', { account, stage });
  return addPolicy(`headwater-${stage}-boundary`, policy);
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

/** All items of both tables but the count of keys, which says that there are as many as there are. */
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

/** What the smoke test says at its end of the functions that use a table. */
async function expectedSummary(stage: string, unread: readonly string[]): Promise<string> {
  const roles: Role[] = JSON.parse(await readFile(join(project.folder, '.generated/roles.json'), 'utf8'));
  const deployed = await codeOf(stage);
  const { length } = roles
    .filter(({ actions, keyActions }) => actions.length + keyActions.length > 0)
    .flatMap(({ functions }) => functions)
    .filter((id) => `headwater-${stage}-${id}` in deployed);
  const read = `All ${length} functions that use a table have the name headwater-${stage}, and ${length - unread.length} of them have read it.`;
  return `${read} No request of this test makes the others read it: ${unread.join(', ')}.`;
}

/** It answers any path that is none: only a credential makes it read the table. */
const unread = ['default-route'];

const list = 'handlers/source/list.ts';

describe.each([
  {
    name: 'dev',
    page: 200,
    fault: ['source-getById', '', 'source-getById: TABLE_NAME is not set'],
  },
  {
    name: 'prod',
    page: 404,
    fault: ['stream-create', 'other', 'stream-create: TABLE_NAME is other'],
  },
] as const)('the stage $name', ({ name, page, fault: [key, table, found] }) => {
  test('takes a good change, after requests with and without keys and a document', async () => {
    const before = await codeOf(name);
    await project.replace(list, 'export const handle', `console.log('${name}');\nexport const handle`);
    await project.build();
    const { exitCode, output } = await runDeploy(stageNamed(name));
    const lines = output.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        `${page} GET /docs, without a credential`,
        '404 GET /no-such-path, without a credential',
        '200 GET /v1/preprocessor, without a credential',
        '401 GET /v1/source, without a credential',
        '403 POST /v1/stream, with a key without scopes',
        '403 DELETE /v1/source/{id}, with a key without scopes',
        '200 GET /v1/source, with a key of all scopes',
        '400 GET /v1/source/{id}, with a key of all scopes',
        '201 POST /v1/source, with a key of all scopes',
        'A document has been written at /v1/source, read and deleted.',
        await expectedSummary(name, unread),
        `Deployed to ${name}.`,
      ]),
    );
    const ofDocument = lines.filter((line) => /^\d+ \w+ \/v1\/source\/[0-9A-Za-z-]{10,},/.test(line));
    expect(ofDocument.map((line) => line.split(' ').slice(0, 2))).toEqual([
      ['200', 'GET'],
      ['204', 'DELETE'],
      ['404', 'GET'],
    ]);
    expect(exitCode).toBe(0);
    const after = await codeOf(name);
    expect(Object.keys(after).filter((each) => after[each] !== before[each])).toEqual([
      `headwater-${name}-source-list`,
    ]);
    expect(await storedItems()).toEqual([]);
  });

  test('goes back from a handler that throws on each call', async () => {
    const before = await codeOf(name);
    const file = join(project.folder, list);
    const good = await readFile(file, 'utf8');
    await writeFile(
      file,
      `import type { Handle } from '#generated/types/source/list.ts';
export const handle: Handle = () => {
  throw new Error('It broke.');
};
`,
    );
    await project.build();
    const { exitCode, output, complaint } = await runDeploy(stageNamed(name));
    await writeFile(file, good);
    await project.build();
    expect(complaint).toContain('GET /v1/source, with a key of all scopes: 500 instead of 200 or ');
    expect(complaint).toMatch(new RegExp(`^headwater-${name} is back at the deployment \\d+\\.$`, 'm'));
    expect(output).not.toContain(`Deployed to ${name}.`);
    expect(exitCode).toBe(1);
    expect(await codeOf(name)).toEqual(before);
    expect(await storedItems()).toEqual([]);
  });

  test(`goes back from ${key} with the table "${table}"`, async () => {
    const before = await codeOf(name);
    // Packaging refuses it where functions are declared.
    const id = `${logicalId(key)}LambdaFunction`;
    const undo = await declareIn(project.folder, {
      resources: {
        extensions: { [id]: { Properties: { Environment: { Variables: { TABLE_NAME: table } } } } },
      },
    });
    const { exitCode, complaint } = await runDeploy(stageNamed(name));
    await undo();
    expect({ exitCode, complaint }).toEqual({ exitCode: 1, complaint: expect.stringContaining(found) });
    expect(await codeOf(name)).toEqual(before);
    expect(await storedItems()).toEqual([]);
  });
});

test('finds a function that may not read the table, here because of its boundary', async () => {
  const role = await roleOf('headwater-prod-source-patch');
  await bound([role], await addPolicy('logs-alone', JSON.stringify(logsAlone)));
  const { exitCode, complaint } = await runDeploy(stageNamed('prod'));
  await bound([role], role.arn.replace(/:role\/.*/, ':policy/headwater-prod-boundary'));
  expect({ exitCode, complaint }).toEqual({
    exitCode: 1,
    complaint: expect.stringContaining(
      'PATCH /v1/source/{id}, with a key without scopes: 500 instead of 403',
    ),
  });
  expect(await storedItems()).toEqual([]);
});

test('CI cannot read what is stored, nor write a key of another stage', async () => {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = stageNamed('dev').environment;
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  const client = new DynamoDBClient({ credentials });
  const refused = { name: 'AccessDeniedException' };
  await expect(client.send(new ScanCommand({ TableName: 'headwater-dev' }))).rejects.toMatchObject(refused);
  const Item = { pk: { S: keyPartition }, sk: { S: 'mine' } };
  const written = client.send(new PutItemCommand({ TableName: 'headwater-prod', Item }));
  await expect(written).rejects.toMatchObject(refused);
  client.destroy();
});

test('a smoke test that is stopped revokes its keys, and says how to go back', async () => {
  const child = spawnDeploy(stageNamed('prod'));
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk;
  });
  // The output stays open: the command writes to it until it ends.
  for await (const [chunk] of on(child.stdout, 'data', { close: ['end'] }))
    if (String(chunk).includes('with a key without scopes')) break;
  // It cannot end before the keys are read.
  child.kill('SIGSTOP');
  const keys = (await storedItems()).filter((item) => Object(item).pk === keyPartition);
  expect(keys).toHaveLength(2);
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  child.kill('SIGCONT');
  expect(await ended).toEqual([1, null]);
  expect(complaint).toMatch(
    /is stopped by SIGTERM\.\nheadwater-prod has the new deployment; .*"npx serverless rollback --timestamp \d+ --stage prod"\./,
  );
  expect(await storedItems()).toEqual([]);
});
