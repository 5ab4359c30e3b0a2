/** The CloudFormation resources that osls makes for one function and its routes. */

import { isObject } from '../../build/source/source-node.ts';
import type { Stack } from '../deploy-order.ts';
import type { Deployment } from '../deployment.ts';
import { routeKeysOf } from '../function-routes.ts';
import { archiveFolder, hashLength, logicalId } from '../names.ts';
import { eventResources } from './event-resources.ts';

type Members = Readonly<Record<string, unknown>>;

interface Resource {
  readonly Type: string;
  readonly [member: string]: unknown;
}

/** Resources by their logical id. */
export type Resources = Readonly<Record<string, Resource>>;

/** A function with its key in serverless.yml and its full name. */
export interface NamedFunction {
  readonly key: string;
  readonly name: string;
  readonly settings: Members;
  /** The logical id of its role, if the build makes the role. */
  readonly role?: string | undefined;
}

/** `<service>-<stage>-<key>`, unless the function has a name. */
export function functionName({ service, stage }: Deployment, key: string, { name }: Members): string {
  return typeof name === 'string' ? name : `${service}-${stage}-${key}`;
}

export function functionResources(named: NamedFunction, stack: Stack, deployment: Deployment): Resources {
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
  { key, name, settings, role: roleId }: NamedFunction,
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
    ...Object.fromEntries(routes.map((route) => [routeId(route), routeOf(route)])),
  };
}

/** @example routeId('GET /v1/source/{id}') // 'HttpApiRouteGetV1SourceIdVar' */
function routeId(route: string): string {
  const [method = '', path = ''] = route.split(' ');
  if (route === '*') return 'HttpApiRouteDefault';
  const parts = [method, ...path.split('/')].map((part) => {
    const named = part
      .toLowerCase()
      .replaceAll('-', 'Dash')
      .replace(/\{(.*)\}/g, '$1Var');
    const kept = named.replaceAll(/[^0-9A-Za-z]/g, '');
    return `${kept.slice(0, 1).toUpperCase()}${kept.slice(1)}`;
  });
  return `HttpApiRoute${parts.join('')}`;
}
