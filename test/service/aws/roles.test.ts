/** Roles of functions, from what their bundles contain. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { checkGrants } from '../../../lib/headwater/compile/aws/functions/grants.ts';
import {
  type SelectableFunction,
  selectFunctions,
} from '../../../lib/headwater/compile/aws/functions/select-functions.ts';
import { planRoles, type Role } from '../../../lib/headwater/compile/aws/roles/plan-roles.ts';
import {
  hasOwnRole,
  type RoleSettings,
  roleResources,
} from '../../../lib/headwater/compile/aws/roles/role-resources.ts';
import type { FunctionPlan } from '../../../lib/headwater/shared/plan/function-plan.ts';
import { repository } from '../../support/repository.ts';
import { rightsIn, rightsOf } from '../../support/shown-deployment.ts';

test('each function of the service may do what its operation needs', async () => {
  const roles: Role[] = JSON.parse(await readFile(join(repository, '.generated/roles.json'), 'utf8'));
  const rights = roles.flatMap(({ functions, actions, keyActions }) =>
    functions.map((id) => [id, [...actions, ...keyActions.map((action) => `${action} of keys`)].join(' ')]),
  );
  expect(Object.fromEntries(rights)).toMatchObject({
    'api-docs': '',
    'default-route': 'GetItem of keys UpdateItem of keys',
    'preprocessor-list': '',
    'preprocessor-getByType': '',
    'preprocessor-preview': 'GetItem of keys UpdateItem of keys',
    'source-list': 'BatchGetItem GetItem Query GetItem of keys UpdateItem of keys',
    'source-create':
      'BatchGetItem ConditionCheckItem DeleteItem GetItem PutItem Query UpdateItem GetItem of keys UpdateItem of keys',
    'source-getById': 'GetItem GetItem of keys UpdateItem of keys',
    'source-update':
      'ConditionCheckItem DeleteItem GetItem PutItem Query UpdateItem GetItem of keys UpdateItem of keys',
    'source-patch':
      'ConditionCheckItem DeleteItem GetItem PutItem Query UpdateItem GetItem of keys UpdateItem of keys',
    'source-remove':
      'BatchGetItem ConditionCheckItem DeleteItem GetItem PutItem Query UpdateItem GetItem of keys UpdateItem of keys',
    'source-getSample': 'GetItem Query GetItem of keys UpdateItem of keys',
  });
});

test('docs/service/operations.md has the rights of each function', async () => {
  const roles: Role[] = JSON.parse(await readFile(join(repository, '.generated/roles.json'), 'utf8'));
  const page = await readFile(join(repository, 'docs/service/operations.md'), 'utf8');
  // A resource that a team adds is not in the page.
  const own = /^(?:pipeline|source|stream|preprocessor)-|^(?:api-docs|reference|default-route)$/;
  const rights = Object.entries(rightsOf(roles)).filter(([id]) => own.test(id));
  expect(rightsIn(page)).toEqual(Object.fromEntries(rights));
});

const command = (name: string) => `node_modules/@aws-sdk/client-dynamodb/dist-es/commands/${name}Command.js`;

/** A function whose bundle has these files, which import these. */
function functionWith(id: string, files: Readonly<Record<string, readonly string[]>>) {
  const plan = { kind: 'descriptors', id, declarations: [] } as unknown as FunctionPlan;
  const inputs = Object.entries(files).map(([path, imports]) => [
    path,
    { bytes: 1, imports: imports.map((target) => ({ path: target, kind: 'import-statement' })) },
  ]);
  const sizes = Object.keys(files).map((path) => [path, { bytesInOutput: path.includes('dropped') ? 0 : 1 }]);
  const output = { inputs: Object.fromEntries(sizes), imports: [], exports: [], bytes: 1 };
  const metafile: Metafile = {
    inputs: Object.fromEntries(inputs),
    outputs: { [`.generated/bundles/${id}/index.mjs`]: output },
  };
  return { plan, metafile };
}

