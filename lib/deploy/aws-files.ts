/** The generated files that serverless.yml and the deploy plugin read. */

import type { EmittedFiles } from '../build/emit/wiring/generated-files.ts';
import { accessJsonPath, type ServiceAccess } from './access-json.ts';
import { corsJsonPath, type GatewayCors } from './cors-json.ts';
import { type DeployOrder, deployOrderPath } from './deploy-order.ts';
import {
  descriptionsPath,
  type FunctionSettings,
  functionsJsonPath,
  splitDescriptions,
} from './functions-json.ts';
import { type Role, rolesPath } from './roles/plan-roles.ts';

export interface AwsSettings {
  readonly functions: FunctionSettings;
  readonly cors: GatewayCors | false;
  readonly order: DeployOrder;
  readonly roles: readonly Role[];
  readonly access: ServiceAccess;
}

export function awsFiles({ functions: settings, cors, order, roles, access }: AwsSettings): EmittedFiles {
  const { functions, descriptions } = splitDescriptions(settings);
  return new Map([
    [functionsJsonPath, toJson(functions)],
    [descriptionsPath, toJson(descriptions)],
    [corsJsonPath, toJson(cors)],
    [deployOrderPath, toJson(order)],
    [rolesPath, toJson(roles)],
    [accessJsonPath, toJson(access)],
  ]);
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
