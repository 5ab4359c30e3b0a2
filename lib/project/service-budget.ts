/** What AWS counts of a service, from its plan and serverless.yml alone. */

import { type CheckedBudget, checkBudget } from '../aws/budget/check-budget.ts';
import { type GatewayCors, gatewayCors } from '../aws/cors-json.ts';
import type { CorsSettings } from '../aws/cors-settings.ts';
import { type Deployment, functionSizeOf, readDeployment } from '../aws/deployment.ts';
import { type FunctionSettings, functionSettings } from '../aws/functions-json.ts';
import type { ServicePlan } from '../plan/service-plan.ts';

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

/** @param projectFolder has serverless.yml. Without it there is no budget. */
export async function planBudget(
  projectFolder: string,
  { service, cors: settings, files }: BudgetSource,
): Promise<PlannedBudget> {
  const { deployment, problems } = await readDeployment(projectFolder);
  const functions = functionSettings(service.functions, functionSizeOf(deployment));
  const cors = gatewayCors(service, settings);
  const checked = checkBudget({ service, deployment, functions, cors, files });
  return { ...checked, deployment, functions, cors, problems: [...problems, ...checked.problems] };
}
