/** Checks the deployment against the limits of AWS, and that serverless.yml deploys all of it. */

import { basename, dirname } from 'node:path';
import { awsResourcesOf } from '../../../config/aws-resources.ts';
import type { CorsSettings } from '../../../config/cors-settings.ts';
import { isObject } from '../../../shared/json/is-object.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import type { FunctionPlan } from '../../../shared/plan/function-plan.ts';
import type { ServicePlan } from '../../../shared/plan/service-plan.ts';
import type { Bundles } from '../../bundle/bundle.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { DeployedConfig } from '../configuration/default-configuration.ts';
import { type GatewayCors, gatewayCors, missingCors } from '../cors-json.ts';
import { type DeployOrder, oneStack, resourceOf, type Stack, stackPerResource } from '../deploy-order.ts';
import { type Deployment, functionSizeOf, readDeployment } from '../deployment.ts';
import { tableId } from '../functions/background-settings.ts';
import { type FunctionSettings, functionSettings } from '../functions/functions-json.ts';
import { assumedRoles, planRoles, type Role } from '../roles/plan-roles.ts';
import { allowsMore, hasOwnRole } from '../roles/role-resources.ts';
import { type BudgetRow, budgetRows, bundleRow, maxStackResources } from './budget.ts';
import { budgetDiagnostics } from './budget-report.ts';
import { type DeployedService, stackTemplates } from './stack-template.ts';

export interface BudgetSource {
  readonly service: ServicePlan;
  readonly cors?: CorsSettings | undefined;
  /** By default, that which the process has loaded first. */
  readonly config?: DeployedConfig;
}

interface DeploymentState {
  readonly projectFolder: string;
  /** Absent if the project is not deployed and has no budget. */
  readonly deployment: Deployment | undefined;
  readonly functions: FunctionSettings;
  readonly cors: GatewayCors | false;
}

interface CheckedBudget {
  /** A single stack if the service fits into it. */
  readonly order: DeployOrder;
  readonly budget?: readonly BudgetRow[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Checks without roles and bundles, which exist only after the code is compiled.
 *
 * @param projectFolder The folder with serverless.yml. Without that file, the service has no budget.
 */
export async function planBudget(
  projectFolder: string,
  source: BudgetSource,
): Promise<DeploymentState & CheckedBudget> {
  const { service, cors, config } = source;
  const { deployment, diagnostics } = await readDeployment(projectFolder, config);
  const functions = functionSettings(service.functions, functionSizeOf(deployment));
  const deployed = { projectFolder, deployment, functions, cors: gatewayCors(service, cors) };
  const checked = checkDeployed(source, deployed, assumedRoles(service.functions));
  return { ...deployed, ...checked, diagnostics: [...diagnostics, ...checked.diagnostics] };
}

/** Checks the whole deployment: the roles with their rights, and the largest bundle, too. */
export function checkBundles(
  source: BudgetSource,
  deployed: DeploymentState,
  { metafile }: Bundles,
): CheckedBudget & { readonly roles: readonly Role[] } {
  const { projectFolder, deployment } = deployed;
  const isMore = deployment ? allowsMore(deployment.provider) : true;
  const hasRole = ({ id }: FunctionPlan) =>
    deployment &&
    (hasOwnRole(deployment.provider) || ownMember(deployment.functions, id)?.['role'] !== undefined);
  const withOwnRole = new Set(source.service.functions.filter(hasRole).map(({ id }) => id));
  const awsResources = awsResourcesOf(source.config ?? {});
  const options = { projectFolder, isMore, withOwnRole, awsResources };
  const { roles, diagnostics } = planRoles(source.service.functions, metafile, options);
  const checked = checkDeployed(source, deployed, roles);
  const all = [...diagnostics, ...checked.diagnostics];
  if (!checked.budget || !deployment) return { ...checked, roles, diagnostics: all };
  const outputs = Object.entries(metafile.outputs);
  const row = bundleRow(new Map(outputs.map(([path, { bytes }]) => [basename(dirname(path)), bytes])));
  const ofBundles = budgetDiagnostics([row], deployment);
  return { ...checked, roles, budget: [...checked.budget, row], diagnostics: [...all, ...ofBundles] };
}

function checkDeployed(
  { service }: BudgetSource,
  { deployment, functions, cors }: DeploymentState,
  roles: readonly Role[],
): CheckedBudget {
  const whole = oneStack(service);
  if (!deployment) return { order: whole, diagnostics: [] };
  const inOneStack = { order: whole, functions, deployment, cors, roles };
  const order = tooLarge(inOneStack).length > 0 ? splitOrder(service, inOneStack) : whole;
  const budget = budgetRows({ ...inOneStack, order });
  const missing = [
    ...missingCors(cors !== false, deployment),
    ...missingStream(service.functions, deployment),
  ];
  return { order, budget, diagnostics: [...missing, ...budgetDiagnostics(budget, deployment)] };
}

/** One stack per resource, or as few as have room for it. */
function splitOrder(service: ServicePlan, deployed: DeployedService): DeployOrder {
  const parts = new Map<string, number>();
  for (;;) {
    const order = stackPerResource(service, parts);
    const divisible = tooLarge({ ...deployed, order }).filter(({ functions }) => functions.length > 1);
    const names = new Set(divisible.flatMap((stack) => resourceOf(stack) ?? []));
    if (names.size === 0) return order;
    for (const name of names) parts.set(name, (parts.get(name) ?? 1) + 1);
  }
}

function tooLarge(deployed: DeployedService): Stack[] {
  return stackTemplates(deployed).flatMap(({ stack, template }) =>
    Object.keys(template).length > maxStackResources ? stack : [],
  );
}

/** A consumer is called with what is in the stream of the table: serverless.yml must turn that on. */
function missingStream(functions: readonly FunctionPlan[], deployment: Deployment): Diagnostic[] {
  const consumer = functions.find(({ kind }) => kind === 'consumer');
  const table = deployment.resources[tableId];
  const properties = isObject(table) ? table['Properties'] : undefined;
  if (!consumer || (isObject(properties) && isObject(properties['StreamSpecification']))) return [];
  const at = deployment.locate(['resources', 'Resources', tableId, 'Properties']);
  const found = `no stream of the table, from which the consumer ${consumer.id} is called`;
  const accepted = `"StreamSpecification: { StreamViewType: KEYS_ONLY }" among the properties of the resource ${tableId}`;
  return [{ code: 'E-BACKGROUND', ...at, found, accepted }];
}
