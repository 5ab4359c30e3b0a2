/** Finds policies that AWS would refuse, in serverless.yml and in the packaged template. */

import { isObject } from '../../shared/json/is-object.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import { type PolicyRules, policyProblems } from './policy-problems.ts';
import { evaluateIntrinsics, isUnknown } from './template-values.ts';

/** The parts of the CloudFormation template with policies. */
export interface PolicyTemplate {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: unknown }>>;
}

/**
 * Checks the statements for all functions where they are written, and the policies of the template: `resources` may add
 * some, and osls adds others.
 *
 * @returns the mistakes, one a line; undefined if there are none.
 */
export function checkPolicies(statements: unknown, { Resources }: PolicyTemplate): string | undefined {
  const written = problemsOfStatements(statements);
  // They are a part of each role.
  const found = written.length > 0 ? written : Object.entries(Resources).flatMap(problemsOfResource);
  if (found.length === 0) return undefined;
  return `AWS would refuse ${found.length === 1 ? 'a policy' : 'policies'}:\n${found.map((line) => `- ${line}`).join('\n')}`;
}

function problemsOfStatements(statements: unknown): string[] {
  if (!Array.isArray(statements) || statements.length === 0) return [];
  const place = 'provider.iam.role.statements';
  return policyProblems({ Statement: statements }, { kind: 'identity', maxLength: roleLength }).map(
    ({ at, reason }) => `${place}${at.replace(/^\.Statement/, '')} ${reason}`,
  );
}

function problemsOfResource([id, { Type, Properties }]: [string, PolicyTemplate['Resources'][string]]) {
  const place = `resources.Resources.${id}.Properties`;
  const problems = Object.entries(ownMember(policies, Type) ?? {}).flatMap(([path, rules]) =>
    documentsAt(Properties, path.split('.'), place).flatMap(({ document, place }) =>
      policyProblems(document, rules).map(({ at, reason }) => `${place}${at} ${reason}`),
    ),
  );
  return [...problems, ...(Type.startsWith('AWS::IAM::') ? problemsOfArns(Properties, place) : [])];
}

/** The most characters of all policies of a role. */
const roleLength = 10_240;

// Quotas of https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html that cannot be raised.
const identity = (maxLength = Number.POSITIVE_INFINITY): PolicyRules => ({ kind: 'identity', maxLength });
/** An account may raise the quota of 2,048 to this. */
const trust: PolicyRules = { kind: 'trust', maxLength: 4_096 };
/** The policy of a repository of images names no resource, as a trust policy. */
const ofRepository: PolicyRules = { kind: 'trust', maxLength: Number.POSITIVE_INFINITY };
const ofResource: PolicyRules = { kind: 'resource', maxLength: Number.POSITIVE_INFINITY };

/**
 * The properties with the grammar of IAM, by type and path; a step may be a list. Other properties may have a grammar of their
 * own, such as DataProtectionPolicy, or take shorter forms.
 */
const policies: Readonly<Record<string, Readonly<Record<string, PolicyRules>>>> = {
  'AWS::IAM::Role': { AssumeRolePolicyDocument: trust, 'Policies.PolicyDocument': identity(roleLength) },
  'AWS::IAM::RolePolicy': { PolicyDocument: identity(roleLength) },
  'AWS::IAM::Policy': { PolicyDocument: identity(roleLength) },
  'AWS::IAM::ManagedPolicy': { PolicyDocument: identity(6_144) },
  'AWS::IAM::User': { 'Policies.PolicyDocument': identity(2_048) },
  'AWS::IAM::UserPolicy': { PolicyDocument: identity(2_048) },
  'AWS::IAM::Group': { 'Policies.PolicyDocument': identity(5_120) },
  'AWS::IAM::GroupPolicy': { PolicyDocument: identity(5_120) },
  'AWS::SSO::PermissionSet': { InlinePolicy: identity() },
  'AWS::IoT::Policy': { PolicyDocument: identity() },
  'AWS::DynamoDB::Table': {
    'ResourcePolicy.PolicyDocument': ofResource,
    'StreamSpecification.ResourcePolicy.PolicyDocument': ofResource,
  },
  'AWS::ECR::Repository': { RepositoryPolicyText: ofRepository },
  'AWS::ECR::PublicRepository': { RepositoryPolicyText: ofRepository },
  'AWS::Elasticsearch::Domain': { AccessPolicies: ofResource },
  'AWS::KMS::Key': { KeyPolicy: ofResource },
  'AWS::KMS::ReplicaKey': { KeyPolicy: ofResource },
  'AWS::OpenSearchService::Domain': { AccessPolicies: ofResource },
  'AWS::S3::BucketPolicy': { PolicyDocument: ofResource },
  'AWS::SNS::TopicInlinePolicy': { PolicyDocument: ofResource },
  'AWS::SNS::TopicPolicy': { PolicyDocument: ofResource },
  'AWS::SQS::QueueInlinePolicy': { PolicyDocument: ofResource },
  'AWS::SQS::QueuePolicy': { PolicyDocument: ofResource },
};

const policyArn = /^arn:aws[\w-]*:iam::(?:\d{12}|aws):policy\/\S+$/;

/** A role may have policies that exist already. */
function problemsOfArns(properties: unknown, place: string): string[] {
  const evaluated = evaluateIntrinsics(properties);
  const { ManagedPolicyArns = [], PermissionsBoundary } = isObject(evaluated) ? evaluated : {};
  const arns = [
    ...[ManagedPolicyArns].flat().map((arn, index) => [`ManagedPolicyArns[${index}]`, arn] as const),
    ...(PermissionsBoundary === undefined ? [] : [['PermissionsBoundary', PermissionsBoundary] as const]),
  ];
  return arns.flatMap(([name, arn]) =>
    isUnknown(arn) || policyArn.test(String(arn))
      ? []
      : `${place}.${name} must be the ARN of a policy, and is ${JSON.stringify(arn)}`,
  );
}

interface FoundDocument {
  readonly document: object;
  readonly place: string;
}

/** A condition of the template may choose between values. */
function documentsAt(value: unknown, path: readonly string[], place: string): FoundDocument[] {
  if (Array.isArray(value))
    return value.flatMap((each, index) => documentsAt(each, path, `${place}[${index}]`));
  if (!isObject(value)) return [];
  if ('Fn::If' in value) return documentsAt(value['Fn::If'], path, `${place}.Fn::If`);
  const [name, ...rest] = path;
  if (name === undefined) return [{ document: value, place }];
  return documentsAt(value[name], rest, `${place}.${name}`);
}
