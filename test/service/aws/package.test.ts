/**
 * The CloudFormation template that `serverless package` creates from a build, without credentials or network.
 *
 * @module-tag deployment
 */

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeBudget as describeSizes } from '../../../lib/headwater/compile/aws/budget/budget-report.ts';
import type { Role } from '../../../lib/headwater/compile/aws/roles/plan-roles.ts';
import { startBuildSession } from '../../../lib/headwater/compile/build-session.ts';
import { build, buildUnlessKnown } from '../../../lib/headwater/compile/pipeline.ts';
import { tableDefinition } from '../../../lib/headwater/data/store/table.ts';
import { keyPartition } from '../../../lib/headwater/shared/rights/key-rights.ts';
import { settingsPartition } from '../../../lib/headwater/shared/rights/settings-rights.ts';
import { unitsPartition } from '../../../lib/headwater/shared/rights/unit-rights.ts';
import { describeBudget, packageStacks } from '../../support/budget-checks.ts';
import { framework } from '../../support/framework.ts';
import { copyServerlessYml, writeSettings } from '../../support/local-process.ts';
import { copyBuiltProject } from '../../support/local-service.ts';
import { readBackground, readFunctionIds, readRouteKeys } from '../../support/own-operations.ts';
import {
  type PackagedTemplate,
  packageTemplate,
  readTemplate,
  resourcesOf,
  routesIn,
  withoutCredentials,
} from '../../support/packaged-template.ts';
import { listing, makeProject, thing } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';
import { declareIn } from '../../support/serverless-yml.ts';
import { expectSizesShown } from '../../support/shown-deployment.ts';

let packaged: ReturnType<Parameters<typeof describeBudget>[0]>;
let template: PackagedTemplate;
let roles: readonly Role[];
let project: string;

const ofType = (type: string) => resourcesOf(template, type);

const background = await readBackground();
/** The functions of a stage that sets no variable of `when`. */
const ids = (await readFunctionIds()).filter(
  (id) => !background.some((each) => each.id === id && each.when !== undefined),
);
const deployed = background.filter(({ id }) => ids.includes(id));
const schedules = deployed.filter(({ kind }) => kind === 'schedule');
const declaredRoutes = await readRouteKeys();

beforeAll(async () => {
  project = await copyBuiltProject();
  const { diagnostics, budget = [] } = await buildUnlessKnown(project);
  expect(diagnostics).toEqual([]);
  roles = JSON.parse(await readFile(join(project, '.generated/roles.json'), 'utf8'));
  packaged = { ...(await packageStacks(project)), rows: budget };
  [template] = packaged.templates as [PackagedTemplate];
});

test('the program, in its own process as a user runs it, writes the template that the tests read', async () => {
  const program = ['node_modules/serverless/bin/serverless.js', 'package'];
  const settings = { cwd: project, env: withoutCredentials(project) };
  await promisify(execFile)(process.execPath, program, settings);
  expect(await readTemplate(project)).toEqual(template);
});

describeBudget(() => packaged);

test('docs/service/operations.md shows the size of this deployment', async () => {
  const page = await readFile(join(repository, 'docs/service/operations.md'), 'utf8');
  expectSizesShown(page, describeSizes(packaged.rows));
});

test('the routes are exactly those declared, plus HEAD for each GET', () => {
  expect(routesIn(template)).toEqual(declaredRoutes);
});

test('the functions are exactly those declared, each with its bundle', () => {
  const functions = ofType('AWS::Lambda::Function').map(({ Properties }) => Properties);
  expect(functions.map(({ FunctionName, Handler }) => [FunctionName, Handler])).toEqual(
    ids.map((id) => [`headwater-dev-${id}`, `.generated/bundles/${id}/index.handler`]),
  );
  for (const { Runtime, Architectures, Environment } of functions) {
    expect({ Runtime, Architectures, Environment }).toEqual({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Environment: {
        Variables: {
          TABLE_NAME: 'headwater-dev',
          ACCESS: '{"issuers":[]}',
          REFERENCE: 'on',
          PAGES: 'workbench',
        },
      },
    });
  }
});

test('the gateway has no CORS settings, unless package.json has them', () => {
  expect(ofType('AWS::ApiGatewayV2::Api').map(({ Properties }) => Properties['CorsConfiguration'])).toEqual([
    undefined,
  ]);
});

