/** What the answers of an operation link to: it follows from the paths of the service. */

import { omitUndefined } from '../../json/omit-undefined.ts';
import type { OperationLinks, OperationPlan } from '../../plan/operation-plan.ts';
import { operationsOf, type ServicePlan } from '../../plan/service-plan.ts';
import { declarationPath } from './api-docs.ts';

/** By the id of the operation. */
export function operationLinks(service: ServicePlan): ReadonlyMap<string, OperationLinks> {
  const operations = operationsOf(service);
  const readable = new Set(
    operations.flatMap(({ method, gatewayPaths }) => (method === 'GET' ? gatewayPaths : [])),
  );
  return new Map(
    operations.map((plan) => {
      const parent = parentOf(plan);
      const collection = parent !== undefined && readable.has(parent) ? parent : undefined;
      return [
        plan.id,
        { describedBy: declarationPath(service, plan.resource), ...omitUndefined({ collection }) },
      ];
    }),
  );
}

/** Of one item among many: what stands before the variable at its end. */
function parentOf({ gatewayPaths: [path = '', ...others] }: OperationPlan): string | undefined {
  const end = path.lastIndexOf('/');
  const isItem = others.length === 0 && /^\/\{\w+\}$/.test(path.slice(end));
  return isItem ? path.slice(0, end) || '/' : undefined;
}
