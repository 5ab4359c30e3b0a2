/**
 * What the plugin `headwater/serverless` brings to a service, and how serverless.yml changes each part of it: docs/headwater/stack.md.
 *
 * @module-tag deployment
 */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { headwater } from '../../support/command.ts';
import { filesIn } from '../../support/documentation.ts';
import { copyProjectWith } from '../../support/local-service.ts';
import { type PackagedTemplate, packageTemplate, resourcesOf } from '../../support/packaged-template.ts';
import { codeRows } from '../../support/pages.ts';
import { configText, thing } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';
import { declareIn } from '../../support/serverless-yml.ts';

/** All that a project must declare: the first example of the page, whose plugin is [headwater/serverless]. */
async function smallest(): Promise<string> {
  const page = await readFile(join(repository, 'docs/headwater/stack.md'), 'utf8');
  return filesIn(page).get('serverless.yml') ?? '';
}

let project: string;
let usual: PackagedTemplate;
let undo: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  project = await copyProjectWith({
    'serverless.yml': await smallest(),
    // Stages other than dev must say who may call.
    'headwater.config.ts': configText({
      public: true,
      stages: { default: { params: { queue: 'none' } }, test: { burst: 7, params: { queue: 'orders' } } },
    }),
    'descriptors/thing.json': thing(
      {},
      {
        'x-consumers': [{ nickname: 'follow', sortKeyPrefix: 'thing/', dataType: 'Key' }],
        models: { Key: { properties: { pk: { type: 'string' } } } },
      },
    ),
    'handlers/thing/read.ts': "export const handle = () => '';\n",
    'handlers/thing/follow.ts': 'export const handle = () => undefined;\n',
  });
  expect((await build(project)).diagnostics).toEqual([]);
  usual = await packageTemplate(project);
});

afterEach(() => undo());

async function declare(members: Readonly<Record<string, unknown>>): Promise<void> {
  undo = await declareIn(project, members);
}

const packaged = (...options: readonly string[]) => packageTemplate(project, options);

const propertiesOf = ({ Resources }: PackagedTemplate, id: string) => Resources[id]?.Properties ?? {};
const functionIn = (template: PackagedTemplate) => propertiesOf(template, 'ThingDashreadLambdaFunction');
const stageIn = (template: PackagedTemplate) => propertiesOf(template, 'HttpApiStage');

test('four lines bring table, roles, alarms, dashboard, functions and outputs', () => {
  const types = Object.values(usual.Resources).map(({ Type }) => Type);
  expect(new Set(types)).toEqual(
    new Set([
      'AWS::ApiGatewayV2::Api',
      'AWS::ApiGatewayV2::Integration',
      'AWS::ApiGatewayV2::Route',
      'AWS::ApiGatewayV2::Stage',
      'AWS::CloudWatch::Alarm',
      'AWS::CloudWatch::Dashboard',
      'AWS::DynamoDB::Table',
      'AWS::IAM::Role',
      'AWS::Lambda::EventSourceMapping',
      'AWS::Lambda::Function',
      'AWS::Lambda::Permission',
      'AWS::Logs::LogGroup',
      'AWS::Logs::QueryDefinition',
      'AWS::S3::Bucket',
      'AWS::S3::BucketPolicy',
      'AWS::SNS::Topic',
      'AWS::SQS::Queue',
    ]),
  );
  expect(Object.keys(usual.Outputs)).toEqual(
    expect.arrayContaining(['AlarmTopic', 'HttpApiUrl', 'ServiceTable']),
  );
  expect(functionIn(usual)).toMatchObject({
    Runtime: 'nodejs24.x',
    MemorySize: 512,
    Environment: { Variables: { TABLE_NAME: 'shop-dev', ACCESS: '{"issuers":[]}', REFERENCE: 'on' } },
  });
});

describe('print-template', () => {
  /** Without credentials. */
  const run = (...options: readonly string[]) =>
    headwater(project, ['print-template', ...options], { HOME: project });

  test('prints the same each time, in YAML and in JSON, and that is what a deployment sends', async () => {
    const [yaml, again, json] = [await run(), await run(), await run('--json')];
    expect([yaml.exitCode, again.output]).toEqual([0, yaml.output]);
    expect(parse(yaml.output, { version: '1.1' })).toEqual(JSON.parse(json.output));
    expect(JSON.parse(json.output)).toEqual(usual);
  });

  test('says why there is no template', async () => {
    await declare({ provider: { memorySize: 'much' } });
    const { exitCode, complaint } = await run('--stage', 'prod');
    expect(exitCode).toBe(1);
    expect(complaint).toContain('The template of prod cannot be made: "serverless package ');
    expect(complaint).toContain("at 'provider.memorySize': must be integer");
  });
});