function rolesIn(functions: readonly FunctionPlan[], metafile: Metafile, isMore = false) {
  return planRoles(functions, metafile, { projectFolder: repository, isMore });
}

function rolesOf(files: Readonly<Record<string, readonly string[]>>, isMore = false) {
  const { plan, metafile } = functionWith('thing-read', files);
  return rolesIn([plan], metafile, isMore);
}

describe('UpdateItem', () => {
  const sdk = 'node_modules/@aws-sdk/lib-dynamodb/dist-es/index.js';
  const ofKeys = 'lib/headwater/shared/rights/key-rights.ts';
  const ofUnits = 'lib/headwater/shared/rights/unit-rights.ts';
  const noUpdates = 'lib/headwater/shared/rights/no-updates.ts';
  /** A module that sends it for others. */
  const updating = {
    ...{ [command('UpdateItem')]: [], 'a/send.ts': [sdk] },
    ...{ [ofKeys]: [], [ofUnits]: [], [noUpdates]: [] },
  };
  const cases: [string, Readonly<Record<string, readonly string[]>>, Partial<Role>][] = [
    [
      'by a module with the rights of keys is for keys alone',
      { 'a/b.ts': ['a/send.ts', ofKeys] },
      { actions: [], keyActions: ['UpdateItem'] },
    ],
    [
      'by a module with the rights of units is for units alone',
      { 'a/b.ts': ['a/send.ts', ofKeys], 'a/c.ts': ['a/send.ts', ofUnits] },
      { actions: [], keyActions: ['UpdateItem'], unitActions: ['UpdateItem'] },
    ],
    [
      'by anybody else is for all items',
      { 'a/b.ts': ['a/send.ts', ofKeys], 'lib/service/streams/x.ts': ['a/send.ts'] },
      { actions: ['UpdateItem'], keyActions: ['UpdateItem'] },
    ],
    [
      'is for all items when a handler uses the SDK itself',
      { 'a/b.ts': ['a/send.ts', ofKeys], 'handlers/a/b.ts': [sdk] },
      { actions: ['UpdateItem'], keyActions: ['UpdateItem'] },
    ],
    [
      'is for all items when a package uses the SDK',
      { 'a/b.ts': ['a/send.ts', ofKeys], 'node_modules/orm/index.js': [sdk] },
      { actions: ['UpdateItem'], keyActions: ['UpdateItem'] },
    ],
    [
      'is for all items when a handler imports the command by a module that passes it on',
      { 'a/b.ts': ['a/send.ts', ofKeys], 'handlers/b.ts': ['dropped/sdk.ts'], 'dropped/sdk.ts': [sdk] },
      { actions: ['UpdateItem'], keyActions: ['UpdateItem'] },
    ],
    ['is for all items when nothing shows who needs it', {}, { actions: ['UpdateItem'], keyActions: [] }],
    [
      'is not sent by a module of the store that says so',
      { 'a/b.ts': ['a/send.ts', ofKeys], 'a/read.ts': [sdk, noUpdates] },
      { actions: [], keyActions: ['UpdateItem'] },
    ],
  ];
  test.each(cases)('%s', (_, files, want) => {
    expect(rolesOf({ ...updating, ...files }).roles).toMatchObject([want]);
  });

  test('is for all items when a function loads its sender', () => {
    const { plan, metafile } = functionWith('thing-read', { ...updating, 'a/b.ts': ['a/send.ts', ofKeys] });
    for (const output of Object.values(metafile.outputs)) output.entryPoint = 'a/send.ts';
    expect(rolesIn([plan], metafile).roles).toMatchObject([{ actions: ['UpdateItem'] }]);
  });
});

test('functions with another version of the framework are a diagnostic: their modules have no rights', () => {
  const copy = 'node_modules/headwater/shared/rights/key-rights.js';
  expect(rolesOf({ 'a/b.js': [copy], [copy]: [] }).diagnostics).toMatchObject([
    {
      ...{ code: 'E-ROLE', file: copy },
      found: 'functions contain another version of the framework than the one that builds them',
      accepted: 'one version: the rights of functions follow from its modules',
    },
  ]);
});

