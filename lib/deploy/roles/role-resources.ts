/** The roles of a stack, as resources of CloudFormation. */

import { isObject } from '../../build/source/source-node.ts';
import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import { deadLettersArn, tableStreamArn } from '../background/background-settings.ts';
import type { Role } from './plan-roles.ts';

type Members = Readonly<Record<string, unknown>>;

/** Of serverless.yml: `provider`. */
export interface RoleSettings {
  readonly iam?: unknown;
  readonly role?: unknown;
  readonly environment?: unknown;
  readonly tracing?: unknown;
  readonly vpc?: unknown;
  readonly kmsKeyArn?: unknown;
}

/** ARNs as the stack refers to them. */
export interface RoleContext {
  readonly deadLettersArn: object;
  /** It ends in the time at which the stream was turned on. A text: of a table outside of the stack. */
  readonly tableStreamArn: object | string;
  /** Environment variables of single functions. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Of the stack with the table and the queue, before it is known which variables a stage sets. */
export const usualContext: RoleContext = { deadLettersArn, tableStreamArn, variables: {} };

/** A function of the stack. */
export interface RoleUser {
  readonly key: string;
  /** Its full name. */
  readonly name: string;
  readonly disableLogs?: unknown;
}

/** A type, not an interface: so it can stand among other resources. */
export type RoleResource = {
  readonly Type: 'AWS::IAM::Role';
  readonly Properties: Members & {
    readonly Policies: readonly [{ readonly PolicyName: string; readonly PolicyDocument: Policy }];
  };
};

interface Policy {
  readonly Version: '2012-10-17';
  readonly Statement: readonly Members[];
}

/** How lib/run/access/api-keys.ts stores API keys. Its code is not part of a build, so the names stand here, too. */
const keyPartition = '~keys';
const noteOfUse = ['pk', 'sk', 'lastUsed'];

const arn = (rest: string) => `arn:\${AWS::Partition}:${rest}`;
const ofAccount = `\${AWS::Region}:\${AWS::AccountId}`;

/** Whether serverless.yml names a role that exists: then all functions have that one. */
export function hasOwnRole({ iam, role }: RoleSettings): boolean {
  const own = isObject(iam) ? iam['role'] : undefined;
  const isReference = isObject(own) && Object.keys(own).some((key) => key === 'Ref' || key.includes('::'));
  return role !== undefined || typeof own === 'string' || isReference;
}

/** Whether it allows functions more than the table. */
export function allowsMore(settings: RoleSettings): boolean {
  const { statements, managedPolicies } = roleSettings(settings);
  return (
    hasOwnRole(settings) ||
    [statements, managedPolicies].some((list) => Array.isArray(list) && list.length > 0)
  );
}

/** By logical id: those of the roles that a function of the stack has. */
export function roleResources(
  roles: readonly Role[],
  users: readonly RoleUser[],
  settings: RoleSettings,
  context: RoleContext = usualContext,
): Readonly<Record<string, RoleResource>> {
  const used = roles.flatMap((role) => {
    const own = users.filter(({ key }) => role.functions.includes(key));
    return own.length > 0 ? [[role.id, roleResource(role, own, { settings, context })] as const] : [];
  });
  return Object.fromEntries(used);
}

interface Given {
  readonly settings: RoleSettings;
  readonly context: RoleContext;
}

function roleResource(role: Role, users: readonly RoleUser[], { settings, context }: Given): RoleResource {
  const { managedPolicies, permissionsBoundary, permissionBoundary, path, tags } = roleSettings(settings);
  const managed = [
    ...(Array.isArray(managedPolicies) ? managedPolicies : []),
    ...(settings.vpc === undefined
      ? []
      : [{ 'Fn::Sub': arn('iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole') }]),
  ];
  const Statement = [...roleStatementsOf(role, users, settings), ...otherStatements(role, context)];
  // Without a name of its own, CloudFormation gives it one that is short enough.
  const Policies = [{ PolicyName: 'function', PolicyDocument: policy(Statement) }] as const;
  const more = omitUndefined({
    ManagedPolicyArns: managed.length > 0 ? managed : undefined,
    PermissionsBoundary: permissionsBoundary ?? permissionBoundary,
    Path: path,
    Tags: isObject(tags) ? Object.entries(tags).map(([Key, Value]) => ({ Key, Value })) : undefined,
  });
  const AssumeRolePolicyDocument = policy([
    { Effect: 'Allow', Principal: { Service: ['lambda.amazonaws.com'] }, Action: ['sts:AssumeRole'] },
  ]);
  return { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument, Policies, ...more } };
}

