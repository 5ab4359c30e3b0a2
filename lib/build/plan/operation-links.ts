/** Links of responses (RFC 8288), derived from the paths of the service. */

import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import type { OperationPlan } from '../../shared/plan/operation-plan.ts';
import type { DeclaredService } from '../../shared/plan/service-plan.ts';
import { declarationPath } from './descriptors-function.ts';
import { mapOperations, operationsOf } from './operations.ts';

/** Adds `runtime.links` to every operation. The gateway paths must be known. */
export function linkOperations(service: DeclaredService): DeclaredService {
  const readable = new Set(
    operationsOf(service).flatMap(({ method, gatewayPaths }) => (method === 'GET' ? gatewayPaths : [])),
  );
  return mapOperations(service, (plan) => {
    const parent = parentOf(plan);
    const collection = parent !== undefined && readable.has(parent) ? parent : undefined;
    const links = { describedBy: declarationPath(service, plan.resource), ...omitUndefined({ collection }) };
    return { ...plan, runtime: { ...plan.runtime, links } };
  });
}

/** The path of the collection that an item belongs to: `/v1/source` for `/v1/source/{id}`. */
function parentOf({ gatewayPaths: [path = '', ...others] }: OperationPlan): string | undefined {
  const end = path.lastIndexOf('/');
  const isItem = others.length === 0 && /^\/\{\w+\}$/.test(path.slice(end));
  return isItem ? path.slice(0, end) || '/' : undefined;
}
