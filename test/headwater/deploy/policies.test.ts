/** The check of policies before a deployment, compared with the schemas of cfn-lint. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPolicies } from '../../../lib/headwater/deploy/policies/check-policies.ts';
import { type PolicyKind, policyProblems } from '../../../lib/headwater/deploy/policies/policy-problems.ts';
import { amount } from '../../support/amount.ts';
import { refusals } from '../../support/iam-judge.ts';

const queue = 'arn:aws:sqs:eu-central-1:123456789012:orders';
const send = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queue };
const rules = (kind: PolicyKind) => ({ kind, maxLength: 10_240 });
const reasons = (document: unknown, kind: PolicyKind) =>
  policyProblems(document, rules(kind)).map(({ at, reason }) => `${at} ${reason}`);
const identity = (statement: object) => reasons({ Statement: [statement] }, 'identity');

/** With each element of the grammar, in each of its forms. */
const valid: Readonly<Record<PolicyKind, readonly object[]>> = {
  identity: [
    send,
    { Sid: 'Send1', Effect: 'Deny', NotAction: ['sqs:*', 's3:Get?bject'], NotResource: ['*'] },
    {
      ...send,
      Resource: [queue, 'arn:aws:s3:::bucket/*', 'arn:aws-cn:sqs:*:*:x', 'arn:aws:iam::aws:policy/a/b'],
      Condition: {
        'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['~keys'] },
        NumericLessThanEqualsIfExists: { 'aws:MultiFactorAuthAge': 3600 },
        Null: { 'aws:TokenIssueTime': true },
        ArnNotLike: { 'aws:SourceArn': queue },
      },
    },
  ],
  trust: [
    { Effect: 'Allow', Principal: { Service: ['lambda.amazonaws.com'] }, Action: ['sts:AssumeRole'] },
    {
      Effect: 'Allow',
      Principal: { Federated: 'arn:aws:iam::123456789012:oidc-provider/x' },
      Action: 'sts:AssumeRoleWithWebIdentity',
      Condition: { StringLike: { 'token.actions.githubusercontent.com:sub': 'repo:a/b:*' } },
    },
  ],
  resource: [
    { Sid: 'a queue', ...send, Principal: '*' },
    { ...send, Principal: { AWS: ['123456789012', 'arn:aws:iam::123456789012:root'] } },
  ],
};
const kinds = Object.keys(valid) as PolicyKind[];

test.each(kinds)('a policy of the kind %s that IAM accepts has no problems', (kind) => {
  const document = { Version: '2012-10-17', Id: 'x', Statement: valid[kind] };
  expect([reasons(document, kind), refusals(document, kind)]).toEqual([[], []]);
});

const oddValues = [
  ...[undefined, null, '', ' ', 'x', '*', 'allow', 0, true, [], {}, [''], [' '], [null], [[]], [{}]],
  ...['sqs', 'sqs:', ':Send', 'sqs:Send Message', 'arn:aws:sqs', 'arn:aws:sqs:::', `${queue} `, `x${queue}`],
  ...['arn:aws:sqs:eu-central-1:123:orders', 'arn::sqs:::x', ['*', ''], [queue, 'orders'], '2012-10-18'],
  ...[{ Service: '' }, { AWS: 'me' }, { Other: '*' }, { StringEqual: { 'a:b': '1' } }, { Bool: 'x' }],
];

/** All places below a value, by their path. */
function placesIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  const below = Object.entries(value).flatMap(([key, member]) => placesIn(member, [...path, key]));
  return [[...path], ...below, [...path, 'Extra']];
}

function changed(value: unknown, [key, ...rest]: readonly string[], odd: unknown): unknown {
  if (key === undefined) return odd;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...Object(value) };
  const next = changed(Object(value)[key], rest, odd);
  if (next === undefined) Reflect.deleteProperty(copy, key);
  else Object.assign(copy, { [key]: next });
  return Array.isArray(copy) ? copy.filter((each) => each !== undefined) : copy;
}

/** IAM takes an empty name, and lists of numbers and booleans in conditions: its grammar says so, and cfn-lint does not. */
function isAccepted(path: readonly string[], odd: unknown): boolean {
  if (path.at(-1) === 'Sid') return odd === '';
  return path.includes('Condition') && ['number', 'boolean'].includes(typeof odd);
}

