/**
 * Every shape in which a function gets rights, packaged by osls: IAM takes the policies of all of them (`packageTemplate`),
 * and what it would refuse is refused here, before a deployment begins.
 *
 * @module-tag deployment
 */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { pluginName } from '../../../lib/headwater/compile/aws/configuration/default-configuration.ts';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { isError } from '../../../lib/headwater/compile/source/diagnostic.ts';
import { copyProjectWith } from '../../support/local-service.ts';
import { type PackagedTemplate, packageTemplate, resourcesOf } from '../../support/packaged-template.ts';
import { listing, makeProject, thing } from '../../support/project.ts';

const account = 'eu-central-1:123456789012';
const arns = {
  STREAM: `arn:aws:kinesis:${account}:stream/documents`,
  FUNCTION: `arn:aws:lambda:${account}:function:other`,
  BUS: `arn:aws:events:${account}:event-bus/main`,
  ENDPOINT: 'https://search.example.com',
};

/** A handler that sends one command of an SDK client. */
const sends = (client: string, name: string, command: string) =>
  `import { ${name}Client, ${command}Command } from '@aws-sdk/client-${client}';
export const handle = async () => {
  await new ${name}Client({}).send(new ${command}Command({} as never));
};
`;
const nothing = 'export const handle = () => undefined;\n';

const files = {
  'descriptors/thing.json': thing(
    { responseClass: 'void', httpMethod: 'POST' },
    {
      'x-schedules': [
        { nickname: 'sweep', every: '1 hour' },
        { nickname: 'call', every: '1 hour', when: 'FUNCTION' },
        { nickname: 'emit', every: '1 hour', when: 'BUS' },
        { nickname: 'deliver', every: '1 hour', when: 'ENDPOINT' },
      ],
      'x-consumers': [
        { nickname: 'follow', sortKeyPrefix: 'thing/', dataType: 'Key' },
        { nickname: 'forward', sortKeyPrefix: 'thing/', dataType: 'Key', when: 'STREAM' },
      ],
      models: { Key: { properties: { pk: { type: 'string' }, sk: { type: 'string' } } } },
    },
  ),
  // The remedy of E-ROLE: serverless.yml allows it.
  'handlers/thing/read.ts': sends('lambda', 'Lambda', 'Invoke'),
  'handlers/thing/sweep.ts': nothing,
  'handlers/thing/call.ts': sends('lambda', 'Lambda', 'Invoke'),
  'handlers/thing/emit.ts': sends('eventbridge', 'EventBridge', 'PutEvents'),
  'handlers/thing/deliver.ts': nothing,
  'handlers/thing/follow.ts': nothing,
  'handlers/thing/forward.ts': sends('kinesis', 'Kinesis', 'PutRecords'),
  'written.mjs': 'export const handler = () => undefined;\n',
};

let project: string;

beforeAll(async () => {
  project = await copyProjectWith(files);
  await writeYml({});
  expect((await build(project)).diagnostics.filter(isError)).toEqual([]);
});

interface Yml {
  /** Of `provider.iam.role`. */
  readonly role?: unknown;
  /** Further members of `provider`. */
  readonly provider?: object;
  readonly when?: object;
  /** The ARN that functions with ENDPOINT may reach. */
  readonly access?: string;
  readonly functions?: object;
  /** A further resource of the stack. */
  readonly resources?: object;
}

const invoke = { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: arns.FUNCTION };

/** JSON is YAML. */
async function writeYml({
  role = { statements: [invoke] },
  provider = {},
  when = {},
  access = '',
  functions,
  resources,
}: Yml): Promise<void> {
  const yml = {
    service: 'headwater',
    plugins: [pluginName],
    provider: { name: 'aws', iam: { role }, ...provider },
    custom: { headwater: { when, grants: { ENDPOINT: { SEARCH_ACCESS: access } } } },
    functions: { ...functions },
    resources: { Resources: resources ? { Own: resources } : {} },
  };
  await writeFile(join(project, 'serverless.yml'), JSON.stringify(yml));
}

