/** The roles of a stack, as resources of CloudFormation. */

import { isObject } from '../../../shared/json/is-object.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import { attributesOfKeyUse, keyPartition } from '../../../shared/rights/key-rights.ts';
import { settingsPartition } from '../../../shared/rights/settings-rights.ts';
import { unitsPartition } from '../../../shared/rights/unit-rights.ts';
import { deadLettersArn, tableStreamArn } from '../functions/background-settings.ts';
import type { NamedFunction } from '../functions/function-routes.ts';
import { type Grants, grantsOf } from '../functions/grants.ts';
import { statementsOfUse, type UseContext } from '../resources/use-references.ts';
import type { Role } from './plan-roles.ts';
import { isResourceOf } from './service-actions.ts';

type Members = Readonly<Record<string, unknown>>;

/** The member `provider` of serverless.yml. */
export interface RoleSettings {
  readonly iam?: unknown;
  readonly role?: unknown;
  readonly environment?: unknown;
  readonly tracing?: unknown;
  readonly vpc?: unknown;
  readonly kmsKeyArn?: unknown;
}

/** The ARNs in the form in which the stack refers to them. */
interface RoleContext {
  readonly deadLettersArn: object;
  /** The ARN ends in the time at which the stream was turned on. A text if the table is outside of the stack. */
  readonly tableStreamArn: object | string;
  /** The environment variables of single functions. Undefined: they are not known yet, and have values. */
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly grants: Grants;
  readonly uses?: UseContext;
  /** How the stack refers to a resource of the template that the parent has. */
  readonly refer?: (resource: object) => object;
}

const noUses: UseContext = { settings: {}, stage: '' };

/** The context of a stack with table and queue, before the stage's variables are known. */
export function predictedContext(uses: UseContext): RoleContext {
  return { deadLettersArn, tableStreamArn, grants: {}, uses };
}

/** A type, not an interface, so that it is assignable to other resources. */
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

const arn = (rest: string) => `arn:\${AWS::Partition}:${rest}`;
const ofAccount = `\${AWS::Region}:\${AWS::AccountId}`;

/** Whether serverless.yml names an existing role, which then applies to all functions. */
export function hasOwnRole({ iam, role }: RoleSettings): boolean {
  const own = isObject(iam) ? iam['role'] : undefined;
  const isReference = isObject(own) && Object.keys(own).some((key) => key === 'Ref' || key.includes('::'));
  return role !== undefined || typeof own === 'string' || isReference;
}

/** Whether serverless.yml allows functions more than the table. */
export function allowsMore(settings: RoleSettings): boolean {
  const { statements, managedPolicies } = roleSettings(settings);
  return (
    hasOwnRole(settings) ||
    [statements, managedPolicies].some((list) => Array.isArray(list) && list.length > 0)
  );
}

/** The roles that functions of the stack use, by logical id. */
export function roleResources(
  roles: readonly Role[],
  users: readonly NamedFunction[],
  settings: RoleSettings,
  context: RoleContext = predictedContext(noUses),
): Readonly<Record<string, RoleResource>> {
  const used = roles.flatMap((role) => {
    const own = users.filter(({ key }) => role.functions.includes(key));
    return own.length > 0 ? [[role.id, roleResource(role, own, { settings, context })] as const] : [];
  });
  return Object.fromEntries(used);
}