test('whatever the schemas of cfn-lint refuse is a problem', { tags: ['property'] }, () => {
  const document = (kind: PolicyKind) => ({ Version: '2012-10-17', Statement: valid[kind] });
  const cases = fc.constantFrom(...kinds).chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      path: fc.constantFrom(...placesIn(document(kind))),
      odd: fc.constantFrom(...oddValues),
    }),
  );
  let refused = 0;
  const check = fc.property(cases, ({ kind, path, odd }) => {
    if (path.length === 0 || isAccepted(path, odd)) return;
    const policy = JSON.parse(JSON.stringify(changed(document(kind), path, odd)));
    const theirs = refusals(policy, kind);
    if (theirs.length === 0) return;
    refused += 1;
    expect(reasons(policy, kind), `${JSON.stringify(policy)}: ${theirs.join('; ')}`).not.toEqual([]);
  });
  fc.assert(check, { numRuns: amount({ few: 1_000, many: 10_000 }), seed: 60 });
  expect(refused).toBeGreaterThan(500);
});

describe('a statement', () => {
  const arn = 'must be "*" or an ARN such as "arn:aws:sqs:eu-central-1:123456789012:orders"';
  const action = 'must be "*" or an action such as "sqs:SendMessage"';
  const cases: [string, object, string[]][] = [
    ['an empty resource', { ...send, Resource: [''] }, [`.Statement[0].Resource[0] ${arn}, and is ""`]],
    ['no resources', { ...send, Resource: [] }, ['.Statement[0].Resource is an empty list']],
    ['a name', { ...send, Resource: 'orders' }, [`.Statement[0].Resource ${arn}, and is "orders"`]],
    [
      'any service in an ARN',
      { ...send, Resource: 'arn:aws:*:eu-central-1:123456789012:x' },
      [`.Statement[0].Resource ${arn}, and is "arn:aws:*:eu-central-1:123456789012:x"`],
    ],
    [
      'no resource',
      { ...send, Resource: undefined },
      ['.Statement[0] must have either Resource or NotResource, and has neither'],
    ],
    [
      'a resource that CloudFormation leaves out',
      { ...send, Resource: { Ref: 'AWS::NoValue' } },
      ['.Statement[0] must have either Resource or NotResource, and has neither'],
    ],
    [
      'a blank action',
      { ...send, Action: ['sqs:SendMessage', ' '] },
      [`.Statement[0].Action[1] ${action}, and is " "`],
    ],
    [
      'an action without a service',
      { ...send, Action: 'SendMessage' },
      [`.Statement[0].Action ${action}, and is "SendMessage"`],
    ],
    [
      'both forms of actions',
      { ...send, NotAction: 's3:*' },
      ['.Statement[0] must have either Action or NotAction, and has both'],
    ],
    [
      'an effect in lower case',
      { ...send, Effect: 'allow' },
      ['.Statement[0].Effect must be "Allow" or "Deny", and is "allow"'],
    ],
    [
      'a principal',
      { ...send, Principal: '*' },
      [
        '.Statement[0].Principal is not a member here; expected Sid, Effect, Action, NotAction, Resource, NotResource, Condition',
      ],
    ],
    [
      'an unknown operator',
      { ...send, Condition: { StringEqual: { 'aws:a': 'b' } } },
      ['.Statement[0].Condition.StringEqual is not a condition operator such as StringEquals or ArnLike'],
    ],
    [
      'a condition key without a service',
      { ...send, Condition: { StringEquals: { SourceArn: 'b' } } },
      ['.Statement[0].Condition.StringEquals needs keys such as "aws:SourceArn", and has "SourceArn"'],
    ],
    [
      'several mistakes',
      { Effect: '', Action: '', Resource: '' },
      [
        '.Statement[0].Effect must be "Allow" or "Deny", and is ""',
        `.Statement[0].Action ${action}, and is ""`,
        `.Statement[0].Resource ${arn}, and is ""`,
      ],
    ],
  ];
  test.each(cases)('with %s', (_, statement, want) => {
    expect(identity(statement)).toEqual(want);
  });

  test.each([
    ['an attribute', { 'Fn::GetAtt': ['Queue', 'Arn'] }],
    ['a text that begins with an attribute', { 'Fn::Sub': `\${Queue.Arn}/*` }],
    ['a text with a reference', { 'Fn::Sub': `arn:\${AWS::Partition}:s3:::\${Bucket}/*` }],
    ['a joined text', { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':s3:::bucket']] }],
    ['a text with own variables', { 'Fn::Sub': [`\${Arn}`, { Arn: 'arn:aws:s3:::bucket' }] }],
    ['a variable of IAM', { 'Fn::Sub': `arn:aws:s3:::bucket/\${!aws:username}` }],
  ])('may have %s, whose value only the stack knows', (_, resource) => {
    expect(identity({ ...send, Resource: [resource] })).toEqual([]);
  });

  test('is checked as far as its text is known', () => {
    const Resource = { 'Fn::Sub': `queue/\${Queue}` };
    expect(identity({ ...send, Resource })).toHaveLength(1);
    expect(identity({ ...send, Resource: { 'Fn::Join': ['', ['']] } })).toHaveLength(1);
  });
});