/** Of the policy: the logs of these functions, the table, and what serverless.yml adds for all. */
function roleStatementsOf(
  { actions, keyActions }: Role,
  users: readonly RoleUser[],
  settings: RoleSettings,
): readonly Members[] {
  const { statements } = roleSettings(settings);
  const { tracing, kmsKeyArn } = settings;
  const logged = users.filter(({ disableLogs }) => disableLogs !== true);
  const groups = logged.map(({ name }) => ({
    'Fn::Sub': arn(`logs:${ofAccount}:log-group:/aws/lambda/${name}:*`),
  }));
  const table = tableArn(settings);
  const ofDynamodb = (names: readonly string[]) => names.map((name) => `dynamodb:${name}`);
  const onKeysAlone = keyActions.filter((name) => !actions.includes(name));
  const onKeys = { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [keyPartition] } };
  const isTraced = isObject(tracing) && Boolean(tracing['lambda']);
  return [
    ...(groups.length > 0 ? [allow(['logs:CreateLogStream', 'logs:PutLogEvents'], groups)] : []),
    ...(actions.length > 0 ? [allow(ofDynamodb(actions), [table])] : []),
    ...(onKeysAlone.length > 0 ? [{ ...allow(ofDynamodb(onKeysAlone), [table]), Condition: onKeys }] : []),
    ...(hasTable(settings) ? keyGuards(ofDynamodb(keyActions), table) : []),
    ...(Array.isArray(statements) ? (statements as Members[]) : []),
    ...(isTraced ? [allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*'])] : []),
    ...(kmsKeyArn === undefined ? [] : [allow(['kms:Decrypt'], [kmsKeyArn])]),
  ];
}

/**
 * A fault in a function must not make, change or revoke keys, nor list them, whatever it may do with other items and
 * whatever serverless.yml allows all functions.
 */
function keyGuards(allowed: readonly string[], table: Members): readonly Members[] {
  const ofKeys = { 'ForAnyValue:StringEquals': { 'dynamodb:LeadingKeys': [keyPartition] } };
  const deny = (actions: Members, Condition: Members) => ({
    ...{ Effect: 'Deny', ...actions, Resource: [table], Condition },
  });
  if (allowed.length === 0) return [deny({ Action: ['dynamodb:*'] }, ofKeys)];
  const ofOthers = { 'ForAnyValue:StringNotEquals': { 'dynamodb:Attributes': noteOfUse } };
  return [
    deny({ NotAction: allowed }, ofKeys),
    // UpdateItem makes the item if there is none.
    deny({ Action: ['dynamodb:UpdateItem'] }, { ...ofKeys, ...ofOthers }),
  ];
}

/** On the stream of the table, the dead letters, and what the variable of the role names. */
function otherStatements(
  { otherActions = [], when = '' }: Role,
  { deadLettersArn, tableStreamArn, variables }: RoleContext,
): readonly Members[] {
  const resourceOf = (action: string) => {
    if (action.startsWith('sqs:')) return deadLettersArn;
    return action.startsWith('dynamodb:') ? tableStreamArn : (variables[when] ?? '');
  };
  const byService = Map.groupBy(otherActions, (action) => action.replace(/:.*$/, ''));
  return [...byService.values()].map((actions) => allow(actions, [resourceOf(actions[0] ?? '')]));
}

function allow(Action: readonly string[], Resource: readonly unknown[]): Members {
  return { Effect: 'Allow', Action, Resource };
}

function policy(Statement: readonly Members[]): Policy {
  return { Version: '2012-10-17', Statement };
}

function hasTable({ environment }: RoleSettings): boolean {
  return isObject(environment) && environment['TABLE_NAME'] !== undefined;
}

/** Of the table that the functions use: it may be one of another stack. */
function tableArn({ environment }: RoleSettings): Members {
  const name = isObject(environment) ? environment['TABLE_NAME'] : undefined;
  const text = (table: string) => arn(`dynamodb:${ofAccount}:table/${table}`);
  return typeof name === 'string'
    ? { 'Fn::Sub': text(name) }
    : { 'Fn::Sub': [text(`\${TableName}`), { TableName: name ?? '' }] };
}

function roleSettings({ iam }: RoleSettings): Members {
  const role = isObject(iam) ? iam['role'] : undefined;
  return isObject(role) ? (role as Members) : {};
}