test('the table has the keys of the local table', () => {
  expect(ofType('AWS::DynamoDB::Table').map(({ Properties }) => Properties)).toEqual([
    {
      TableName: 'headwater-dev',
      ...tableDefinition,
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
      // The attribute name of lib/headwater/data/store/idempotency/idempotency-items.ts.
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      OnDemandThroughput: { MaxReadRequestUnits: 1000, MaxWriteRequestUnits: 500 },
      DeletionProtectionEnabled: false,
      SSESpecification: { SSEEnabled: false },
    },
  ]);
});

/** A listing whose operations need a token. */
const guarded = {
  ...listing,
  authorizations: { oauth2: { type: 'oauth2', scopes: [{ scope: 'read', description: 'Read' }] } },
  security: [{ oauth2: ['read'] }],
};

interface Statement {
  readonly Effect: string;
  readonly Action: readonly string[];
  readonly Resource: readonly unknown[];
  readonly Condition?: unknown;
}

/** The statements of the role that a function has. */
function statementsOf(id: string): Statement[] {
  const name = `headwater-dev-${id}`;
  const found = ofType('AWS::Lambda::Function').find(({ Properties }) => Properties['FunctionName'] === name);
  const [roleId = ''] = Object(found?.Properties['Role'])['Fn::GetAtt'] ?? [];
  const policies = template.Resources[roleId]?.Properties['Policies'] as {
    PolicyDocument: { Statement: Statement[] };
  }[];
  return policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

/** What triggers a function that no request calls, and where its failures go. */
function eventStatementsOf(id: string): Statement[] {
  const { kind } = background.find((each) => each.id === id) ?? {};
  const stream = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
  const read = {
    Effect: 'Allow',
    Action: stream.map((name) => `dynamodb:${name}`),
    Resource: [{ 'Fn::GetAtt': ['Table', 'StreamArn'] }],
  };
  const deadLetters = { 'Fn::GetAtt': ['DeadLetters', 'Arn'] };
  const send = { Effect: 'Allow', Action: ['sqs:SendMessage'], Resource: [deadLetters] };
  return [...(kind === 'consumer' ? [read] : []), ...(kind ? [send] : [])];
}

test.each(ids)(
  'the role of %s allows its own log, the table as far as it is used, and nothing else',
  (id) => {
    // test/service/aws/key-rights.test.ts tests the denied rights.
    const [logs, ...others] = statementsOf(id).filter(({ Effect }) => Effect === 'Allow');
    expect(logs?.Action).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
    const group = `log-group:/aws/lambda/headwater-dev-${id}:*`;
    expect(JSON.stringify(logs?.Resource)).toContain(group);
    const table = 'arn:${AWS::Partition}:dynamodb:${AWS::Region}:${AWS::AccountId}:table/headwater-dev';
    const ofEvents = others.filter(
      ({ Resource }) => JSON.stringify(Resource) !== JSON.stringify([{ 'Fn::Sub': table }]),
    );
    expect(ofEvents).toEqual(eventStatementsOf(id));
    for (const { Action } of others.filter((each) => !ofEvents.includes(each))) {
      expect(Action.filter((action) => !/^dynamodb:\w+Item$|^dynamodb:Query$/.test(action))).toEqual([]);
    }
    const role = roles.find(({ functions }) => functions.includes(id));
    const { actions = [], keyActions = [], unitActions = [], settingsActions = [] } = role ?? {};
    const inPartition = (names: readonly string[], partition: string) => {
      const alone = names.filter((name) => !actions.includes(name));
      const Condition = { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [partition] } };
      return alone.length > 0 ? [{ Action: alone.map((name) => `dynamodb:${name}`), Condition }] : [];
    };
    const limited = others.filter(({ Condition }) => Condition !== undefined);
    expect(limited.map(({ Action, Condition }) => ({ Action, Condition }))).toEqual([
      ...inPartition(keyActions, keyPartition),
      ...inPartition(unitActions, unitsPartition),
      ...inPartition(settingsActions, settingsPartition),
    ]);
  },
);

test('the API is throttled and logs each request', () => {
  const [stage] = ofType('AWS::ApiGatewayV2::Stage').map(({ Properties }) => Object(Properties));
  expect(stage.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 });
  const format = JSON.parse(stage.AccessLogSettings.Format);
  expect(Object.keys(format)).toEqual(
    expect.arrayContaining(['requestId', 'routeKey', 'status', 'latency', 'error']),
  );
});

test('alarms notify one topic', () => {
  const alarms = ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
  // The API, the table, the issuers, the replays and the sinks have eleven; alerts of streams have three, where a stage asks for them; each function that no request calls has one, the consumer
  // another, and the dead letters one.
  expect(alarms).toHaveLength(11 + 3 + deployed.length + 1 + 1);
  for (const { AlarmActions } of alarms) expect(AlarmActions).toEqual([{ Ref: 'AlarmTopic' }]);
});