test('a transaction needs the actions of its parts', () => {
  expect(rolesOf({ [command('TransactWriteItems')]: [] }).roles).toMatchObject([
    { actions: ['ConditionCheckItem', 'DeleteItem', 'PutItem', 'UpdateItem'] },
  ]);
});

test('endpoint discovery, and what the bundler has dropped, need nothing', () => {
  const files = { [command('DescribeEndpoints')]: [], [`dropped/${command('Scan')}`]: [] };
  expect(rolesOf(files)).toEqual({
    roles: [{ id: 'RoleLogs', actions: [], keyActions: [], functions: ['thing-read'] }],
    diagnostics: [],
  });
});

test('a command that no role allows is a diagnostic', () => {
  expect(rolesOf({ [command('CreateTable')]: [] }).diagnostics).toMatchObject([
    {
      code: 'E-ROLE',
      found: 'the function thing-read can send CreateTable, which no role of a function allows',
    },
  ]);
});

test('a client for another service needs a statement of serverless.yml', () => {
  const files = { 'node_modules/@aws-sdk/client-sqs/dist-es/SQSClient.js': [] };
  expect(rolesOf(files).diagnostics).toMatchObject([
    {
      code: 'E-ROLE',
      found:
        'the function thing-read contains @aws-sdk/client-sqs, and serverless.yml allows nothing but the table',
      accepted:
        'the actions that it needs, in x-uses of its operation or in provider.iam.role.statements; a role of its own, functions.thing-read.role; or a function with `when`, the variable with the ARN that they are for, and one of client-eventbridge, client-firehose, client-kinesis, client-kms, client-lambda, client-secrets-manager, client-sfn, client-sns, client-sqs',
    },
  ]);
  expect(rolesOf(files, true).diagnostics).toEqual([]);
});

test('a function with `when` may send what its bundle contains, to what the variable names', () => {
  const kinesis = 'node_modules/@aws-sdk/client-kinesis/dist-es';
  const files = { [`${kinesis}/KinesisClient.js`]: [], [`${kinesis}/commands/PutRecordCommand.js`]: [] };
  const { plan, metafile } = functionWith('thing-forward', files);
  const { roles, diagnostics } = rolesIn([{ ...plan, when: 'STREAM_ARN' }], metafile);
  expect(diagnostics).toEqual([]);
  expect(roles).toEqual([
    {
      id: 'RolePutRecordSTREAMARN',
      ...{ actions: [], keyActions: [], serviceActions: ['kinesis:PutRecord'] },
      ...{ when: 'STREAM_ARN', functions: ['thing-forward'] },
    },
  ]);
  const users = [{ key: 'thing-forward', name: 'shop-dev-thing-forward', settings: {} }];
  const context = {
    deadLettersArn: {},
    tableStreamArn: {},
    variables: { STREAM_ARN: 'arn:aws:kinesis:eu-central-1:123456789012:stream/y' },
    grants: {},
  };
  const made = roleResources(roles, users, {}, context)['RolePutRecordSTREAMARN'];
  expect(made?.Properties.Policies[0].PolicyDocument.Statement.at(-1)).toEqual({
    ...{
      Effect: 'Allow',
      Action: ['kinesis:PutRecord'],
      Resource: ['arn:aws:kinesis:eu-central-1:123456789012:stream/y'],
    },
  });
});

test.each([
  ['a client whose commands no ARN of a variable covers', ['client-s3']],
  ['two clients, since the variable has one ARN', ['client-kinesis', 'client-sqs']],
])('a function with `when` needs a statement of serverless.yml for %s', (_, clients) => {
  const files = Object.fromEntries(clients.map((name) => [`node_modules/@aws-sdk/${name}/dist-es/x.js`, []]));
  const { plan, metafile } = functionWith('thing-forward', files);
  const { diagnostics } = rolesIn([{ ...plan, when: 'ARN' }], metafile);
  expect(diagnostics.map(({ code }) => code)).toEqual(clients.map(() => 'E-ROLE'));
  expect(rolesIn([{ ...plan, when: 'ARN' }], metafile, true).diagnostics).toEqual([]);
});

