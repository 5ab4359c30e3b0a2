/**
 * Predicts the CloudFormation template that osls makes for a stack: the same
 * resources with the same ids, each of about the same size.
 */

import { isObject, membersOf } from '../../../shared/json/is-object.ts';
import type { AwsUse } from '../../../shared/plan/aws-resources.ts';
import { standardNames } from '../../../shared/project-names.ts';
import { childFunction } from '../child-stack.ts';
import { type DeployOrder, type Stack, stackNameOf } from '../deploy-order.ts';
import type { Deployment, Functions } from '../deployment.ts';
import { selectFunctions } from '../functions/select-functions.ts';
import { monitoringResources } from '../monitoring/monitoring.ts';
import { variablesOfUses } from '../resources/use-references.ts';
import type { Role } from '../roles/plan-roles.ts';
import { hasOwnRole, predictedContext, type RoleResource, roleResources } from '../roles/role-resources.ts';
import {
  type BudgetFunction,
  functionName,
  functionResources,
  type Resources,
} from './function-resources.ts';
import { roleStatements } from './role-policy.ts';

/** The assumed length of a variable's value, which exists only when serverless.yml is packaged. */
const variableLength = 64;

/** The constant part of every template: bucket with policy, API, stage, outputs. */
const fixedBytes = 3_000;

export interface DeployedService {
  readonly order: DeployOrder;
  /** The content of functions.json. */
  readonly functions: Functions;
  readonly deployment: Deployment;
  /** The content of cors.json. */
  readonly cors?: unknown;
  /** The content of roles.json; undefined until the functions are bundled. */
  readonly roles?: readonly Role[] | undefined;
}

export interface StackTemplate {
  readonly stack: Stack;
  readonly name: string;
  readonly template: Resources;
  /** The roles that the build adds to the template, by logical id. */
  readonly roles: Readonly<Record<string, RoleResource>>;
}

/** Predicts the templates, in the order of the stacks. */
export function stackTemplates(deployed: DeployedService): StackTemplate[] {
  const { order, deployment } = deployed;
  const functions = selectedFunctions(deployed);
  return order.stacks.map((stack) => {
    const own = stack.functions.flatMap((key) => (functions[key] ? [[key, functions[key]]] : []));
    // The parent contains the functions that serverless.yml itself declares.
    const byHand = stack.resource === undefined ? deployment.functions : {};
    const known = namedFunctions({ ...Object.fromEntries(own), ...byHand }, deployed).map((each) =>
      stack.resource === undefined ? each : { ...each, settings: childFunction(each.settings, deployment) },
    );
    const roles = rolesOf(known, deployed);
    const template = { ...stackTemplate(stack, known, deployed), ...roles };
    const { service, stage, provider } = deployment;
    const name = stackNameOf({ service, stage, stackName: provider['stackName'], resource: stack.resource });
    return { stack, name, template, roles };
  });
}

/** The functions that the default stage deploys. */
function selectedFunctions({ functions, deployment }: DeployedService): Functions {
  const selected = structuredClone(functions);
  selectFunctions(selected, deployment.variables);
  return selected;
}

function namedFunctions(
  functions: Functions,
  { deployment, roles = [] }: DeployedService,
): readonly BudgetFunction[] {
  const hasRoles = !hasOwnRole(deployment.provider);
  return Object.entries(functions).map(([key, settings]) => {
    const role = roles.find((each) => each.functions.includes(key));
    return {
      key,
      name: functionName(deployment, key, settings),
      settings: role?.uses ? withVariables(settings, role.uses, deployment) : settings,
      role: hasRoles ? role?.id : undefined,
    };
  });
}

function withVariables(
  settings: Functions[string],
  uses: readonly AwsUse[],
  { provider, aws, stage }: Deployment,
): Functions[string] {
  const shared = membersOf(provider['environment']);
  const own = membersOf(settings['environment']);
  return {
    ...settings,
    environment: { ...shared, ...own, ...variablesOfUses(uses, { settings: aws, stage }) },
  };
}

function stackTemplate(
  stack: Stack,
  functions: readonly BudgetFunction[],
  deployed: DeployedService,
): Resources {
  const { deployment, cors } = deployed;
  const isParent = stack.resource === undefined;
  return {
    ...bucketResources(deployment),
    ...(isParent ? { ...parentResources(deployment, cors), ...watching(deployed) } : {}),
    ...Object.assign({}, ...functions.map((each) => functionResources(each, stack, deployment))),
  };
}

/** No roles for functions to which serverless.yml gives one. */
function rolesOf(
  users: readonly BudgetFunction[],
  { deployment, roles = [] }: DeployedService,
): Readonly<Record<string, RoleResource>> {
  const { provider, aws: settings, stage } = deployment;
  const others = users.filter(({ settings }) => settings['role'] === undefined);
  return hasOwnRole(provider)
    ? {}
    : roleResources(roles, others, provider, predictedContext({ settings, stage }));
}

export function templateBytes(template: Resources): number {
  // osls uploads the template without white space.
  const text = JSON.stringify({ Resources: template }, padVariables);
  return Buffer.byteLength(text) + fixedBytes;
}

/** Pads texts with variables, except descriptions, which osls uploads unchanged. */
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

function watching(deployed: DeployedService): Resources {
  const { deployment, roles = [] } = deployed;
  const { service, stage, provider, resources } = deployment;
  const { environment } = provider;
  return monitoringResources({
    prefix: `${service}-${stage}`,
    functions: namedFunctions({ ...selectedFunctions(deployed), ...deployment.functions }, deployed),
    roles,
    resources,
    tableName: isObject(environment) ? environment['TABLE_NAME'] : undefined,
    metricNamespace: standardNames.metricNamespace,
  });
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
