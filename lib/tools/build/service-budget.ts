/** The quantities of a service that AWS limits, from its plan and serverless.yml alone. */

import { type CheckedBudget, checkBudget } from '../../deploy/budget/check-budget.ts';
import { type GatewayCors, gatewayCors } from '../../deploy/cors-json.ts';
import type { CorsSettings } from '../../deploy/cors-settings.ts';
import { type Deployment, functionSizeOf, readDeployment } from '../../deploy/deployment.ts';
import { type FunctionSettings, functionSettings } from '../../deploy/functions-json.ts';
import type { ServicePlan } from '../../shared/plan/service-plan.ts';

export interface PlannedBudget extends CheckedBudget {
  readonly deployment: Deployment | undefined;
  readonly functions: FunctionSettings;
  readonly cors: GatewayCors | false;
}

export interface BudgetSource {
  readonly service: ServicePlan;
  readonly cors?: CorsSettings | undefined;
  /** The descriptors, by their names. */
  readonly files: ReadonlyMap<string, { readonly path: string }>;
}

/** @param projectFolder The folder with serverless.yml. Without that file, the service has no budget. */
export async function planBudget(
  projectFolder: string,
  { service, cors: settings, files }: BudgetSource,
): Promise<PlannedBudget> {
  const { deployment, diagnostics } = await readDeployment(projectFolder);
  const functions = functionSettings(service.functions, functionSizeOf(deployment));
  const cors = gatewayCors(service, settings);
  const checked = checkBudget({ service, deployment, functions, cors, files });
  return { ...checked, deployment, functions, cors, diagnostics: [...diagnostics, ...checked.diagnostics] };
}