describe('a setting of a stage', () => {
  const burstOf = async (...options: readonly string[]) =>
    Object(stageIn(await packaged(...options))['DefaultRouteSettings'])['ThrottlingBurstLimit'];

  test('is that of the stage in headwater.config.ts, or else that of the framework', async () => {
    expect([await burstOf('--stage', 'test'), await burstOf(), await burstOf('--stage', 'other')]).toEqual([
      7, 100, 1000,
    ]);
  });

  test('is rather that of `params` in serverless.yml', async () => {
    await declare({ params: { default: { burst: 8 }, other: { burst: 9 } } });
    expect([await burstOf('--stage', 'test'), await burstOf('--stage', 'other')]).toEqual([8, 9]);
  });

  test('of its own is a parameter', async () => {
    const Outputs = { Queue: { Value: '${param:queue}' } };
    await declare({ resources: { Outputs } });
    expect((await packaged()).Outputs['Queue']).toEqual({ Value: 'none' });
    expect((await packaged('--stage', 'test')).Outputs['Queue']).toEqual({ Value: 'orders' });
  });
});

/** thing-read, thing-follow, api-docs, reference, default-route. */
const versionedFunctions = 5;
const ping = {
  handler: 'handlers/ping.handler',
  package: { patterns: ['handlers/ping.mjs'] },
  events: [{ httpApi: 'GET /ping' }],
};
const statement = {
  Effect: 'Allow',
  Action: ['sqs:SendMessage'],
  Resource: 'arn:aws:sqs:us-east-1:123456789012:mine',
};
const ownRole = {
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
      ],
    },
    Policies: [{ PolicyName: 'own', PolicyDocument: { Version: '2012-10-17', Statement: [statement] } }],
  },
};
const inResources = (Resources: object) => ({ resources: { Resources } });
const variablesIn = (template: PackagedTemplate) => Object(functionIn(template)['Environment'])['Variables'];
const alarmsIn = (template: PackagedTemplate) => resourcesOf(template, 'AWS::CloudWatch::Alarm');

