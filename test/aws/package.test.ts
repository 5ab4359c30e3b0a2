/** The CloudFormation template that `serverless package` makes of a build, without credentials or network. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../lib/project/pipeline.ts';
import { tableDefinition } from '../../lib/store/table.ts';
import { copyProject } from '../support/local-service.ts';
import {
  type PackagedTemplate,
  packageTemplate,
  resourcesOf,
  routesIn,
} from '../support/packaged-template.ts';

let template: PackagedTemplate;
let project: string;

const ofType = (type: string) => resourcesOf(template, type);

const declaredRoutes = [
  'GET /v1/source',
  'HEAD /v1/source',
  'POST /v1/source',
  'GET /v1/source/{id}',
  'HEAD /v1/source/{id}',
  'PUT /v1/source/{id}',
  'PATCH /v1/source/{id}',
  'DELETE /v1/source/{id}',
  'GET /v1/api-docs.json',
  'GET /v1/api-docs.json/{resource}',
  'HEAD /v1/api-docs.json',
  'HEAD /v1/api-docs.json/{resource}',
  '$default',
];

beforeAll(async () => {
  project = await copyProject();
  expect((await build(project)).problems).toEqual([]);
  template = await packageTemplate(project);
});

test('the routes are exactly those declared, and HEAD beside each GET', () => {
  expect(routesIn(template)).toEqual(declaredRoutes);
});

test('the functions are exactly those declared, each with its bundle', () => {
  const functions = ofType('AWS::Lambda::Function').map(({ Properties }) => Properties);
  expect(functions.map(({ FunctionName, Handler }) => [FunctionName, Handler])).toEqual([
    ['headwater-dev-source-list', '.generated/bundles/source-list/index.handler'],
    ['headwater-dev-source-create', '.generated/bundles/source-create/index.handler'],
    ['headwater-dev-source-getById', '.generated/bundles/source-getById/index.handler'],
    ['headwater-dev-source-update', '.generated/bundles/source-update/index.handler'],
    ['headwater-dev-source-patch', '.generated/bundles/source-patch/index.handler'],
    ['headwater-dev-source-remove', '.generated/bundles/source-remove/index.handler'],
    ['headwater-dev-api-docs', '.generated/bundles/api-docs/index.handler'],
    ['headwater-dev-default-route', '.generated/bundles/default-route/index.handler'],
  ]);
  for (const { Runtime, Architectures, Environment } of functions) {
    expect({ Runtime, Architectures, Environment }).toEqual({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Environment: { Variables: { TABLE_NAME: 'headwater-dev' } },
    });
  }
});

test('the table has the keys that the local one has', () => {
  expect(ofType('AWS::DynamoDB::Table').map(({ Properties }) => Properties)).toEqual([
    {
      TableName: 'headwater-dev',
      ...tableDefinition,
      // What lib/store/idempotency/idempotency-items.ts calls it.
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    },
  ]);
});

test('the role allows the data actions on the table, and writing logs, and nothing else', () => {
  const [role] = ofType('AWS::IAM::Role');
  const policies = role?.Properties.Policies as {
    PolicyDocument: { Statement: { Action: string[]; Resource: unknown }[] };
  }[];
  const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  expect(statements.flatMap(({ Action }) => Action).toSorted()).toEqual([
    'dynamodb:BatchGetItem',
    'dynamodb:DeleteItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'logs:CreateLogGroup',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
    'logs:TagResource',
  ]);
  expect(
    statements.filter(({ Action }) => Action.includes('dynamodb:GetItem')).map(({ Resource }) => Resource),
  ).toEqual([{ 'Fn::GetAtt': ['Table', 'Arn'] }]);
});

test('the stack has four resources per function, one per route, and few beside them', () => {
  expect(Object.keys(template.Resources).length).toBeLessThanOrEqual(4 * 8 + declaredRoutes.length + 6);
});

test('a stage that makes a name too long is refused before anything is deployed', async () => {
  const stage = 'a-stage-of-many-more-characters-than-fit';
  await expect(packageTemplate(project, ['--stage', stage])).rejects.toMatchObject({
    stdout: expect.stringContaining(`"headwater-${stage}-source-getById" has 65 characters`),
  });
});

describe('a route written by hand', () => {
  test('is in the template beside the declared ones', async () => {
    await writeFile(
      join(project, 'handlers/ping.mjs'),
      `export const handler = async () => ({ statusCode: 200, body: 'pong' });\n`,
    );
    const path = join(project, 'serverless.yml');
    const ping =
      '  - ping: { handler: handlers/ping.handler, package: { patterns: [handlers/ping.mjs] }, events: [{ httpApi: GET /ping }] }\n';
    await writeFile(path, (await readFile(path, 'utf8')).replace('\nresources:', `${ping}\nresources:`));
    template = await packageTemplate(project);
    expect(routesIn(template)).toEqual([...declaredRoutes, 'GET /ping']);
  });
});
