/** Checks that need the bundles: the roles with their rights, and the largest bundle. */

import type { Bundles } from '../../build/bundle/bundle.ts';
import { idOfBundle } from '../../build/emit/wiring/generated-files.ts';
import { planRoles, type Role } from '../roles/plan-roles.ts';
import { allowsMore } from '../roles/role-resources.ts';
import { bundleRow } from './budget.ts';
import { budgetDiagnostics } from './budget-report.ts';
import { type CheckedBudget, checkBudget, type PlannedDeployment } from './check-budget.ts';

export interface CheckedBundles extends CheckedBudget {
  readonly roles: readonly Role[];
}

/** Checks the whole deployment. */
export function checkBundles(planned: PlannedDeployment, { files, metafile }: Bundles): CheckedBundles {
  const { service, deployment } = planned;
  const isMore = deployment ? allowsMore(deployment.provider) : true;
  const { roles, diagnostics: roleDiagnostics } = planRoles(service.functions, metafile, isMore);
  const { budget, diagnostics, order } = checkBudget({ ...planned, roles });
  const all = [...roleDiagnostics, ...diagnostics];
  if (!budget || !deployment) return { order, roles, diagnostics: all };
  const sizes = [...files].map(([path, content]) => [idOfBundle(path), content.length] as const);
  const row = bundleRow(new Map(sizes));
  const ofBundles = budgetDiagnostics([row], ({ path }) => deployment.locate(path));
  return { order, roles, budget: [...budget, row], diagnostics: [...all, ...ofBundles] };
}
