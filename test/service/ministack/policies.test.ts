/**
 * The policies of docs/headwater/policies: the rights of CI on roles and keys, and the rights of functions within the boundary.
 * MiniStack's services do not send the necessary condition keys, so its evaluator gets them directly.
 */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildUnlessKnown } from '../../../lib/headwater/compile/pipeline.ts';
import { examplePolicy } from '../../headwater/ministack/ci-user.ts';
import { copyBuiltProject } from '../../support/local-service.ts';
import { type PackagedTemplate, packageTemplate, resourcesOf } from '../../support/packaged-template.ts';
import { repository } from '../../support/repository.ts';

interface PolicyRequest {
  readonly action: string;
  readonly resource: string;
  readonly context?: Readonly<Record<string, unknown>>;
}

const account = '000000000000';
const roleArn = (name: string) => `arn:aws:iam::${account}:role/${name}`;
const policyArn = (name: string) => `arn:aws:iam::${account}:policy/${name}`;
const boundary = policyArn('headwater-prod-boundary');
const ownRole = roleArn('headwater-prod-RoleGetItem-1A2B3C');
const table = `arn:aws:dynamodb:us-east-1:${account}:table/headwater-prod`;

function evaluate(policy: string, requests: readonly PolicyRequest[]): string[] {
  const python = join(repository, 'node_modules/.cache/ministack/bin/python');
  const script = join(repository, 'test/headwater/ministack/evaluate-policies.py');
  const input = JSON.stringify({ policies: [JSON.parse(policy)], requests });
  return JSON.parse(execFileSync(python, [script], { input, encoding: 'utf8' }));
}

const withBoundary = { 'iam:PermissionsBoundary': boundary };
const otherBoundary = { 'iam:PermissionsBoundary': policyArn('AdministratorAccess') };
const toLambda = { 'iam:PassedToService': 'lambda.amazonaws.com' };

const roleChanges = ['CreateRole', 'PutRolePolicy', 'DeleteRolePolicy', 'PutRolePermissionsBoundary'].map(
  (name) => `iam:${name}`,
);
const escapes = [
  ...['AttachRolePolicy', 'DetachRolePolicy', 'UpdateAssumeRolePolicy', 'CreatePolicy', 'CreateUser'],
  ...['CreateAccessKey', 'PutUserPolicy', 'AttachUserPolicy', 'AddUserToGroup', 'UpdateRole'],
].map((name) => `iam:${name}`);

