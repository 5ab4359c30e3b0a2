/** The sizes of role policies, as IAM counts them. */

import { isObject } from '../../../shared/json/is-object.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import type { Deployment } from '../deployment.ts';
import { allow, hasOwnRole } from '../roles/role-resources.ts';

/** The longest values of the pseudo parameters. */
const pseudoParameters: Readonly<Record<string, string>> = {
  '${AWS::Partition}': 'aws-us-gov',
  '${AWS::Region}': 'ap-northeast-1',
  '${AWS::AccountId}': '123456789012',
};

/** The assumed length of values that only the stack knows, such as the ARN of a table. */
const unknownLength = 128;

/**
 * A variable that osls resolves when packaging, such as `${self:custom.headwater.tableName}`. It stands for a name or a part of
 * one.
 */
const oslsVariable = /^\$\{[A-Za-z]+:(?!:)/;
const nameLength = 64;

/**
 * The statements of the role that osls makes for functions which serverless.yml declares; undefined if all have another
 * role.
 */
export function roleStatements({
  service,
  stage,
  provider,
  functions,
}: Deployment): readonly unknown[] | undefined {
  const { iam, tracing } = provider;
  const own = isObject(iam) ? iam['role'] : undefined;
  const isNeeded = Object.values(functions).some((settings) => settings['role'] === undefined);
  if (hasOwnRole(provider) || !isNeeded) return undefined;
  const written = isObject(own) && Array.isArray(own['statements']) ? own['statements'] : [];
  // A single rule covers all functions, since their names have a common prefix: the size is independent of their number.
  const logs = `arn:\${AWS::Partition}:logs:\${AWS::Region}:\${AWS::AccountId}:log-group:/aws/lambda/${service}-${stage}*`;
  const isTraced = isObject(tracing) && tracing['lambda'];
  return [
    allow(['logs:CreateLogStream', 'logs:CreateLogGroup', 'logs:TagResource'], [`${logs}:*`]),
    allow(['logs:PutLogEvents'], [`${logs}:*:*`]),
    ...written,
    ...(isTraced ? [allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*'])] : []),
  ];
}

/** IAM does not count white space between members. */
export function policyCharacters(statements: readonly unknown[]): number {
  const policy = { Version: '2012-10-17', Statement: statements };
  return JSON.stringify(policy, (_, value: unknown) => resolved(value)).length;
}

/** A text of the same length as the value in the stack. */
function resolved(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(
      /\$\{[^}]*\}/g,
      (variable) =>
        ownMember(pseudoParameters, variable) ??
        'x'.repeat(oslsVariable.test(variable) ? nameLength : unknownLength),
    );
  }
  if (!isObject(value)) return value;
  const [[key = '', argument] = [], ...others] = Object.entries(value);
  if (others.length > 0 || (key !== 'Ref' && !key.startsWith('Fn::'))) return value;
  return key === 'Fn::Sub' && typeof argument === 'string' ? resolved(argument) : 'x'.repeat(unknownLength);
}