function roleResource(
  role: Role,
  users: readonly NamedFunction[],
  { settings, context }: { readonly settings: RoleSettings; readonly context: RoleContext },
): RoleResource {
  const { managedPolicies, permissionsBoundary, permissionBoundary, path, tags } = roleSettings(settings);
  const managed = [
    ...(Array.isArray(managedPolicies) ? managedPolicies : []),
    ...(settings.vpc === undefined && users.every((user) => user.settings['vpc'] === undefined)
      ? []
      : [{ 'Fn::Sub': arn('iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole') }]),
  ];
  const Statement = [
    ...roleStatementsOf(role, users, settings),
    ...otherStatements(role, context),
    ...useStatements(role, settings, context),
  ];
  // Without a name here, CloudFormation generates one that is short enough.
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

/** The statements of the policy: the logs of these functions, the table, and the additions in serverless.yml. */
function roleStatementsOf(
  { actions, keyActions, unitActions = [], settingsActions = [] }: Role,
  users: readonly NamedFunction[],
  settings: RoleSettings,
): readonly Members[] {
  const { statements } = roleSettings(settings);
  const { tracing, kmsKeyArn } = settings;
  const logged = users.filter(({ settings: own }) => own['disableLogs'] !== true);
  const groups = logged.map(({ name }) => ({
    'Fn::Sub': arn(`logs:${ofAccount}:log-group:/aws/lambda/${name}:*`),
  }));
  const table = tableArn(settings);
  const ofDynamodb = (names: readonly string[]) => names.map((name) => `dynamodb:${name}`);
  const inPartition = (names: readonly string[], partition: string) => {
    const alone = names.filter((name) => !actions.includes(name));
    const Condition = { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [partition] } };
    return alone.length > 0 ? [{ ...allow(ofDynamodb(alone), [table]), Condition }] : [];
  };
  const isTraced = isObject(tracing) && Boolean(tracing['lambda']);
  return [
    ...(groups.length > 0 ? [allow(['logs:CreateLogStream', 'logs:PutLogEvents'], groups)] : []),
    ...(actions.length > 0 ? [allow(ofDynamodb(actions), [table])] : []),
    ...inPartition(keyActions, keyPartition),
    ...inPartition(unitActions, unitsPartition),
    ...inPartition(settingsActions, settingsPartition),
    ...(tableName(settings) === undefined ? [] : keyGuards(ofDynamodb(keyActions), table)),
    ...(Array.isArray(statements) ? (statements as Members[]) : []),
    ...(isTraced ? [allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*'])] : []),
    ...(kmsKeyArn === undefined ? [] : [allow(['kms:Decrypt'], [kmsKeyArn])]),
  ];
}

/**
 * A faulty function must not create, change, revoke or list keys, whatever else it may do with items and whatever
 * serverless.yml allows all functions.
 */
function keyGuards(allowed: readonly string[], table: Members): readonly Members[] {
  const ofKeys = { 'ForAnyValue:StringEquals': { 'dynamodb:LeadingKeys': [keyPartition] } };
  const deny = (actions: Members, Condition: Members) => ({
    Effect: 'Deny',
    ...actions,
    Resource: [table],
    Condition,
  });
  if (allowed.length === 0) return [deny({ Action: ['dynamodb:*'] }, ofKeys)];
  const ofOthers = { 'ForAnyValue:StringNotEquals': { 'dynamodb:Attributes': attributesOfKeyUse } };
  return [
    deny({ NotAction: allowed }, ofKeys),
    // UpdateItem would create a missing item.
    deny({ Action: ['dynamodb:UpdateItem'] }, { ...ofKeys, ...ofOthers }),
  ];
}

/**
 * Why functions can get no rights for the commands that they send to other services; undefined if they can.
 *
 * @param functions The keys of the functions that this stage deploys.
 */
export function checkServiceActions(
  roles: readonly Role[],
  functions: readonly string[],
  { settings, variables }: { readonly settings: RoleSettings; readonly variables: Members },
): string | undefined {
  if (allowsMore(settings)) return undefined;
  for (const { serviceActions = [], when = '', functions: users } of roles) {
    const user = users.find((key) => functions.includes(key));
    if (user === undefined || isResourceOf(serviceActions, variables[when])) continue;
    const [action = ''] = serviceActions;
    return `custom.headwater.when names ${JSON.stringify(variables[when])} for ${when}, and the function ${user} needs ${serviceActions.join(', ')}: the value must be an ARN of ${action.split(':')[0]}, or provider.iam.role.statements must allow it.`;
  }
  return undefined;
}

/** The statements for the table's stream, the dead letters, and what the role's variable names. */
function otherStatements(
  { otherActions = [], serviceActions = [], when = '' }: Role,
  { deadLettersArn, tableStreamArn, variables, grants }: RoleContext,
): readonly Members[] {
  const ofTrigger = Map.groupBy(otherActions, (action) =>
    action.startsWith('sqs:') ? deadLettersArn : tableStreamArn,
  );
  // Unknown values are about as long as that ARN.
  const resource = variables ? variables[when] : tableStreamArn;
  return [
    ...[...ofTrigger].map(([arn, actions]) => allow(actions, [arn])),
    // A value of another kind, such as the URL of a queue: serverless.yml allows the actions.
    ...(serviceActions.length > 0 && isResourceOf(serviceActions, resource)
      ? [allow(serviceActions, [resource])]
      : []),
    ...grantsOf(grants, when).map(({ actions, resource }) => allow(actions, [resource])),
  ];
}

/** The statements for what the functions use. The resources of AWS belong to the parent. */
function useStatements(
  { uses = [] }: Role,
  settings: RoleSettings,
  { uses: context = noUses, refer = (resource) => resource }: RoleContext,
): readonly Members[] {
  const statements = uses.flatMap((use) => statementsOfUse(use, context, tableArn(settings)));
  return statements.map(({ actions, resource }) =>
    allow(actions, [isObject(resource) ? refer(resource) : resource]),
  );
}

export function allow(Action: readonly string[], Resource: readonly unknown[]): Members {
  return { Effect: 'Allow', Action, Resource };
}

function policy(Statement: readonly Members[]): Policy {
  return { Version: '2012-10-17', Statement };
}

function tableName({ environment }: RoleSettings): unknown {
  return isObject(environment) ? environment['TABLE_NAME'] : undefined;
}

/** The ARN of the functions' table, which may belong to another stack. */
function tableArn(settings: RoleSettings): Members {
  const name = tableName(settings);
  const text = (table: string) => arn(`dynamodb:${ofAccount}:table/${table}`);
  return typeof name === 'string'
    ? { 'Fn::Sub': text(name) }
    : { 'Fn::Sub': [text(`\${TableName}`), { TableName: name ?? '' }] };
}

function roleSettings({ iam }: RoleSettings): Members {
  const role = isObject(iam) ? iam['role'] : undefined;
  return isObject(role) ? (role as Members) : {};
}