/** What serverless.yml declares, a part of the template, and its value. */
const overrides: readonly [
  name: string,
  declared: Readonly<Record<string, unknown>>,
  part: (template: PackagedTemplate) => unknown,
  want: unknown,
][] = [
  [
    'the size of all functions',
    { provider: { memorySize: 256 } },
    functionIn,
    expect.objectContaining({ MemorySize: 256, Timeout: 10 }),
  ],
  [
    'the settings of one function',
    { functions: { 'thing-read': { timeout: 3, environment: { OWN: 'here' } } } },
    functionIn,
    expect.objectContaining({
      Timeout: 3,
      Environment: { Variables: expect.objectContaining({ OWN: 'here', TABLE_NAME: 'shop-dev' }) },
    }),
  ],
  [
    'a variable that is new, one that is changed, and one that is removed',
    { provider: { environment: { OWN: 1, REFERENCE: 'off', PAGES: null } } },
    variablesIn,
    { TABLE_NAME: 'shop-dev', ACCESS: '{"issuers":[]}', REFERENCE: 'off', OWN: '1' },
  ],
  [
    'rights of all functions',
    { provider: { iam: { role: { statements: [statement] } } } },
    (template) =>
      resourcesOf(template, 'AWS::IAM::Role').filter(
        ({ Properties }) => !JSON.stringify(Properties).includes(JSON.stringify(statement)),
      ),
    [],
  ],
  [
    'the role of one function',
    { functions: { 'thing-follow': { role: 'Own' } }, ...inResources({ Own: ownRole }) },
    (template) => [
      propertiesOf(template, 'ThingDashfollowLambdaFunction')['Role'],
      resourcesOf(template, 'AWS::IAM::Role').filter((role) => JSON.stringify(role).includes('thing-follow')),
      functionIn(template)['Role'],
    ],
    [{ 'Fn::GetAtt': ['Own', 'Arn'] }, [], { 'Fn::GetAtt': ['RoleLogs', 'Arn'] }],
  ],
  [
    'the role of one function, as an ARN',
    { functions: { 'thing-read': { role: 'arn:aws:iam::123456789012:role/mine' } } },
    (template) => functionIn(template)['Role'],
    'arn:aws:iam::123456789012:role/mine',
  ],
  [
    'a role that exists',
    { provider: { iam: { role: 'arn:aws:iam::123456789012:role/mine' } } },
    (template) => resourcesOf(template, 'AWS::IAM::Role'),
    [],
  ],
  [
    'no access log',
    { provider: { logs: { httpApi: false } } },
    (template) => stageIn(template)['AccessLogSettings'],
    undefined,
  ],
  [
    'an API that exists',
    { provider: { httpApi: { id: 'abc' } } },
    (template) => [
      resourcesOf(template, 'AWS::ApiGatewayV2::Api'),
      propertiesOf(template, 'ApiErrorsAlarm')['Dimensions'],
    ],
    [[], [{ Name: 'ApiId', Value: 'abc' }]],
  ],
  [
    'versions of functions',
    { provider: { versionFunctions: true } },
    (template) => resourcesOf(template, 'AWS::Lambda::Version').length,
    versionedFunctions,
  ],
  [
    'throttling of the API',
    {
      resources: {
        extensions: { HttpApiStage: { Properties: { DefaultRouteSettings: { ThrottlingBurstLimit: 3 } } } },
      },
    },
    (template) => stageIn(template)['DefaultRouteSettings'],
    { ThrottlingBurstLimit: 3, ThrottlingRateLimit: 50 },
  ],
  [
    'the mode of the table',
    inResources({
      Table: {
        Properties: {
          BillingMode: 'PROVISIONED',
          OnDemandThroughput: null,
          ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
        },
      },
    }),
    (template) => {
      const { BillingMode, OnDemandThroughput, KeySchema } = propertiesOf(template, 'Table');
      return { BillingMode, OnDemandThroughput, KeySchema };
    },
    {
      BillingMode: 'PROVISIONED',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    },
  ],
  [
    'the name of the table',
    { custom: { headwater: { tableName: 'things' } } },
    (template) => [propertiesOf(template, 'Table')['TableName'], variablesIn(template)['TABLE_NAME']],
    ['things', 'things'],
  ],
  [
    'the threshold and the actions of an alarm',
    inResources({
      ApiLatencyAlarm: {
        Properties: { Threshold: 500, AlarmActions: ['arn:aws:sns:us-east-1:123456789012:mine'] },
      },
    }),
    (template) => propertiesOf(template, 'ApiLatencyAlarm'),
    expect.objectContaining({
      Threshold: 500,
      AlarmActions: ['arn:aws:sns:us-east-1:123456789012:mine'],
      OKActions: [{ Ref: 'AlarmTopic' }],
      MetricName: 'Latency',
    }),
  ],
  [
    'the alarm of one function',
    inResources({ ThingDashfollowIteratorAgeAlarm: { Properties: { Threshold: 1 } } }),
    (template) => propertiesOf(template, 'ThingDashfollowIteratorAgeAlarm'),
    expect.objectContaining({ Threshold: 1, MetricName: 'IteratorAge' }),
  ],
  [
    'no alarm of one kind, and no dashboard',
    inResources({ LambdaThrottlesAlarm: null, Dashboard: null }),
    ({ Resources }) => [
      Resources['LambdaThrottlesAlarm'],
      Resources['Dashboard'],
      Object.keys(Resources).includes('LambdaErrorsAlarm'),
    ],
    [undefined, undefined, true],
  ],
  [
    'no topic, and so no alarms',
    inResources({ AlarmTopic: null }),
    (template) => [alarmsIn(template), template.Outputs['AlarmTopic']],
    [[], undefined],
  ],
  [
    'a topic with a name, as !Sub in place of nothing',
    inResources({ AlarmTopic: { Properties: { TopicName: { 'Fn::Sub': 'alarms-${AWS::Region}' } } } }),
    (template) => propertiesOf(template, 'AlarmTopic'),
    { TopicName: { 'Fn::Sub': 'alarms-${AWS::Region}' } },
  ],
  [
    'a function of CloudFormation is one value',
    { resources: { Outputs: { AlarmTopic: { Value: { 'Fn::GetAtt': ['AlarmTopic', 'TopicName'] } } } } },
    (template) => template.Outputs['AlarmTopic'],
    { Description: 'Alarms notify this topic.', Value: { 'Fn::GetAtt': ['AlarmTopic', 'TopicName'] } },
  ],
  [
    'the runtime of a handwritten function',
    { functions: { ping: { ...ping, runtime: 'nodejs22.x' } } },
    (template) => [propertiesOf(template, 'PingLambdaFunction')['Runtime'], functionIn(template)['Runtime']],
    ['nodejs22.x', 'nodejs24.x'],
  ],
  [
    'functions and resources in lists',
    {
      functions: ['${file(./.generated/functions.json)}', { ping }, { 'thing-read': { timeout: 3 } }],
      resources: [
        { Resources: { One: { Type: 'AWS::SQS::Queue' } } },
        { Resources: { Two: { Type: 'AWS::SQS::Queue' } } },
      ],
    },
    (template) => [
      resourcesOf(template, 'AWS::SQS::Queue').length,
      resourcesOf(template, 'AWS::DynamoDB::Table').length,
      propertiesOf(template, 'PingLambdaFunction')['Handler'],
      functionIn(template)['Timeout'],
    ],
    [3, 1, 'handlers/ping.handler', 3],
  ],
];

