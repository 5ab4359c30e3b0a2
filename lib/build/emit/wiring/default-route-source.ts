/** The function of the gateway's `$default` route. */

import type { FunctionPlan, SlashRoute } from '../../../shared/plan/function-plan.ts';
import type { AccessAlternative } from '../../../shared/plan/operation-plan.ts';
import type { EmitSettings } from './emit-settings.ts';
import { authenticatorPath, functionPath } from './generated-files.ts';
import { braces, code, identifier, memberName } from './source-text.ts';
import { type EmittedFile, functionFiles, notice, operationConstant, type Wrapper } from './wiring.ts';
import { authenticatorFor, stepsOf } from './wiring-steps.ts';

export function defaultRouteFunction(
  { runtime, routeTable, slashRoutes }: FunctionPlan<'default-route'>,
  settings: EmitSettings,
): EmittedFile[] {
  const files = functionFiles({
    headline: 'Requests that match no route: unknown paths, other methods, OPTIONS',
    id: runtime.id,
    constants: [
      operationConstant(runtime),
      {
        name: 'routes',
        value: routeTable,
        type: code`readonly RouteMethods[]`,
        typeName: 'RouteMethods',
        module: 'shared/plan/function-plan.ts',
      },
    ],
    steps: stepsOf(runtime, { ...settings, isVoid: true, isUnrouted: true }),
    handle: code`import { respondUnrouted, type UnroutedHandle as Handle } from '#lib/run/http/handlers/default-route.ts';

const handle = respondUnrouted(routes);`,
    ...(slashRoutes.length > 0 ? { wrapper: handOver(slashRoutes) } : {}),
  });
  return runtime.access ? [...files, authenticatorModule(runtime.access)] : files;
}

function authenticatorModule(access: readonly AccessAlternative[]): EmittedFile {
  const source = code`// What checks credentials for the default route: it is loaded with the first one
${notice}

export { ${identifier(authenticatorFor(access))} as authenticator } from '#lib/run/access/authenticators.ts';
`;
  return [authenticatorPath, source.text];
}

/** Each function is imported with the first request for it: all others start as fast as without it. */
function handOver(routes: readonly SlashRoute[]): Wrapper {
  const members = routes.map(
    ({ method, path, functionId }) =>
      code`${memberName(`${method} ${path}`)}: () => import(${`#generated/${functionPath(functionId)}`}),`,
  );
  return {
    name: 'handOverSlashes',
    module: 'run/http/handlers/trailing-slash.ts',
    argument: braces(members),
  };
}