test('the dashboard shows each function by its route, and the queries read all their logs', () => {
  const [dashboard] = ofType('AWS::CloudWatch::Dashboard').map(({ Properties }) => Object(Properties));
  const [body] = dashboard.DashboardBody['Fn::Sub'];
  const widgets: { properties: { title: string; metrics: unknown[][] } }[] = JSON.parse(body).widgets;
  const shown = widgets.flatMap(({ properties }) => properties.metrics.map(([, , , name]) => name));
  expect(ids.filter((id) => !shown.includes(`headwater-dev-${id}`))).toEqual([]);
  expect(widgets.map(({ properties }) => properties.title)).toContain('GET /v1/source/{id}');
  const queries = ofType('AWS::Logs::QueryDefinition').map(({ Properties }) => Properties);
  expect(queries.length).toBeGreaterThan(3);
  const groups = ids.map((id) => `/aws/lambda/headwater-dev-${id}`);
  for (const { LogGroupNames } of queries) expect(LogGroupNames).toEqual(groups);
});

/** The different settings of logging in all functions. */
function loggingIn(made: PackagedTemplate): unknown[] {
  const functions = resourcesOf(made, 'AWS::Lambda::Function').map(({ Properties }) => Properties);
  return [...new Set(functions.map(({ LoggingConfig }) => JSON.stringify(LoggingConfig)))].map((text) =>
    JSON.parse(text),
  );
}

test('another stage is protected, and its table has other limits; a setting turns off the line of each request', async () => {
  const logging = { LogFormat: 'JSON', ApplicationLogLevel: 'INFO', SystemLogLevel: 'WARN' };
  expect(loggingIn(template)).toEqual([logging]);
  const prod = await packageTemplate(project, ['--stage', 'prod', '--param', 'logLevel=WARN']);
  expect(loggingIn(prod)).toEqual([{ ...logging, ApplicationLogLevel: 'WARN' }]);
  expect(prod.Resources['Table']?.Properties).toMatchObject({
    TableName: 'headwater-prod',
    DeletionProtectionEnabled: true,
    OnDemandThroughput: { MaxReadRequestUnits: 4000, MaxWriteRequestUnits: 1000 },
  });
});

test('no role is without a function, and there is none for all', () => {
  const used = ofType('AWS::Lambda::Function').map(
    ({ Properties }) => Object(Properties['Role'])['Fn::GetAtt'][0],
  );
  const roles = Object.entries(template.Resources).flatMap(([id, { Type }]) =>
    Type === 'AWS::IAM::Role' ? [id] : [],
  );
  expect(roles.toSorted()).toEqual([...new Set(used)].toSorted());
  expect(roles).not.toContain('IamRoleLambdaExecution');
});

test('the stack has four resources per function, one per route, roles, and few others', () => {
  expect(Object.keys(template.Resources).length).toBeLessThanOrEqual(
    // A schedule has two more, and all of them the dead letters with an alarm.
    4 * ids.length + 2 * schedules.length + 2 + declaredRoutes.length + 27 + ofType('AWS::IAM::Role').length,
  );
});

test('a stage with too long function names is refused before deployment', async () => {
  // The first of several names of this length is reported.
  const longest = ids.toSorted((one, other) => other.length - one.length)[0] ?? '';
  const stage = 'x'.repeat(65 - `headwater--${longest}`.length);
  await expect(packageTemplate(project, ['--stage', stage])).rejects.toMatchObject({
    stdout: expect.stringContaining(`"headwater-${stage}-${longest}" has 65 characters`),
  });
});

test('a service that is open is refused in a stage for others, unless package.json says that it is public', async () => {
  const open = await makeProject({
    'descriptors/api-docs.json': guarded,
    'descriptors/thing.json': thing({ httpMethod: 'POST' }),
    'handlers/thing/read.ts': 'export const handle = () => 1;\n',
  });
  await copyServerlessYml(open);
  const session = startBuildSession();
  const refusal = { stdout: expect.stringContaining('Everybody could call POST /v1/thing') };
  const replaceIn = async (name: string, from: string | RegExp, to: string) => {
    const path = join(open, name);
    await writeFile(path, (await readFile(path, 'utf8')).replace(from, to));
  };
  // No descriptor declares who may call this operation.
  await replaceIn('descriptors/api-docs.json', '"security"', '"x-security"');
  await build(open, session);
  await expect(packageTemplate(open, ['--stage', 'prod'])).rejects.toMatchObject(refusal);
  // A setting that opens all of them.
  await replaceIn('descriptors/api-docs.json', '"x-security"', '"security"');
  const close = await declareIn(open, { provider: { environment: { ACCESS: 'open' } } });
  await build(open, session);
  await expect(packageTemplate(open, ['--stage', 'prod'])).rejects.toMatchObject(refusal);
  // One that opens a single function.
  await close();
  await declareIn(open, { functions: { 'thing-read': { environment: { ACCESS: 'open' } } } });
  await expect(packageTemplate(open, ['--stage', 'prod'])).rejects.toMatchObject({
    stdout: expect.stringContaining('Everybody could call thing-read in the stage "prod"'),
  });
  await writeSettings(open, { public: true });
  await build(open, session);
  await expect(packageTemplate(open, ['--stage', 'prod'])).resolves.toBeDefined();
});