describe('serverless.yml changes', () => {
  beforeAll(() =>
    writeFile(
      join(project, 'handlers/ping.mjs'),
      'export const handler = async () => ({ statusCode: 200 });\n',
    ),
  );

  // The diff of a template shows the change, and nothing that only moves.
  test.each(overrides)('%s, and moves nothing', async (_, declared, part, want) => {
    expect(part(usual)).not.toEqual(want);
    await declare(declared);
    const template = await packaged();
    expect(part(template)).toEqual(want);
    const [before, after] = [membersIn(usual), membersIn(template)];
    expect(after.filter((path) => before.includes(path))).toEqual(
      before.filter((path) => after.includes(path)),
    );
  });
});

/** The paths of all members, in the order in which a text has them. */
function membersIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    `${path}/${name}`,
    ...membersIn(member, `${path}/${name}`),
  ]);
}

/** What serverless.yml declares, and what the message says. */
const refused: readonly [name: string, declared: Readonly<Record<string, unknown>>, message: string][] = [
  [
    'no environment at all',
    { provider: { environment: null } },
    'provider.environment is null, and headwater/serverless adds members to it: write an object here, or a file whose name has no parameter. A member of the object may be a variable or null.',
  ],
  [
    'resources that a parameter names',
    { resources: ['${param:queue}'] },
    'resources is ["${param:queue}"], and headwater/serverless adds members to it',
  ],
  [
    'a table of another type',
    inResources({ Table: { Type: 'AWS::DynamoDB::GlobalTable' } }),
    'resources.Resources.Table has the type AWS::DynamoDB::GlobalTable, and headwater/serverless makes a resource of this name and the type AWS::DynamoDB::Table. Give yours another name; null in its place removes the other one.',
  ],
  [
    'a dashboard of another type',
    inResources({ Dashboard: { Type: 'AWS::SNS::Topic' } }),
    'resources.Resources.Dashboard has the type AWS::SNS::Topic, and headwater/serverless makes a resource of this name and the type AWS::CloudWatch::Dashboard.',
  ],
  [
    'another trigger of a function',
    { functions: { 'thing-read': { events: [{ httpApi: 'GET /other' }] } } },
    'functions.thing-read.events is what the build makes of the descriptor. Change the descriptor, or declare a function of another name; other settings of thing-read, such as memorySize, may be changed here.',
  ],
  [
    'a misspelt resource',
    inResources({ ApiErorsAlarm: { Properties: { Threshold: 1 } } }),
    'resources.Resources.ApiErorsAlarm has no Type, and headwater/serverless makes no resource of this name (did you mean ApiErrorsAlarm?).',
  ],
  [
    'a misspelt property of an alarm',
    inResources({ ApiLatencyAlarm: { Properties: { Treshold: 500 } } }),
    'resources.Resources.ApiLatencyAlarm.Properties.Treshold is not a property of ApiLatencyAlarm (did you mean Threshold?).',
  ],
  [
    'a misspelt property of the table',
    inResources({ Table: { Properties: { TimeToLiveSpecifcation: null } } }),
    'resources.Resources.Table.Properties.TimeToLiveSpecifcation is not a property of Table (did you mean TimeToLiveSpecification?).',
  ],
  [
    'the removal of a misspelt resource',
    inResources({ LambdaThrotlesAlarm: null }),
    'resources.Resources.LambdaThrotlesAlarm is null, and headwater/serverless makes no resource of this name (did you mean LambdaThrottlesAlarm?).',
  ],
  [
    'a misspelt output',
    { resources: { Outputs: { AlarmTopik: { Description: 'Mine' } } } },
    'resources.Outputs.AlarmTopik has no Value, and the stack has no such output to change (did you mean AlarmTopic?).',
  ],
  [
    'a misspelt function',
    { functions: { 'thing-raed': { memorySize: 1024, timeout: 20 } } },
    'functions.thing-raed has no handler, and the build makes no such function (did you mean thing-read?).',
  ],
  [
    'a misspelt function in a list',
    { functions: [{ 'thing-raed': { timeout: 20 } }] },
    'functions.thing-raed has no handler, and the build makes no such function (did you mean thing-read?).',
  ],
  [
    'the removal of a misspelt function',
    { functions: { 'thing-raed': null } },
    'functions.thing-raed is null, and the build makes no such function (did you mean thing-read?).',
  ],
  [
    'a time of an operation that the gateway does not wait',
    { functions: { 'thing-read': { timeout: 31 } } },
    'functions.thing-read.timeout is 31: the HTTP API answers 503 after 30 seconds. Accepted: 1 to 30, as for x-timeout of an operation. Schedules and consumers may take longer, with an x-timeout of their own.',
  ],
  [
    'a time of all functions that the gateway does not wait',
    { provider: { timeout: 60 } },
    'provider.timeout is 60, and thing-read has no x-timeout: the HTTP API answers 503 after 30 seconds.',
  ],
  [
    'a misspelt alarm with its type',
    inResources({ ApiErorsAlarm: { Type: 'AWS::CloudWatch::Alarm', Properties: { Threshold: 1 } } }),
    'resources.Resources.ApiErorsAlarm has no metric, and the stack has no such alarm to change (did you mean ApiErrorsAlarm?).',
  ],
  [
    'a table that others need',
    inResources({ Table: null }),
    'Resources.ThingDashfollowEventSourceMappingDynamodbTable refers to Table, which the stack does not have',
  ],
  [
    'a text with the name of no resource',
    { resources: { Outputs: { Mine: { Value: { 'Fn::Sub': '${Tabel.Arn} ${AWS::Region} ${!Literal}' } } } } },
    'Outputs.Mine refers to Tabel, which the stack does not have (did you mean Table?).',
  ],
  [
    'an older Node.js',
    { provider: { runtime: 'nodejs20.x' } },
    'provider.runtime is "nodejs20.x", and the build makes thing-read for Node.js 24: leave the member out, or write nodejs24.x or a later one.',
  ],
  [
    'an older Node.js of a stage',
    { provider: { runtime: '${param:runtime, "nodejs22.x"}' } },
    'provider.runtime is "nodejs22.x", and the build makes thing-read for Node.js 24',
  ],
  [
    'another runtime of one function',
    { functions: { 'thing-follow': { runtime: 'python3.13' } } },
    'functions.thing-follow.runtime is "python3.13", and the build makes thing-follow for Node.js 24',
  ],
  [
    'a misspelt setting',
    { custom: { headwater: { tabelName: 'x' } } },
    `at 'custom.headwater': unrecognized property 'tabelName'`,
  ],
];