describe('the policy of CI', () => {
  const decide = async (requests: readonly PolicyRequest[], stage = 'prod') =>
    evaluate(await examplePolicy('ci.json', { account, stage }), requests);

  test.each(roleChanges)(
    'allows %s with the boundary, and neither without one nor with another',
    async (action) => {
      expect(
        await decide([
          { action, resource: ownRole, context: withBoundary },
          { action, resource: ownRole },
          { action, resource: ownRole, context: otherBoundary },
          { action, resource: roleArn('administrator'), context: withBoundary },
        ]),
      ).toEqual(['Allow', 'ImplicitDeny', 'ImplicitDeny', 'ImplicitDeny']);
    },
  );

  test('lets nobody remove the boundary of a role, or change what it says', async () => {
    const changes = ['CreatePolicyVersion', 'DeletePolicy', 'DeletePolicyVersion', 'SetDefaultPolicyVersion'];
    const requests = [
      { action: 'iam:DeleteRolePermissionsBoundary', resource: ownRole, context: withBoundary },
      ...changes.map((name) => ({ action: `iam:${name}`, resource: boundary })),
    ];
    expect(new Set(await decide(requests))).toEqual(new Set(['Deny']));
  });

  test('gives no other way to rights', async () => {
    const requests = [
      ...escapes.map((action) => ({ action, resource: ownRole, context: withBoundary })),
      { action: 'iam:PassRole', resource: ownRole, context: { 'iam:PassedToService': 'ec2.amazonaws.com' } },
      { action: 'iam:PassRole', resource: roleArn('administrator'), context: toLambda },
      { action: 'sts:AssumeRole', resource: ownRole },
      { action: 'iam:PassRole', resource: ownRole, context: toLambda },
    ];
    const decisions = await decide(requests);
    expect(decisions.at(-1)).toBe('Allow');
    expect(new Set(decisions.slice(0, -1))).toEqual(new Set(['ImplicitDeny']));
  });

  test('lets the smoke test write, count and delete keys, and touch no other item', async () => {
    const ofKeys = { 'dynamodb:LeadingKeys': ['~keys'] };
    const ofOthers = { 'dynamodb:LeadingKeys': ['team/source/1'] };
    const actions = ['dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:UpdateItem'];
    const all = [...actions, 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:Scan'];
    const requests = [
      ...actions.map((action) => ({ action, resource: table, context: ofKeys })),
      ...all.map((action) => ({ action, resource: table, context: ofOthers })),
      ...all.slice(actions.length).map((action) => ({ action, resource: table, context: ofKeys })),
    ];
    expect(await decide(requests)).toEqual(
      requests.map((_, index) => (index < actions.length ? 'Allow' : 'ImplicitDeny')),
    );
  });
});

/** AWS gives these no name that begins with the stage: docs/headwater/deploying.md says so. */
const withoutStage = ['TemplatesAndExports', 'Layers', 'Api', 'WithoutNamesOfTheirOwn'];

interface PolicyStatement {
  readonly Sid: string;
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
}

/** Each action on each resource that the policy of the stage allows, with what its conditions ask for. */
async function rightsIn(name: string, stage: string): Promise<PolicyRequest[]> {
  const { Statement }: { Statement: PolicyStatement[] } = JSON.parse(
    await examplePolicy(name, { account, stage }),
  );
  const named = Statement.filter(({ Sid, Effect }) => Effect === 'Allow' && !withoutStage.includes(Sid));
  const context = {
    'iam:PermissionsBoundary': policyArn(`headwater-${stage}-boundary`),
    ...toLambda,
    'lambda:FunctionArn': `arn:aws:lambda:us-east-1:${account}:function:headwater-${stage}-source-list`,
    'dynamodb:LeadingKeys': ['~keys'],
  };
  return named.flatMap(({ Action, Resource }) =>
    [Action]
      .flat()
      .flatMap((action) =>
        [Resource].flat().map((resource) => ({ action, resource: resource.replaceAll('*', 'x'), context })),
      ),
  );
}

describe('the stages of one account', () => {
  test('CI may do to its own stage what its policy is for, and to another one nothing', async () => {
    const [dev, prod] = [await rightsIn('ci.json', 'dev'), await rightsIn('ci.json', 'prod')];
    expect(dev.length).toBeGreaterThan(100);
    const policy = await examplePolicy('ci.json', { account, stage: 'dev' });
    expect(new Set(evaluate(policy, dev))).toEqual(new Set(['Allow']));
    const decisions = evaluate(policy, prod);
    expect(prod.filter((_, index) => decisions[index] === 'Allow')).toEqual([]);
  });

  test('what CI deploys cannot use the table of another stage, its keys among it', async () => {
    const policy = await examplePolicy('boundary.json', { account, stage: 'dev' });
    const actions = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'Scan', 'GetRecords'];
    const requests = actions.flatMap((name) =>
      [table, `${table}-restored`, `${table}/stream/1`].map((resource) => ({
        action: `dynamodb:${name}`,
        resource,
      })),
    );
    expect(new Set(evaluate(policy, requests))).toEqual(new Set(['ImplicitDeny']));
  });

  test('a role of another stage cannot be passed to a function', async () => {
    const policy = await examplePolicy('ci.json', { account, stage: 'dev' });
    const pass = { action: 'iam:PassRole', resource: ownRole, context: toLambda };
    expect(evaluate(policy, [pass])).toEqual(['ImplicitDeny']);
  });
});

