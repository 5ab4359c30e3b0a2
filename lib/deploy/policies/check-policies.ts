/** Finds policies that AWS would refuse, in serverless.yml and in the packaged template. */

import { isObject } from '../../shared/json/is-object.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import { policyProblems } from './policy-problems.ts';
import { evaluateIntrinsics, isUnknown } from './template-values.ts';

/** The parts of the CloudFormation template with policies. */
export interface PolicyTemplate {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: unknown }>>;
}

/**
 * Checks the statements for all functions where they are written, and every policy of the template: `resources` may add
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
  const problems = documentsIn(Properties, place).flatMap(({ document, place, name }) =>
    policyProblems(document, rulesOf(Type, name)).map(({ at, reason }) => `${place}${at} ${reason}`),
  );
  return [...problems, ...(Type.startsWith('AWS::IAM::') ? problemsOfArns(Properties, place) : [])];
}

/** The most characters of all policies of a role. */
const roleLength = 10_240;
/** Quotas of https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html that cannot be raised. */
const maxLengths: Readonly<Record<string, number>> = {
  'AWS::IAM::Role': roleLength,
  'AWS::IAM::RolePolicy': roleLength,
  'AWS::IAM::Policy': roleLength,
  'AWS::IAM::ManagedPolicy': 6_144,
  'AWS::IAM::User': 2_048,
  'AWS::IAM::UserPolicy': 2_048,
  'AWS::IAM::Group': 5_120,
  'AWS::IAM::GroupPolicy': 5_120,
};
/** An account may raise the quota of 2,048 to this. */
const trustLength = 4_096;

/** Services whose resources are rights of somebody: their policies name no principal. */
const identityTypes = /^AWS::(?:IAM|SSO|Organizations)::/;

function rulesOf(type: string, name: string): Parameters<typeof policyProblems>[1] {
  if (name === 'AssumeRolePolicyDocument') return { kind: 'trust', maxLength: trustLength };
  // The policy of a repository of images names no resource either.
  const ofResource = type.startsWith('AWS::ECR::') ? 'trust' : 'resource';
  const kind = identityTypes.test(type) ? 'identity' : ofResource;
  return { kind, maxLength: ownMember(maxLengths, type) ?? Number.POSITIVE_INFINITY };
}

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
  /** The property that holds it. */
  readonly name: string;
}

/** Each service has names of its own for it, such as PolicyDocument, KeyPolicy or AccessPolicies. */
const policyName = /Polic(?:y|ies)/;

function documentsIn(value: unknown, place: string, name = ''): FoundDocument[] {
  if (Array.isArray(value))
    return value.flatMap((each, index) => documentsIn(each, `${place}[${index}]`, name));
  if (!isObject(value)) return [];
  if (policyName.test(name) && 'Statement' in value) return [{ document: value, place, name }];
  return Object.entries(value).flatMap(([key, member]) => documentsIn(member, `${place}.${key}`, key));
}
