/** The function of the gateway's `$default` route. */

import type { FunctionPlan } from '../../plan/function-plan.ts';
import type { EmitSettings } from './emit-settings.ts';
import { code } from './source-text.ts';
import { type EmittedFile, functionFiles } from './wiring.ts';
import { stepsOf } from './wiring-steps.ts';

export function defaultRouteFunction(
  { runtime, routeTable }: FunctionPlan<'default-route'>,
  settings: EmitSettings,
): EmittedFile[] {
  return functionFiles({
    headline: 'Requests that match no route: unknown paths, other methods, OPTIONS',
    runtime,
    constants: [
      {
        name: 'routes',
        value: routeTable,
        type: code`readonly RouteMethods[]`,
        typeName: 'RouteMethods',
        module: 'plan/route-table.ts',
      },
    ],
    steps: stepsOf(runtime, { ...settings, isVoid: true }),
    handle: code`import { respondUnrouted, type UnroutedHandle as Handle } from '#lib/http/handlers/default-route.ts';

const handle = respondUnrouted(routes);`,
  });
}
