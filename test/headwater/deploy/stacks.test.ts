/**
 * A service with too many operations for one stack: one serverless.yml deploys several stacks with one API.
 *
 * @module-tag deployment
 */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { DeployOrder } from '../../../lib/headwater/compile/aws/deploy-order.ts';
import { type BuildResult, build } from '../../../lib/headwater/compile/pipeline.ts';
import { describeBudget, type PackagedProject, packageStacks } from '../../support/budget-checks.ts';
import { copyLargeProject, largeServiceRoutes } from '../../support/large-service.ts';
import { writeSettings } from '../../support/local-process.ts';
import {
  type PackagedTemplate,
  packageTemplate,
  resourcesOf,
  routesIn,
  type TemplateResource,
} from '../../support/packaged-template.ts';
import { writeFiles } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';
import { declareIn } from '../../support/serverless-yml.ts';

const operations = { orders: 12, users: 9, 'very_long-name': 82 };
/** The last resource is too large for one stack. */
const stackNames = [...Object.keys(operations), '2-very_long-name'];
const ownRoutes = [
  'GET /v1/api-docs.json',
  'GET /v1/api-docs.json/{resource}',
  'GET /v1/openapi.json',
  'HEAD /v1/api-docs.json',
  'HEAD /v1/api-docs.json/{resource}',
  'HEAD /v1/openapi.json',
  'GET /docs',
  'GET /docs/{file}',
  'HEAD /docs',
  'HEAD /docs/{file}',
  '$default',
];

let project: string;
let result: BuildResult;
let order: DeployOrder;
let packaged: PackagedProject;
let parent: PackagedTemplate;
let children: readonly PackagedTemplate[];

beforeAll(async () => {
  project = await copyLargeProject(operations);
  // Children must import these values from the parent.
  await declareIn(project, { provider: { environment: { TABLE_ARN: { 'Fn::GetAtt': ['Table', 'Arn'] } } } });
  await writeSettings(project, { cors: { origins: ['https://app.example.com'] } });
  await addBackground(join(project, 'descriptors/orders.json'));
  await writeFiles(project, {
    'handlers/orders/sweep.ts': 'export const handle = () => undefined;\n',
    'handlers/orders/follow.ts': 'export const handle = () => undefined;\n',
  });
  result = await build(project);
  packaged = await packageStacks(project);
  order = packaged.order;
  const [first, ...others] = packaged.templates;
  if (!first) throw new Error('The result has no stacks.');
  [parent, children] = [first, others];
});

/** What triggers these functions, and gets their failures, belongs to the parent. */
async function addBackground(path: string): Promise<void> {
  const declaration: object = JSON.parse(await readFile(path, 'utf8'));
  const background = {
    'x-schedules': [{ nickname: 'sweep', every: '1 hour' }],
    'x-consumers': [{ nickname: 'follow', sortKeyPrefix: 'order/', dataType: 'Key' }],
    models: { Key: { properties: { pk: { type: 'string' }, sk: { type: 'string' } } } },
  };
  await writeFile(path, JSON.stringify({ ...declaration, ...background }));
}

describeBudget(() => ({ ...packaged, rows: result.budget ?? [] }));

test('the order of deployment names the parent first, then each resource, with its command and functions', () => {
  expect(result.diagnostics).toEqual([]);
  expect(
    order.stacks.map(({ resource, command, functions }) => [resource, command, functions.length]),
  ).toEqual([
    [undefined, 'npx serverless deploy', 3],
    ['orders', 'npx serverless deploy --param resource=orders', 14],
    ['users', 'npx serverless deploy --param resource=users', 9],
    ['very_long-name', 'npx serverless deploy --param resource=very_long-name', 32],
    ['2-very_long-name', 'npx serverless deploy --param resource=2-very_long-name', 50],
  ]);
});

test('`npm run build` prints the order after the budget', async () => {
  const args = [join(project, 'lib/headwater/bin/headwater.cjs'), 'build'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project });
  expect(stdout).toMatch(/^ {2}integrations of the API +106 of 300 +35 %$/m);
  expect(stdout).toMatch(/^ {2}resources of a stack +\d+ of 500 +\d+ % +headwater-2-very_long-name-dev$/m);
  expect(stdout).toContain(`It is deployed as 5 stacks, in this order:
  1. npx serverless deploy
  2. npx serverless deploy --param resource=orders
  3. npx serverless deploy --param resource=users
  4. npx serverless deploy --param resource=very_long-name
  5. npx serverless deploy --param resource=2-very_long-name
`);
});