test('two statements may not have one name', () => {
  const Statement = [
    { ...send, Sid: 'A' },
    { ...send, Sid: 'B' },
    { ...send, Sid: 'A' },
  ];
  expect(reasons({ Statement }, 'identity')).toEqual([
    '.Statement[2].Sid must differ from the others, and is "A" again',
  ]);
});

test('a policy without statements, or with too many, is refused', () => {
  expect(reasons({ Statement: [] }, 'identity')).toEqual(['.Statement needs at least one statement']);
  const Statement = Array.from({ length: 120 }, () => send);
  const { length } = JSON.stringify({ Statement });
  expect(reasons({ Statement }, 'identity')).toEqual([` has ${length} characters, of which IAM takes 10240`]);
});

describe('a template', () => {
  const own = { Version: '2012-10-17', Statement: [{ ...send, Principal: '*', Resource: '' }] };
  const where = 'Statement[0].Resource must be "*" or an ARN';
  test.each([
    ['AWS::SQS::QueuePolicy', { PolicyDocument: own }, 'PolicyDocument'],
    ['AWS::KMS::Key', { KeyPolicy: own }, 'KeyPolicy'],
    ['AWS::OpenSearchService::Domain', { AccessPolicies: own }, 'AccessPolicies'],
    ['AWS::DynamoDB::Table', { ResourcePolicy: { PolicyDocument: own } }, 'ResourcePolicy.PolicyDocument'],
    ['AWS::SQS::QueuePolicy', { PolicyDocument: { 'Fn::If': ['IsProd', own] } }, 'PolicyDocument.Fn::If[1]'],
  ])('has the policy of a resource: %s', (Type, Properties, name) => {
    const place = `resources.Resources.Mine.Properties.${name}`;
    expect(checkPolicies(undefined, { Resources: { Mine: { Type, Properties } } })).toContain(
      `AWS would refuse a policy:\n- ${place}.${where}`,
    );
  });

  const protection = {
    Version: '2021-06-01',
    Statement: [{ DataIdentifier: ['EmailAddress'], Operation: { Audit: { FindingsDestination: {} } } }],
  };
  const originIdentity = 'arn:aws:iam::cloudfront:user/CloudFront Origin Access Identity E1';
  const forAll = { ...send, Principal: '*' };
  test.each([
    ['AWS::IoT::Policy', { PolicyDocument: { Version: '2012-10-17', Statement: [send] } }],
    ['AWS::Logs::LogGroup', { DataProtectionPolicy: protection }],
    ['AWS::SNS::Topic', { DataProtectionPolicy: protection }],
    [
      'AWS::S3::BucketPolicy',
      { PolicyDocument: { Statement: [{ ...send, Principal: { AWS: originIdentity } }] } },
    ],
    ['AWS::ECR::RegistryPolicy', { PolicyText: { Statement: [forAll] } }],
    ['AWS::EFS::FileSystem', { FileSystemPolicy: { Statement: [{ ...forAll, Resource: undefined }] } }],
    ['AWS::ApiGateway::RestApi', { Policy: { Statement: [{ ...forAll, Resource: 'execute-api:/*' }] } }],
  ])('may have a policy that AWS accepts: %s', (Type, Properties) => {
    expect(checkPolicies(undefined, { Resources: { Mine: { Type, Properties } } })).toBeUndefined();
  });

  test('may have statements of other languages', () => {
    const Properties = { Rules: [{ Name: 'a', Statement: { GeoMatchStatement: { CountryCodes: ['DE'] } } }] };
    expect(
      checkPolicies(undefined, { Resources: { Acl: { Type: 'AWS::WAFv2::WebACL', Properties } } }),
    ).toBeUndefined();
  });

  test('has the ARNs of policies', () => {
    const Properties = {
      ManagedPolicyArns: ['ReadOnly'],
      PermissionsBoundary: 'arn:aws:iam::123456789012:role/x',
    };
    const Resources = { Mine: { Type: 'AWS::IAM::Role', Properties } };
    expect(checkPolicies(undefined, { Resources })).toBe(`AWS would refuse policies:
- resources.Resources.Mine.Properties.ManagedPolicyArns[0] must be the ARN of a policy, and is "ReadOnly"
- resources.Resources.Mine.Properties.PermissionsBoundary must be the ARN of a policy, and is "arn:aws:iam::123456789012:role/x"`);
  });
});
