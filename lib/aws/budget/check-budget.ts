/** Checks the deployment against the limits of AWS, and that serverless.yml deploys all of it. */

import type { Bundles } from '../../compiler/bundle/bundle.ts';
import { idOfBundle } from '../../compiler/emit/generated-files.ts';
import type { Problem } from '../../compiler/source/problem.ts';
import type { ServicePlan } from '../../plan/service-plan.ts';
import { type GatewayCors, missingCors } from '../cors-json.ts';
import { type DeployOrder, oneStack, stackPerResource } from '../deploy-order.ts';
import { readDeployment } from '../deployment.ts';
import type { FunctionSettings } from '../functions-json.ts';
import { type BudgetRow, budgetRows, maxStackResources } from './budget.ts';
import { budgetProblems } from './budget-report.ts';
import { type Deployed, stackTemplates } from './stack-template.ts';

export interface Compiled {
  readonly service: ServicePlan;
  readonly functions: FunctionSettings;
  readonly cors: GatewayCors | false;
  readonly bundles: Bundles;
}

export interface CheckedBudget {
  /** One stack if the service fits into it. */
  readonly order: DeployOrder;
  readonly budget?: readonly BudgetRow[];
  readonly problems: readonly Problem[];
}

export async function checkBudget(
  projectFolder: string,
  { service, functions, cors, bundles }: Compiled,
): Promise<CheckedBudget> {
  const { deployment, problems } = await readDeployment(projectFolder);
  if (!deployment) return { order: oneStack(service), problems };
  const sizes = [...bundles.files].map(([path, content]) => [idOfBundle(path), content.length] as const);
  const whole = { order: oneStack(service), functions, deployment, cors };
  const order = isTooLarge(whole) ? stackPerResource(service) : whole.order;
  const budget = budgetRows({ ...whole, order, bundleBytes: new Map(sizes) });
  const missing = missingCors(cors !== false, deployment);
  return { order, budget, problems: [...missing, ...budgetProblems(budget, deployment)] };
}

function isTooLarge(deployed: Deployed): boolean {
  return stackTemplates(deployed).some(({ template }) => Object.keys(template).length > maxStackResources);
}