test('the commands of docs/headwater/deploying.md deploy the stacks in order, and stop at the first that fails', async () => {
  const page = await readFile(join(repository, 'docs/headwater/deploying.md'), 'utf8');
  const [, lines = ''] = /```sh\n(node -p .*?)```/s.exec(page) ?? [];
  const bin = await mkdtemp(join(project, 'bin-'));
  const deploy = async (npx: string) => {
    await writeFile(join(bin, 'npx'), npx, { mode: 0o755 });
    const env = { PATH: `${bin}:${process.env.PATH}` };
    return promisify(execFile)('bash', ['-c', lines], { cwd: project, env });
  };
  expect((await deploy('#!/bin/sh\necho "$@"\n')).stdout.split('\n')).toEqual([
    'serverless deploy --stage prod',
    'serverless deploy --param resource=orders --stage prod',
    'serverless deploy --param resource=users --stage prod',
    'serverless deploy --param resource=very_long-name --stage prod',
    'serverless deploy --param resource=2-very_long-name --stage prod',
    '',
  ]);
  const failing = '#!/bin/sh\necho "$@"\ncase "$*" in *orders*) exit 2;; esac\n';
  await expect(deploy(failing)).rejects.toMatchObject({
    code: 1,
    stdout: 'serverless deploy --stage prod\nserverless deploy --param resource=orders --stage prod\n',
  });
});

test('each stack has exactly the declared routes of its resource', () => {
  expect(routesIn(parent)).toEqual(ownRoutes);
  for (const [index, child] of children.entries()) {
    const resource = stackNames[index]?.replace('2-', '');
    expect(routesIn(child).filter((route) => !String(route).includes(`/${resource}/`))).toEqual([]);
  }
  expect(children.flatMap(routesIn).toSorted()).toEqual(largeServiceRoutes(operations).toSorted());
});

test('only the parent has the API, its stage and the table', () => {
  const once = ['AWS::ApiGatewayV2::Api', 'AWS::ApiGatewayV2::Stage', 'AWS::DynamoDB::Table'];
  expect(once.map((type) => resourcesOf(parent, type).length)).toEqual([1, 1, 1]);
  expect(children.flatMap((child) => once.flatMap((type) => resourcesOf(child, type)))).toEqual([]);
});

test('CORS is set in the parent, for the methods of all stacks', () => {
  const [api] = resourcesOf(parent, 'AWS::ApiGatewayV2::Api');
  expect(api?.Properties['CorsConfiguration']).toMatchObject({
    AllowOrigins: ['https://app.example.com'],
    AllowMethods: ['GET', 'HEAD', 'OPTIONS'],
  });
});