test('a value of ACCESS that functions cannot read is refused in every stage', async () => {
  const undo = await declareIn(project, { provider: { environment: { ACCESS: 'opne' } } });
  await expect(packageTemplate(project)).rejects.toMatchObject({
    stdout: expect.stringContaining('The environment variable ACCESS is not valid: Unexpected token'),
  });
  await undo();
});

const ofAll = (ACCESS: unknown) => ({ provider: { environment: { ACCESS } } });
const inResources = (id: string, properties: object) => ({
  resources: { Resources: { [id]: { Type: 'AWS::Lambda::Function', Properties: properties } } },
});
const extended = (ACCESS: unknown) => ({
  resources: {
    extensions: {
      SourceDashlistLambdaFunction: { Properties: { Environment: { Variables: { ACCESS } } } },
    },
  },
});
const placeOfExtended =
  'resources.Resources.SourceDashlistLambdaFunction.Properties.Environment.Variables.ACCESS';

/** Ways in which serverless.yml can leave the value to CloudFormation, or open a function behind its settings. */
const hiddenAccess: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
  ['Sub', ofAll({ 'Fn::Sub': 'open' }), 'provider.environment.ACCESS is {"Fn::Sub":"open"}'],
  ['Ref', ofAll({ Ref: 'AlarmTopic' }), 'provider.environment.ACCESS is {"Ref":"AlarmTopic"}'],
  ['Join', ofAll({ 'Fn::Join': ['', ['op', 'en']] }), 'provider.environment.ACCESS is {"Fn::Join"'],
  [
    'an import',
    ofAll({ 'Fn::ImportValue': 'access' }),
    'provider.environment.ACCESS is {"Fn::ImportValue":"access"}',
  ],
  [
    'a function of its own',
    { functions: { 'source-list': { environment: { ACCESS: { 'Fn::Sub': 'open' } } } } },
    'functions.source-list.environment.ACCESS is {"Fn::Sub":"open"}',
  ],
  ['an extended resource', extended('open'), `${placeOfExtended} is "open"`],
  [
    'an extended resource with Sub',
    extended({ 'Fn::Sub': 'open' }),
    `${placeOfExtended} is {"Fn::Sub":"open"}`,
  ],
  [
    'a resource with another environment',
    inResources('Hidden', { Environment: { 'Fn::If': ['a', 'b', 'c'] } }),
    'resources.Resources.Hidden.Properties.Environment is {"Fn::If":["a","b","c"]}',
  ],
];

test.each(hiddenAccess)(
  'ACCESS that is only known after packaging is refused: %s',
  async (_, members, found) => {
    const undo = await declareIn(project, members);
    try {
      await expect(packageTemplate(project, ['--stage', 'prod'])).rejects.toMatchObject({
        stdout: expect.stringContaining(found),
      });
    } finally {
      await undo();
    }
  },
);

test('`serverless deploy function` is refused before it uploads anything, and says what to run', async () => {
  const args = ['deploy', 'function', '-f', 'source-list'];
  await expect(framework(project, args, withoutCredentials(project))).rejects.toMatchObject({
    stdout: expect.stringContaining('Run "npx serverless deploy": it updates only the functions'),
  });
});

describe('a route written by hand', () => {
  test('is in the template with the declared ones', async () => {
    await writeFile(
      join(project, 'handlers/ping.mjs'),
      `export const handler = async () => ({ statusCode: 200, body: 'pong' });\n`,
    );
    const ping = {
      handler: 'handlers/ping.handler',
      package: { patterns: ['handlers/ping.mjs'] },
      events: [{ httpApi: 'GET /ping' }],
    };
    await declareIn(project, { functions: { ping } });
    template = await packageTemplate(project);
    expect(routesIn(template).toSorted()).toEqual([...declaredRoutes, 'GET /ping'].toSorted());
  });
});
