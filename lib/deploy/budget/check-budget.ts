/** Checks the deployment against the limits of AWS, and that serverless.yml deploys all of it. */

import type { Diagnostic } from '../../build/source/diagnostic.ts';
import type { ServicePlan } from '../../shared/plan/service-plan.ts';
import { type GatewayCors, missingCors } from '../cors-json.ts';
import { type DeployOrder, oneStack, stackPerResource } from '../deploy-order.ts';
import type { Deployment } from '../deployment.ts';
import type { FunctionSettings } from '../functions-json.ts';
import { assumedRoles, type Role } from '../roles/plan-roles.ts';
import { type BudgetRow, budgetRows, maxStackResources } from './budget.ts';
import { budgetDiagnostics, type LocateRow } from './budget-report.ts';
import { missingStream } from './missing-stream.ts';
import { type DeployedService, stackTemplates } from './stack-template.ts';

export interface PlannedDeployment {
  readonly service: ServicePlan;
  /** Absent if the project is not deployed and has no budget. */
  readonly deployment: Deployment | undefined;
  readonly functions: FunctionSettings;
  readonly cors: GatewayCors | false;
  /** The descriptors, by their names. */
  readonly files: ReadonlyMap<string, { readonly path: string }>;
  /** The assumed roles until the functions are bundled. */
  readonly roles?: readonly Role[];
}

export interface CheckedBudget {
  /** A single stack if the service fits into it. */
  readonly order: DeployOrder;
  readonly budget?: readonly BudgetRow[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks without roles and bundles, which exist only after the code is compiled. */
export function checkBudget({ service, deployment, files, ...planned }: PlannedDeployment): CheckedBudget {
  const whole = oneStack(service);
  if (!deployment) return { order: whole, diagnostics: [] };
  const { cors, roles = assumedRoles(service.functions) } = planned;
  const deployed = { ...planned, order: whole, deployment, roles };
  const order = isTooLarge(deployed) ? stackPerResource(service) : whole;
  const budget = budgetRows({ ...deployed, order });
  const locate: LocateRow = ({ resource, path }) => {
    const declared = service.resources.find(({ name }) => name === resource);
    const file = declared && files.get(declared.descriptor);
    return file ? { file: file.path, pointer: '', line: 1, column: 1 } : deployment.locate(path);
  };
  const missing = [
    ...missingCors(cors !== false, deployment),
    ...missingStream(service.functions, deployment),
  ];
  return { order, budget, diagnostics: [...missing, ...budgetDiagnostics(budget, locate)] };
}

function isTooLarge(deployed: DeployedService): boolean {
  return stackTemplates(deployed).some(({ template }) => Object.keys(template).length > maxStackResources);
}