/** A command for which the build derives no right. */
const createsTable = `import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
export const handle = async () => {
  await new DynamoDBClient({}).send(new CreateTableCommand({} as never));
};
`;

test('a function with a role of its own may send commands for which the build derives no rights', async () => {
  const handlers = [sends('lambda', 'Lambda', 'Invoke'), createsTable];
  const own = { provider: { name: 'aws' }, functions: { 'thing-read': { role: 'Own' } } };
  const ofAll = { provider: { name: 'aws', iam: { role: 'arn:aws:iam::123456789012:role/mine' } } };
  for (const handler of handlers)
    for (const [yml, codes] of [
      [{ provider: { name: 'aws' } }, ['E-ROLE']],
      [own, []],
      [ofAll, []],
    ] as const) {
      const small = await makeProject({
        'descriptors/api-docs.json': listing,
        'descriptors/thing.json': thing({ responseClass: 'void', httpMethod: 'POST' }),
        'handlers/thing/read.ts': handler,
        'serverless.yml': JSON.stringify({ service: 'shop', plugins: [pluginName], ...yml }),
      });
      const { diagnostics } = await build(small);
      expect(diagnostics.filter(isError).map(({ code }) => code)).toEqual(codes);
    }
});

async function packaged(yml: Yml): Promise<PackagedTemplate> {
  await writeYml(yml);
  return packageTemplate(project);
}

/** What the role of a function allows besides its log and the table. */
function rightsOf(template: PackagedTemplate, id: string): unknown[] {
  const own = resourcesOf(template, 'AWS::Lambda::Function').find(
    ({ Properties }) => Properties['FunctionName'] === `headwater-dev-${id}`,
  );
  const [roleId = ''] = Object(own?.Properties['Role'])['Fn::GetAtt'] ?? [];
  const policies: { PolicyDocument: { Statement: Record<string, unknown>[] } }[] = Object(
    template.Resources[roleId]?.Properties['Policies'],
  );
  const statements = [...policies].flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  const others = statements.filter(
    ({ Effect, Action }) => Effect === 'Allow' && !/^(?:logs|dynamodb):/.test([Action].flat().join()),
  );
  return others.map(({ Action, Resource }) => [[Action].flat().join(' '), [Resource].flat()[0]]);
}

const deadLetters = ['sqs:SendMessage', { 'Fn::GetAtt': ['DeadLetters', 'Arn'] }];
const ofAll = ['lambda:InvokeFunction', arns.FUNCTION];

test('an operation that uses another service has the rights that serverless.yml allows, and no others', async () => {
  const template = await packaged({});
  expect(rightsOf(template, 'thing-read')).toEqual([ofAll]);
  expect(rightsOf(template, 'thing-sweep')).toEqual([ofAll, deadLetters]);
  expect(rightsOf(template, 'thing-follow')).toEqual([ofAll, deadLetters]);
});

test('a function with `when` may reach what its variable names, by the actions of its commands', async () => {
  const template = await packaged({ role: {}, when: arns });
  expect(rightsOf(template, 'thing-forward')).toEqual([deadLetters, ['kinesis:PutRecords', arns.STREAM]]);
  expect(rightsOf(template, 'thing-call')).toEqual([deadLetters, ['lambda:InvokeFunction', arns.FUNCTION]]);
  expect(rightsOf(template, 'thing-emit')).toEqual([deadLetters, ['events:PutEvents', arns.BUS]]);
  expect(rightsOf(template, 'thing-deliver')).toEqual([deadLetters]);
});

test('a variable of `when` may be of another kind where serverless.yml allows the actions', async () => {
  const template = await packaged({ when: { ...arns, STREAM: 'documents' } });
  expect(rightsOf(template, 'thing-forward')).toEqual([ofAll, deadLetters]);
});

