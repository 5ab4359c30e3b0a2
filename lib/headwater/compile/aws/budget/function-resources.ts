/** The CloudFormation resources that osls makes for one function and its routes. */

import { isObject, membersOf } from '../../../shared/json/is-object.ts';
import { alphanumericId, logicalId, routeLogicalId } from '../../plan/route-clashes.ts';
import type { Stack } from '../deploy-order.ts';
import type { Deployment } from '../deployment.ts';
import { archiveFolder, hashLength } from '../functions/archive-names.ts';
import { eventsOf, type NamedFunction, routeKeysOf } from '../functions/function-routes.ts';

type Members = Readonly<Record<string, unknown>>;

interface Resource {
  readonly Type: string;
  readonly [member: string]: unknown;
}

/** Resources by their logical id. */
export type Resources = Readonly<Record<string, Resource>>;

export interface BudgetFunction extends NamedFunction {
  /** The logical id of its role, if the build makes the role. */
  readonly role?: string | undefined;
}

/** `<service>-<stage>-<key>`, unless the function has a name. */
export function functionName({ service, stage }: Deployment, key: string, { name }: Members): string {
  return typeof name === 'string' ? name : `${service}-${stage}-${key}`;
}

export function functionResources(named: BudgetFunction, stack: Stack, deployment: Deployment): Resources {
  const { provider } = deployment;
  const { key, name, settings } = named;
  const id = logicalId(key);
  const routes = routeKeysOf(settings);
  const logGroup = { LogGroupName: `/aws/lambda/${name}`, RetentionInDays: provider['logRetentionInDays'] };
  const version = { FunctionName: { Ref: `${id}LambdaFunction` }, CodeSha256: 'x'.repeat(44) };
  return {
    ...(settings['disableLogs'] === true
      ? {}
      : { [`${id}LogGroup`]: { Type: 'AWS::Logs::LogGroup', Properties: logGroup } }),
    [`${id}LambdaFunction`]: lambdaFunction(named, stack, deployment),
    ...(provider['versionFunctions'] === false
      ? {}
      : { [`${id}LambdaVersion`]: { Type: 'AWS::Lambda::Version', Properties: version } }),
    ...(routes.length > 0 ? gatewayResources(id, routes, apiId(stack, deployment)) : {}),
    ...eventResources(id, settings),
  };
}

function lambdaFunction(
  { key, name, settings, role: roleId }: BudgetFunction,
  stack: Stack,
  { service, stage, provider }: Deployment,
): Resource {
  const prefix = stack.resource === undefined ? service : `${service}-${stack.resource}`;
  const { environment, tags, vpc, layers, kmsKeyArn, logs } = { ...provider, ...settings };
  const role = { 'Fn::GetAtt': [roleId ?? 'IamRoleLambdaExecution', 'Arn'] };
  const Properties = {
    Code: {
      S3Bucket: { Ref: 'ServerlessDeploymentBucket' },
      S3Key: `serverless/${prefix}/${stage}/${archiveFolder}/${key}-${'0'.repeat(hashLength)}.zip`,
    },
    Handler: settings['handler'],
    Runtime: provider['runtime'],
    FunctionName: name,
    MemorySize: 10_240,
    Timeout: 30,
    Architectures: ['x86_64'],
    Description: settings['description'],
    Environment: environment === undefined ? undefined : { Variables: environment },
    Role: role,
    VpcConfig: vpc,
    Layers: layers,
    KmsKeyArn: kmsKeyArn,
    Tags: isObject(tags) ? Object.entries(tags).map(([Key, Value]) => ({ Key, Value })) : undefined,
    TracingConfig: { Mode: 'Active' },
    LoggingConfig: isObject(logs) ? logs['lambda'] : undefined,
  };
  return {
    Type: 'AWS::Lambda::Function',
    Properties,
    DependsOn: [`${logicalId(key)}LogGroup`, ...(roleId === undefined ? [] : [roleId])],
  };
}

function apiId({ resource }: Stack, { service, stage }: Deployment): object {
  return resource === undefined
    ? { Ref: 'HttpApi' }
    : { 'Fn::ImportValue': `sls-${service}-${stage}-HttpApiId` };
}

function gatewayResources(id: string, routes: readonly string[], ApiId: object): Resources {
  const arn = { 'Fn::GetAtt': [`${id}LambdaFunction`, 'Arn'] };
  const integrationId = `HttpApiIntegration${id}`;
  const pseudo = (name: string) => ({ Ref: `AWS::${name}` });
  const source = ['arn:', pseudo('Partition'), ':execute-api:', pseudo('Region'), ':', pseudo('AccountId')];
  const permission = {
    FunctionName: arn,
    Action: 'lambda:InvokeFunction',
    Principal: 'apigateway.amazonaws.com',
    SourceArn: { 'Fn::Join': ['', [...source, ':', ApiId, '/*']] },
  };
  const integration = { ApiId, IntegrationType: 'AWS_PROXY', IntegrationUri: arn };
  const timing = { PayloadFormatVersion: '2.0', TimeoutInMillis: 30_000 };
  const Target = { 'Fn::Join': ['/', ['integrations', { Ref: integrationId }]] };
  const routeOf = (RouteKey: string) => ({
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: { ApiId, RouteKey, Target },
    DependsOn: integrationId,
  });
  return {
    [`${id}LambdaPermissionHttpApi`]: { Type: 'AWS::Lambda::Permission', Properties: permission },
    [integrationId]: { Type: 'AWS::ApiGatewayV2::Integration', Properties: { ...integration, ...timing } },
    ...Object.fromEntries(routes.map((route) => [routeLogicalId(route), routeOf(route)])),
  };
}

/**
 * The resources for the triggers besides routes.
 *
 * @param id The logical id of the function, without a suffix.
 */
function eventResources(id: string, settings: Members): Resources {
  const events = eventsOf(settings).filter((event) => !Object.hasOwn(membersOf(event), 'httpApi'));
  const made = events.map((event, index) => resourcesOf(id, isObject(event) ? event : {}, index + 1));
  const destinations = settings['destinations'];
  return {
    ...Object.assign({}, ...made),
    ...(destinations === undefined
      ? {}
      : { [`${id}LambdaEvConf`]: { Type: 'AWS::Lambda::EventInvokeConfig', Properties: destinations } }),
  };
}

/** The resources of a handwritten event, such as a queue: a rule or a mapping, and usually a permission. */
function resourcesOf(id: string, { schedule, stream }: Members, count: number): Resources {
  if (isObject(stream)) {
    const name = `${id}EventSourceMappingDynamodb${streamName(stream['arn'])}`;
    return { [name]: { Type: 'AWS::Lambda::EventSourceMapping', Properties: stream } };
  }
  const rule =
    schedule === undefined ? { Type: 'an event' } : { Type: 'AWS::Events::Rule', Properties: schedule };
  return {
    [`${id}EventsRuleSchedule${count}`]: rule,
    [`${id}LambdaPermissionEventsRuleSchedule${count}`]: { Type: 'AWS::Lambda::Permission' },
  };
}

/** The name of a stream, as osls takes it from a reference. */
function streamName(arn: unknown): string {
  const { 'Fn::GetAtt': attribute, 'Fn::ImportValue': imported = '' } = membersOf(arn);
  const isList = Array.isArray(attribute) || typeof attribute === 'string';
  return alphanumericId(String(isList ? attribute[0] : imported));
}
