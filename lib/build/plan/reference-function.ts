/** The function that serves the reference page. No descriptor declares it. */

import type { FunctionPlan, ReferenceFunction } from '../../shared/plan/function-plan.ts';
import type { RuntimeOperation } from '../../shared/plan/operation-plan.ts';
import { referencePath } from '../../shared/plan/reference-files.ts';
import type { DeclaredService } from '../../shared/plan/service-plan.ts';
import { documentPath } from './descriptors-function.ts';
import { routesOf } from './function-kinds.ts';
import { type AllowedOrigins, varyByOrigin } from './vary-by-origin.ts';

const runtime: RuntimeOperation = {
  id: 'reference',
  successStatus: 200,
  // The handler itself knows the type of each file.
  produces: [],
  parameters: [],
};

/** A quota of HTTP APIs that AWS does not raise. Each function takes one integration. */
export const maxIntegrations = 300;

/**
 * @param planned The page gives way to what the service declares: the path, or one in its place, and a function more than the
 *   API could have beside it and the default route.
 */
export function planReferenceFunction(
  service: DeclaredService,
  {
    planned,
    allowedOrigins,
  }: { readonly planned: readonly FunctionPlan[]; readonly allowedOrigins: AllowedOrigins },
): ReferenceFunction[] {
  const isTaken = planned.flatMap(routesOf).some(({ path }) => /^\/(?:docs|\{\w+\+?\})(?:\/|$)/i.test(path));
  const isNamed = planned.some(({ id }) => id.toLowerCase() === runtime.id);
  const isFull = planned.length + 2 > maxIntegrations;
  if (isTaken || isNamed || isFull) return [];
  const paths = [referencePath, `${referencePath}/{file}`];
  return [
    {
      kind: 'reference',
      id: runtime.id,
      description: 'The reference page, for people',
      triggers: ['GET', 'HEAD'].flatMap((method) =>
        paths.map((path) => ({ kind: 'route', method, path }) as const),
      ),
      runtime: varyByOrigin(runtime, allowedOrigins),
      documentPath: documentPath(service),
    },
  ];
}