test.each([
  ['client-sqs/dist-es/commands/SendMessageBatchCommand.js', 'sqs:SendMessage'],
  ['client-lambda/dist-es/commands/InvokeCommand.js', 'lambda:InvokeFunction'],
  ['client-sfn/dist-es/commands/StartExecutionCommand.js', 'states:StartExecution'],
  ['client-secrets-manager/dist-es/commands/GetSecretValueCommand.js', 'secretsmanager:GetSecretValue'],
])('IAM has its own names of commands: %s is %s', (path, action) => {
  const { plan, metafile } = functionWith('thing-forward', { [`node_modules/@aws-sdk/${path}`]: [] });
  const { roles } = rolesIn([{ ...plan, when: 'ARN' }], metafile);
  expect(roles).toMatchObject([{ serviceActions: [action] }]);
});

describe('a function with `when` that signs requests itself', () => {
  const { plan, metafile } = functionWith('thing-deliver', { [command('GetItem')]: [] });
  const users = [{ key: 'thing-deliver', name: 'shop-dev-thing-deliver', settings: {} }];
  const { roles } = rolesIn([{ ...plan, when: 'SEARCH_ENDPOINT' }], metafile);
  const statements = (arn: string) => {
    const grants = { SEARCH_ENDPOINT: { SEARCH_ACCESS: arn } };
    const context = { deadLettersArn: {}, tableStreamArn: {}, variables: {}, grants };
    const [made] = Object.values(roleResources(roles, users, {}, context));
    return made?.Properties.Policies[0].PolicyDocument.Statement ?? [];
  };

  test.each([
    [
      'arn:aws:es:eu-central-1:123456789012:domain/logs',
      ['es:ESHttpGet', 'es:ESHttpPost', 'es:ESHttpPut'],
      'arn:aws:es:eu-central-1:123456789012:domain/logs/*',
    ],
    ['arn:aws:aoss:eu-central-1:123456789012:collection/ab12', ['aoss:APIAccessAll'], undefined],
    [
      'arn:aws:secretsmanager:eu-central-1:123456789012:secret:headwater-search-a1',
      ['secretsmanager:GetSecretValue'],
      undefined,
    ],
  ])('may reach %s alone', (arn, actions, resource = arn) => {
    const without = statements('');
    expect(statements(arn)).toEqual([...without, { Effect: 'Allow', Action: actions, Resource: [resource] }]);
    expect(checkGrants({ SEARCH_ENDPOINT: { SEARCH_ACCESS: arn } })).toBeUndefined();
  });

  test.each(['arn:aws:s3:::bucket', 'secret', 'arn:aws:s3:x:123456789012:b', '*'])(
    'may not reach %s',
    (arn) => {
      expect(statements(arn)).toEqual(statements(''));
      expect(checkGrants({ SEARCH_ENDPOINT: { SEARCH_ACCESS: arn } })).toBe(
        `custom.headwater.grants names "${arn}" for SEARCH_ACCESS: it must be an ARN of one of the services es, aoss, secretsmanager.`,
      );
    },
  );

  test('gets the variables, and no other function does', () => {
    const functions: Record<string, SelectableFunction> = {
      deliver: { when: 'SEARCH_ENDPOINT' },
      forward: { when: 'STREAM_ARN' },
      list: {},
    };
    const grants = { SEARCH_ENDPOINT: { SEARCH_ACCESS: 'arn:x', OTHER: '' } };
    selectFunctions(functions, { SEARCH_ENDPOINT: 'https://x', STREAM_ARN: 'arn:y' }, grants);
    expect(functions).toEqual({
      deliver: { environment: { SEARCH_ENDPOINT: 'https://x', SEARCH_ACCESS: 'arn:x' } },
      forward: { environment: { STREAM_ARN: 'arn:y' } },
      list: {},
    });
  });
});