/** Members of `custom.headwater` that give functions variables of the project's own. */
const allPlaces = { when: { QUEUE_ARN: '' }, flags: { IS_SEARCHED: 'SEARCH_ENDPOINT' } };

describe('a variable of one function', async () => {
  const page = await readFile(join(repository, 'docs/headwater/settings.md'), 'utf8');
  const [, section = ''] = page.split('\n## Variables of the functions\n');
  const documented = codeRows(section).flatMap(([names]) => names);
  const ofOne = ['ACCESS', 'LIST_UNITS'];

  test.each(ofOne)('may be %s', async (name) => {
    const value = name === 'ACCESS' ? '{"issuers":[]}' : '10';
    await declare({ functions: { 'thing-read': { environment: { [name]: value } } } });
    expect(variablesIn(await packaged())).toMatchObject({ [name]: value });
  });

  const shared = documented.filter((name) => !ofOne.includes(name));

  test.each([...shared, 'QUEUE_ARN', 'IS_SEARCHED'])('may not be %s', async (name) => {
    const declared = { functions: { 'thing-read': { environment: { [name]: 'other' } } } };
    await declare({ ...declared, custom: { headwater: allPlaces } });
    await expect(packaged()).rejects.toMatchObject({
      stdout: expect.stringMatching(
        `functions\\.thing-read\\.environment\\.${name} would be different from that of other functions\\. Its one value is (?:provider\\.environment|custom\\.headwater)\\.`,
      ),
    });
  });

  test('may be any in a function of the project', async () => {
    await declare({ functions: { ping: { ...ping, environment: { TABLE_NAME: 'other' } } } });
    const { Environment } = propertiesOf(await packaged(), 'PingLambdaFunction');
    expect(Environment).toMatchObject({ Variables: { TABLE_NAME: 'other' } });
  });
});

test.each(refused)('%s is refused', async (_, declared, message) => {
  await declare(declared);
  await expect(packaged()).rejects.toMatchObject({ stdout: expect.stringContaining(message) });
});