test('a child imports only what the parent exports', () => {
  const exported = Object.values(parent.Outputs).flatMap((output) => output.Export?.Name ?? []);
  for (const [index, child] of children.entries()) {
    const imported = [...JSON.stringify(child).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(
      ([, name]) => name,
    );
    // The functions of the first one include a schedule and a consumer.
    expect(new Set(imported).size).toBe(index === 0 ? 4 : 2);
    expect([...new Set(imported)].filter((name) => !exported.includes(name ?? ''))).toEqual([]);
  }
  const values = Object.values(parent.Outputs).map(({ Value }) => Value);
  expect(values).toContainEqual({ 'Fn::GetAtt': ['Table', 'Arn'] });
});

test('a template has no dangling references', () => {
  for (const template of [parent, ...children]) {
    const text = JSON.stringify(template);
    const referred = [...text.matchAll(/"(?:Ref":"|Fn::GetAtt":\[")(\w[^":]*(?:::)?\w*)"/g)].map(
      ([, id]) => id ?? '',
    );
    const missing = referred.filter((id) => !id.startsWith('AWS::') && !(id in template.Resources));
    expect(referred.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  }
});

test('a function has the same name, settings and environment as in a single stack', () => {
  const settings = ({ Properties }: TemplateResource) =>
    ['Runtime', 'MemorySize', 'Timeout', 'Architectures'].map((name) => Properties[name]);
  for (const [index, child] of children.entries()) {
    const functions = resourcesOf(child, 'AWS::Lambda::Function');
    const names = functions.map(({ Properties }) => String(Properties['FunctionName']));
    const reads = names.filter((name) => name.includes('-read'));
    const ofResource = `headwater-dev-${stackNames[index]?.replace('2-', '')}-read`;
    expect(reads.filter((name) => !name.startsWith(ofResource))).toEqual([]);
    const others = names.filter((name) => !reads.includes(name));
    expect(others).toEqual(index === 0 ? ['headwater-dev-orders-sweep', 'headwater-dev-orders-follow'] : []);
    for (const one of functions) {
      expect(settings(one)).toEqual(['nodejs24.x', 512, 10, ['arm64']]);
      expect(one.Properties['Environment']).toMatchObject({ Variables: { TABLE_NAME: 'headwater-dev' } });
    }
  }
});

test('an unknown stack is refused, and the known ones are listed', async () => {
  await expect(packageTemplate(project, ['--param', 'resource=order'])).rejects.toMatchObject({
    stdout: expect.stringContaining('takes one of orders, users, very_long-name, 2-very_long-name'),
  });
});

test('a schedule and a consumer of a child use the table and the dead letters of the parent', () => {
  const [orders] = children;
  if (!orders) throw new Error('There is no first child.');
  const imported = (name: string) => {
    const found = Object.values(parent.Outputs).find(
      ({ Value }) => JSON.stringify(Value) === JSON.stringify({ 'Fn::GetAtt': name.split('.') }),
    );
    return { 'Fn::ImportValue': found?.Export?.Name };
  };
  const [mapping] = resourcesOf(orders, 'AWS::Lambda::EventSourceMapping');
  expect(mapping?.Properties).toMatchObject({
    EventSourceArn: imported('Table.StreamArn'),
    DestinationConfig: { OnFailure: { Destination: imported('DeadLetters.Arn') } },
  });
  const [invocations] = resourcesOf(orders, 'AWS::Lambda::EventInvokeConfig');
  expect(invocations?.Properties['DestinationConfig']).toEqual({
    OnFailure: { Destination: imported('DeadLetters.Arn') },
  });
  const policies = JSON.stringify(resourcesOf(orders, 'AWS::IAM::Role'));
  for (const name of ['Table.StreamArn', 'DeadLetters.Arn'])
    expect(policies).toContain(JSON.stringify({ Resource: [imported(name)] }).slice(1, -1));
  expect(resourcesOf(parent, 'AWS::SQS::Queue')).toHaveLength(1);
  expect(resourcesOf(orders, 'AWS::SQS::Queue')).toEqual([]);
});

test('the role of one function of a child belongs to the parent', async () => {
  const Own = {
    Type: 'AWS::IAM::Role',
    Properties: {
      AssumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
        ],
      },
    },
  };
  const undo = await declareIn(project, {
    functions: { 'orders-sweep': { role: 'Own' } },
    resources: { Resources: { Own } },
  });
  const child = await packageTemplate(project, ['--param', 'resource=orders']);
  const whole = await packageTemplate(project);
  await undo();
  const exported = Object.values(whole.Outputs).find(
    ({ Value }) => JSON.stringify(Value) === JSON.stringify({ 'Fn::GetAtt': ['Own', 'Arn'] }),
  );
  const role = child.Resources['OrdersDashsweepLambdaFunction']?.Properties['Role'];
  expect(role).toEqual({ 'Fn::ImportValue': exported?.Export?.Name });
});

test('a table outside of the stacks is named in each, and a child needs nothing of it from the parent', async () => {
  const stream = 'arn:aws:dynamodb:us-east-1:123456789012:table/restored/stream/2026-01-31T10:00:00.000';
  const options = ['--param', 'tableName=restored', '--param', `tableStream=${stream}`];
  const orders = await packageTemplate(project, [...options, '--param', 'resource=orders']);
  const [mapping] = resourcesOf(orders, 'AWS::Lambda::EventSourceMapping');
  expect(mapping?.Properties['EventSourceArn']).toBe(stream);
  const policies = JSON.stringify(resourcesOf(orders, 'AWS::IAM::Role'));
  expect(policies).toContain(`"Resource":["${stream}"]`);
  expect(policies).toContain(':table/restored"');
  const whole = await packageTemplate(project, options);
  expect(resourcesOf(whole, 'AWS::DynamoDB::Table')).toEqual([]);
  const [first] = resourcesOf(whole, 'AWS::Lambda::Function');
  expect(Object(first?.Properties['Environment'])['Variables']['TABLE_ARN']).toBe(stream.split('/stream')[0]);
  expect(whole.Resources['TableSilenceAlarm']?.Properties['Dimensions']).toEqual([
    { Name: 'TableName', Value: 'restored' },
  ]);
});