test('a role has 40 functions at most, since its policy names the log of each', () => {
  const made = Array.from({ length: 120 }, (_, n) =>
    functionWith(`thing-${n}`, { [command('GetItem')]: [] }),
  );
  const outputs = Object.assign({}, ...made.map(({ metafile }) => metafile.outputs));
  const { roles } = rolesIn(
    made.map(({ plan }) => plan),
    { inputs: {}, outputs },
  );
  expect(roles.map(({ id, functions }) => [id, functions.length])).toEqual([
    ['RoleGetItem', 40],
    ['RoleGetItem2', 40],
    ['RoleGetItem3', 40],
  ]);
  const users = made.map(({ plan: { id } }) => ({ key: id, name: `${id}-`.padEnd(64, 'x'), settings: {} }));
  const policies = Object.values(roleResources(roles, users, {})).map(
    ({ Properties }) => Properties.Policies,
  );
  for (const policy of policies) expect(JSON.stringify(policy).length).toBeLessThan(8_000);
});

describe('the resource of a role', () => {
  const role: Role = { id: 'RoleGetItem', actions: ['GetItem'], keyActions: [], functions: ['a', 'b'] };
  const users = [{ key: 'a', name: 'shop-dev-a', settings: {} }];
  const make = (settings: RoleSettings) => roleResources([role], users, settings)['RoleGetItem'];

  test('names the functions of the stack, and the table by its name', () => {
    const text = JSON.stringify(make({ environment: { TABLE_NAME: 'shop' } }));
    expect(text).toContain('/aws/lambda/shop-dev-a:*');
    expect(text).not.toContain('shop-dev-b');
    expect(text).toContain(':table/shop"');
  });

  test('names a table of another stack by its import', () => {
    const TABLE_NAME = { 'Fn::ImportValue': 'table' };
    expect(JSON.stringify(make({ environment: { TABLE_NAME } }))).toContain(
      JSON.stringify({ TableName: TABLE_NAME }),
    );
  });

  test('has what serverless.yml adds for all', () => {
    const statement = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: 'arn:aws:sqs:::x' };
    const settings = {
      iam: { role: { statements: [statement], managedPolicies: ['arn:x'], permissionsBoundary: 'arn:b' } },
      tracing: { lambda: true },
      vpc: { subnetIds: ['s'] },
      kmsKeyArn: 'arn:key',
    };
    const { Properties } = make(settings) ?? {};
    const actions = Properties?.Policies[0].PolicyDocument.Statement.flatMap((each) => each['Action']);
    expect(actions).toEqual([
      ...['logs:CreateLogStream', 'logs:PutLogEvents', 'dynamodb:GetItem', 'sqs:SendMessage'],
      ...['xray:PutTraceSegments', 'xray:PutTelemetryRecords', 'kms:Decrypt'],
    ]);
    expect(Properties).toMatchObject({
      PermissionsBoundary: 'arn:b',
      ManagedPolicyArns: ['arn:x', { 'Fn::Sub': expect.stringContaining('AWSLambdaVPCAccessExecutionRole') }],
    });
  });

  test('is not made for a stack without its functions', () => {
    expect(roleResources([role], [{ key: 'c', name: 'c', settings: {} }], {})).toEqual({});
  });
});

test.each([
  ['no settings', {}, false],
  ['statements', { iam: { role: { statements: [] } } }, false],
  ['an ARN', { iam: { role: 'arn:aws:iam::123456789012:role/mine' } }, true],
  ['the id of a resource', { iam: { role: 'Mine' } }, true],
  ['an attribute', { iam: { role: { 'Fn::GetAtt': ['Mine', 'Arn'] } } }, true],
  ['the older setting', { role: 'Mine' }, true],
])('a role of serverless.yml: %s', (_, settings, want) => {
  expect(hasOwnRole(settings)).toBe(want);
});
