/** The generated files that serverless.yml and the deploy plugin read. */

import { type EmittedFiles, jsonText } from '../emit/wiring/generated-files.ts';
import { accessJsonPath, type ServiceAccess } from './access-json.ts';
import { corsJsonPath, type GatewayCors } from './cors-json.ts';
import { type DeployOrder, deployOrderPath } from './deploy-order.ts';
import { descriptionsPath, type FunctionSettings, functionsJsonPath } from './functions/functions-json.ts';
import { type AwsUses, awsUsesPath } from './resources/aws-uses.ts';
import { type Role, rolesPath } from './roles/plan-roles.ts';

interface DeployedParts {
  readonly functions: FunctionSettings;
  readonly cors: GatewayCors | false;
  readonly order: DeployOrder;
  readonly roles: readonly Role[];
  readonly access: ServiceAccess;
  readonly uses: AwsUses | undefined;
}

/**
 * osls resolves `${…}` in every string of functions.json, and its escape `\${` has
 * no form for `$${`. Descriptions are the only free text of a descriptor there, so
 * they have a file of their own: lib/headwater/deploy/plugins/stack-plugin.ts sets them afterwards.
 */
export function awsFiles({
  functions: settings,
  cors,
  order,
  roles,
  access,
  uses,
}: DeployedParts): EmittedFiles {
  const functions = Object.entries(settings).map(([id, { description: _, ...others }]) => [id, others]);
  const descriptions = Object.entries(settings).flatMap(([id, { description }]) =>
    description === undefined ? [] : [[id, description]],
  );
  return new Map([
    [functionsJsonPath, jsonText(Object.fromEntries(functions))],
    [descriptionsPath, jsonText(Object.fromEntries(descriptions))],
    [corsJsonPath, jsonText(cors)],
    [deployOrderPath, jsonText(order)],
    [rolesPath, jsonText(roles)],
    [accessJsonPath, jsonText(access)],
    ...(uses ? [[awsUsesPath, jsonText(uses)] as const] : []),
  ]);
}