describe('a grant', () => {
  test.each([
    `arn:aws:es:${account}:domain/logs`,
    `arn:aws:aoss:${account}:collection/ab12`,
    `arn:aws:secretsmanager:${account}:secret:search-a1`,
  ])('of %s', async (access) => {
    const template = await packaged({ when: arns, access });
    const [, , ...granted] = rightsOf(template, 'thing-deliver');
    expect(granted).toEqual([[expect.any(String), expect.stringContaining(access)]]);
  });
});

const settings: [string, Yml][] = [
  [
    'managed policies, and a boundary',
    {
      role: {
        managedPolicies: ['arn:aws:iam::aws:policy/ReadOnlyAccess'],
        permissionsBoundary: 'arn:aws:iam::123456789012:policy/limit',
      },
    },
  ],
  ['a role of serverless.yml', { role: 'arn:aws:iam::123456789012:role/mine' }],
  [
    'traces, a key and a network',
    {
      provider: {
        tracing: { lambda: true },
        kmsKeyArn: `arn:aws:kms:${account}:key/12345678-1234-1234-1234-123456789012`,
        vpc: { securityGroupIds: ['sg-1'], subnetIds: ['subnet-1'] },
      },
    },
  ],
  [
    'a handwritten function, with the role of osls',
    { functions: { ping: { handler: 'written.handler', package: { patterns: ['written.mjs'] } } } },
  ],
];
test.each(settings)('%s', async (_, yml) => {
  expect(resourcesOf(await packaged(yml), 'AWS::Lambda::Function').length).toBeGreaterThan(3);
});

const arn = 'must be "*" or an ARN such as "arn:aws:sqs:eu-central-1:123456789012:orders"';
const refused: [string, Yml, string][] = [
  [
    'a blank action, and a name in place of an ARN',
    {
      role: {
        statements: [
          { Effect: 'Allow', Action: [' '], Resource: { Ref: 'AWS::StackName' } },
          { ...invoke, Resource: { 'Fn::Sub': 'other' } },
        ],
      },
    },
    `AWS would refuse policies:\n- provider.iam.role.statements[0].Action[0] must be "*" or an action such as "sqs:SendMessage", and is " "\n- provider.iam.role.statements[1].Resource ${arn}, and is "other"`,
  ],
  [
    'two statements of one name',
    {
      role: {
        statements: [
          { ...invoke, Sid: 'A' },
          { ...invoke, Sid: 'A' },
        ],
      },
    },
    'provider.iam.role.statements[1].Sid must differ from the others, and is "A" again',
  ],
  [
    'a variable of `when` that is no ARN',
    { role: {}, when: { STREAM: 'documents' } },
    'custom.headwater.when names "documents" for STREAM, and the function thing-forward needs kinesis:PutRecords: the value must be an ARN of kinesis, or provider.iam.role.statements must allow it.',
  ],
  [
    'a variable of `when` with the ARN of another service',
    { role: {}, when: { BUS: arns.STREAM } },
    `custom.headwater.when names "${arns.STREAM}" for BUS, and the function thing-emit needs events:PutEvents: the value must be an ARN of events, or provider.iam.role.statements must allow it.`,
  ],
  [
    'the key of functions',
    { provider: { kmsKeyArn: { 'Fn::Sub': 'my-key' } } },
    `PolicyDocument.Statement[3].Resource[0] ${arn}, and is "my-key"`,
  ],
  [
    'a role of `resources` with an empty resource',
    {
      resources: {
        Type: 'AWS::IAM::Policy',
        Properties: {
          PolicyName: 'x',
          Roles: ['y'],
          PolicyDocument: { Version: '2012-10-17', Statement: [{ ...invoke, Resource: [''] }] },
        },
      },
    },
    `AWS would refuse a policy:\n- resources.Resources.Own.Properties.PolicyDocument.Statement[0].Resource[0] ${arn}, and is ""`,
  ],
];
test.each(refused)('packaging refuses %s', async (_, yml, message) => {
  await writeYml(yml);
  await expect(packageTemplate(project)).rejects.toMatchObject({ stdout: expect.stringContaining(message) });
});
