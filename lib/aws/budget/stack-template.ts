/**
 * Predicts the CloudFormation template that osls makes for a stack: the same
 * resources with the same ids, each of about the same size.
 */

import { isObject } from '../../compiler/source/source-node.ts';
import type { DeployOrder, Stack } from '../deploy-order.ts';
import type { Deployment, Functions } from '../deployment.ts';
import { functionName, functionResources, type Resources } from './function-resources.ts';
import { roleStatements } from './role-policy.ts';

/** The assumed length of the value of a variable, which is known when serverless.yml is packaged. */
const variableLength = 64;

/** The constant part of every template: bucket with policy, API, stage, outputs. */
const fixedBytes = 3_000;

export interface Deployed {
  readonly order: DeployOrder;
  /** The content of functions.json. */
  readonly functions: Functions;
  readonly deployment: Deployment;
  /** The content of cors.json. */
  readonly cors?: unknown;
}

export interface StackTemplate {
  readonly stack: Stack;
  readonly name: string;
  readonly template: Resources;
}

/** In the order of the stacks. */
export function stackTemplates(deployed: Deployed): StackTemplate[] {
  const { order, functions, deployment } = deployed;
  return order.stacks.map((stack) => {
    const own = stack.functions.map((key) => [key, functions[key] ?? {}]);
    // The parent contains the functions of serverless.yml itself.
    const byHand = stack.resource === undefined ? deployment.functions : {};
    const template = stackTemplate(stack, { ...Object.fromEntries(own), ...byHand }, deployed);
    return { stack, name: stackName(stack, deployment), template };
  });
}

function stackName({ resource }: Stack, { service, stage }: Deployment): string {
  return [service, ...(resource === undefined ? [] : [resource]), stage].join('-');
}

function stackTemplate(stack: Stack, functions: Functions, { deployment, cors }: Deployed): Resources {
  const isParent = stack.resource === undefined;
  const own = Object.entries(functions).map(([key, settings]) => {
    const named = { key, name: functionName(deployment, key, settings), settings };
    return functionResources(named, stack, deployment);
  });
  return {
    ...bucketResources(deployment),
    ...(isParent ? parentResources(deployment, cors) : {}),
    ...Object.assign({}, ...own),
  };
}

export function templateBytes(template: Resources): number {
  // osls uploads it without white space.
  const text = JSON.stringify({ Resources: template }, padVariables);
  return Buffer.byteLength(text) + fixedBytes;
}

/** Descriptions contain no variables: they are uploaded as they are. */
function padVariables(key: string, value: unknown): unknown {
  if (typeof value !== 'string' || key === 'Description') return value;
  return value.replaceAll(/\$\{(?!AWS::)[^}]*\}/g, (variable) => variable.padEnd(variableLength));
}

function bucketResources({ provider }: Deployment): Resources {
  const bucket = provider['deploymentBucket'];
  if (typeof bucket === 'string' || (isObject(bucket) && bucket['name'] !== undefined)) return {};
  return {
    ServerlessDeploymentBucket: { Type: 'AWS::S3::Bucket' },
    ServerlessDeploymentBucketPolicy: { Type: 'AWS::S3::BucketPolicy' },
  };
}

function parentResources(deployment: Deployment, cors: unknown): Resources {
  const { provider, resources } = deployment;
  const { logs, httpApi } = provider;
  const statements = roleStatements(deployment);
  const hasApi = !(isObject(httpApi) && httpApi['id'] !== undefined);
  return {
    ...(statements ? { IamRoleLambdaExecution: { Type: 'AWS::IAM::Role', Properties: statements } } : {}),
    ...(hasApi
      ? {
          HttpApi: {
            Type: 'AWS::ApiGatewayV2::Api',
            ...(cors ? { Properties: { CorsConfiguration: cors } } : {}),
          },
          HttpApiStage: { Type: 'AWS::ApiGatewayV2::Stage' },
        }
      : {}),
    ...(isObject(logs) && logs['httpApi'] ? { HttpApiLogGroup: { Type: 'AWS::Logs::LogGroup' } } : {}),
    ...(resources as Resources),
  };
}