describe('the boundary', () => {
  let template: PackagedTemplate;

  beforeAll(async () => {
    const project = await copyBuiltProject();
    const { diagnostics } = await buildUnlessKnown(project);
    expect(diagnostics).toEqual([]);
    const stream = `arn:aws:kinesis:us-east-1:${account}:stream/documents`;
    const params = [`permissionsBoundary=${boundary}`, `kinesisStream=${stream}`, 'isTraced=true'].concat(
      'searchEndpoint=https://search.example.com',
      `searchAccess=arn:aws:es:us-east-1:${account}:domain/logs`,
      'searchLists=on',
    );
    template = await packageTemplate(
      project,
      params.flatMap((param) => ['--param', param]),
    );
  });

  test('is that of each role', () => {
    const roles = resourcesOf(template, 'AWS::IAM::Role');
    expect(roles.length).toBeGreaterThan(15);
    for (const { Properties } of roles) expect(Properties['PermissionsBoundary']).toBe(boundary);
  });

  test('allows all that the roles allow', async () => {
    const requests = resourcesOf(template, 'AWS::IAM::Role').flatMap(requestsOf);
    expect(requests.length).toBeGreaterThan(100);
    const decisions = evaluate(await examplePolicy('boundary.json', { account, stage: 'dev' }), requests);
    expect(requests.filter((_, index) => decisions[index] !== 'Allow')).toEqual([]);
  });

  test('allows nothing of another service, and no rights', async () => {
    const actions = [
      'iam:CreateRole',
      'iam:PassRole',
      'sts:AssumeRole',
      's3:GetObject',
      'lambda:InvokeFunction',
    ];
    const requests = [
      ...actions.map((action) => ({ action, resource: '*' })),
      { action: 'dynamodb:GetItem', resource: `arn:aws:dynamodb:us-east-1:${account}:table/payments` },
      { action: 'dynamodb:DeleteTable', resource: table },
      { action: 'kms:Decrypt', resource: `arn:aws:kms:us-east-1:${account}:key/1` },
      { action: 'sqs:SendMessage', resource: `arn:aws:sqs:us-east-1:${account}:payments` },
    ];
    const decisions = evaluate(await examplePolicy('boundary.json', { account, stage: 'dev' }), requests);
    expect(new Set(decisions)).toEqual(new Set(['ImplicitDeny']));
  });
});

/** Each action of its policy on each resource, as CloudFormation would make them. */
function requestsOf({
  Properties,
}: {
  readonly Properties: Readonly<Record<string, unknown>>;
}): PolicyRequest[] {
  const [policy] = Properties['Policies'] as [{ PolicyDocument: { Statement: RoleStatement[] } }];
  const statements = policy.PolicyDocument.Statement.filter(({ Effect }) => Effect === 'Allow');
  return statements.flatMap(({ Action, Resource }) =>
    Action.flatMap((action) => Resource.map((resource) => ({ action, resource: resolved(resource) }))),
  );
}

interface RoleStatement {
  readonly Effect: string;
  readonly Action: readonly string[];
  readonly Resource: readonly unknown[];
}

function resolved(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const text = JSON.stringify(resource);
  // Neither has a name in the template.
  if (text.includes('DeadLetters'))
    return `arn:aws:sqs:us-east-1:${account}:headwater-dev-DeadLetters-1A2B3C`;
  if (text.includes('StreamArn')) return `arn:aws:dynamodb:us-east-1:${account}:table/headwater-dev/stream/1`;
  const values = { 'AWS::Partition': 'aws', 'AWS::Region': 'us-east-1', 'AWS::AccountId': account };
  return Object.entries(values).reduce(
    (arn, [name, value]) => arn.replaceAll(`\${${name}}`, value),
    String(Object(resource)['Fn::Sub']),
  );
}
