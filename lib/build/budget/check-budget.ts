/** The budget of what a build is about to write, and whether serverless.yml deploys all of it. */

import type { ServicePlan } from '../../plan/service-plan.ts';
import type { Bundles } from '../compile/bundle.ts';
import { missingCors } from '../cors-settings.ts';
import { deployOrder } from '../emit/deploy-order.ts';
import { corsJsonPath, type EmittedFiles, functionsJsonPath, idOfBundle } from '../emit/emitted.ts';
import type { Problem } from '../problem.ts';
import { type BudgetRow, budgetRows } from './budget.ts';
import { budgetProblems, reportLargeResources } from './budget-report.ts';
import { type Functions, readDeployment } from './deployment.ts';

export interface Compiled {
  readonly service: ServicePlan;
  readonly emitted: EmittedFiles;
  readonly bundles: Bundles;
}

export async function checkBudget(
  projectFolder: string,
  { service, emitted, bundles }: Compiled,
): Promise<{ readonly budget?: readonly BudgetRow[]; readonly problems: readonly Problem[] }> {
  const { deployment, problems } = await readDeployment(projectFolder);
  if (!deployment) return { problems };
  const order = deployOrder(service);
  // Emitted a moment ago, in the words of serverless.yml.
  const functions = JSON.parse(emitted.get(functionsJsonPath) ?? '{}') as Functions;
  const cors: unknown = JSON.parse(emitted.get(corsJsonPath) ?? 'false');
  const sizes = [...bundles.files].map(([path, content]) => [idOfBundle(path), content.length] as const);
  const budget = budgetRows({ order, functions, deployment, cors, bundleBytes: new Map(sizes) });
  return {
    budget,
    problems: [
      ...missingCors(cors !== false, deployment),
      ...budgetProblems(budget, deployment),
      ...reportLargeResources(service, order),
    ],
  };
}
