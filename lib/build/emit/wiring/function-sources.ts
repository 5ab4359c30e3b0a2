/** The wiring and the plan of each kind of function. */

import type {
  BackgroundPlan,
  ForwardedRoute,
  FunctionPlan,
  FunctionTable,
} from '../../../shared/plan/function-plan.ts';
import type { AccessAlternative } from '../../../shared/plan/operation-plan.ts';
import type { Models } from '../../../shared/plan/schema.ts';
import { isBytes } from '../../schema/references.ts';
import type { EmitSettings } from '../openapi/emit-settings.ts';
import { authenticatorPath, functionPath, handlerPath, typesPath, validatorPath } from './generated-files.ts';
import { braces, type Code, code, identifier, memberName } from './source-text.ts';
import { checksOf, type Import, type StepCode, step } from './step-code.ts';
import { headlineOf } from './types-source.ts';
import { hasModels } from './validator-source.ts';
import {
  type Constant,
  type EmittedFile,
  functionFiles,
  notice,
  operationConstant,
  type Wrapper,
} from './wiring.ts';
import { authenticatorFor, fileSteps, stepsOf } from './wiring-steps.ts';

interface EmitContext extends EmitSettings {
  /** The models of each resource. */
  readonly models: ReadonlyMap<string, Models>;
}

export const functionEmitters: FunctionTable<EmittedFile[], [EmitContext]> = {
  operation: operationFunction,
  schedule: scheduleFunction,
  consumer: consumerFunction,
  descriptors: descriptorsFunction,
  reference: referenceFunction,
  'default-route': defaultRouteFunction,
};

function operationFunction(
  { operation: plan }: FunctionPlan<'operation'>,
  { models, ...settings }: EmitContext,
): EmittedFile[] {
  const { runtime, method, routePath, resource, result } = plan;
  const validator = {
    path: validatorPath(plan),
    hasModels: hasModels(plan, models.get(resource) ?? new Map()),
    ignoresUnknownQuery: settings.ignoreUnknownQuery ?? false,
  };
  return functionFiles({
    headline: `${method} ${routePath}, from descriptors/${resource}.json`,
    id: runtime.id,
    constants: [operationConstant(runtime)],
    steps: stepsOf(runtime, {
      ...settings,
      result: result ? (isBytes(result) ? 'file' : 'json') : 'void',
      ...(settings.validation ? { validator } : {}),
    }),
    handle: importHandle(plan),
  });
}

function importHandle(plan: Parameters<typeof handlerPath>[0]): Code {
  return code`import { handle } from ${`#${handlerPath(plan)}`};
import type { Handle } from ${`#generated/${typesPath(plan)}`};`;
}

function scheduleFunction({ id, schedule }: FunctionPlan<'schedule'>): EmittedFile[] {
  return functionFiles({
    id,
    headline: headlineOf(schedule),
    constants: [constantOf('schedule', 'RuntimeSchedule', schedule)],
    steps: [],
    handle: importHandle(schedule),
    end: backgroundEnd('callSchedule', 'schedule'),
    wrapper: { name: 'runSchedule', module: 'run/background/schedule.ts', argument: code`schedule` },
  });
}

/** The steps of a consumer check changes as bodies. */
function consumerFunction(
  { id, consumer }: FunctionPlan<'consumer'>,
  { validation }: EmitSettings,
): EmittedFile[] {
  const receive = {
    use: code`receiveChange()`,
    imports: [importBackground('receiveChange', 'consumer')],
  };
  const checks = checksOf({ path: validatorPath(consumer), hasModels: true, ignoresUnknownQuery: false });
  return functionFiles({
    id,
    headline: headlineOf(consumer),
    constants: [constantOf('consumer', 'RuntimeConsumer', consumer)],
    steps: [receive, ...(validation ? [step('checkRequest', 'check-request', checks, 'consumer')] : [])],
    handle: importHandle(consumer),
    end: backgroundEnd('callConsumer', 'consumer'),
    wrapper: {
      name: 'consumeChanges',
      module: 'run/background/consumer.ts',
      argument: code`consumer`,
    },
  });
}

/** The end of the chain of a function that no request calls. @param kind Names the constant with its plan, and its module. */
function backgroundEnd(name: string, kind: BackgroundPlan['kind']): StepCode {
  return {
    use: code`.end(${identifier(name)}(${identifier(kind)}, handle satisfies Handle))`,
    imports: [importBackground(name, kind)],
  };
}

function importBackground(name: string, file: string): Import {
  return { name, from: `#lib/run/background/${file}.ts` };
}

function constantOf(name: string, typeName: string, { runtime }: BackgroundPlan): Constant {
  const module = 'shared/plan/function-plan.ts';
  return { name, value: runtime, type: identifier(typeName), typeName, module };
}

function descriptorsFunction(
  { runtime, basePath, declarations }: FunctionPlan<'descriptors'>,
  settings: EmitSettings,
): EmittedFile[] {
  return functionFiles({
    headline: 'The descriptors: GET /api-docs.json, /api-docs.json/{resource} and /openapi.json',
    id: runtime.id,
    constants: [
      operationConstant(runtime),
      {
        name: 'descriptors',
        value: { basePath, declarations },
        type: code`Pick<DescriptorsFunction, 'basePath' | 'declarations'>`,
        typeName: 'DescriptorsFunction',
        module: 'shared/plan/function-plan.ts',
      },
    ],
    steps: stepsOf(runtime, { ...settings, result: 'json' }),
    handle: code`import { type DescriptorsHandle as Handle, serveDescriptors } from '#lib/run/http/handlers/descriptors.ts';

// Relative to the bundle, .generated/bundles/<function>/index.mjs; the archive has the same folders.
const handle = serveDescriptors(descriptors, new URL('../../', import.meta.url));`,
  });
}

function referenceFunction(
  { runtime, documentPath }: FunctionPlan<'reference'>,
  settings: EmitSettings,
): EmittedFile[] {
  return functionFiles({
    headline: 'The reference page: GET /docs, and the files that it loads',
    id: runtime.id,
    constants: [operationConstant(runtime)],
    steps: fileSteps(settings),
    handle: code`import { serveReference, type ReferenceHandle as Handle } from '#lib/run/http/handlers/reference.ts';

// Relative to the bundle, .generated/bundles/<function>/index.mjs; the archive has the same folders.
const handle = serveReference(${documentPath}, new URL('../../reference/', import.meta.url));`,
  });
}

function defaultRouteFunction(
  { runtime, routeTable, forwardedRoutes }: FunctionPlan<'default-route'>,
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
    steps: stepsOf(runtime, { ...settings, result: 'void', isUnrouted: true }),
    handle: code`import { respondUnrouted, type UnroutedHandle as Handle } from '#lib/run/http/handlers/default-route.ts';

const handle = respondUnrouted(routes);`,
    ...(forwardedRoutes.length > 0 ? { wrapper: handOver(forwardedRoutes) } : {}),
  });
  return runtime.access ? [...files, authenticatorModule(runtime.access)] : files;
}

/** Each function is imported with the first request for it: all others start as fast as without it. */
function handOver(routes: readonly ForwardedRoute[]): Wrapper {
  const members = routes.map(
    ({ method, path, functionId }) =>
      code`${memberName(`${method} ${path}`)}: () => import(${`#generated/${functionPath(functionId)}`}),`,
  );
  return {
    name: 'forward',
    module: 'run/http/handlers/forward.ts',
    argument: braces(members),
  };
}

function authenticatorModule(access: readonly AccessAlternative[]): EmittedFile {
  const source = code`// What checks credentials for the default route: it is loaded with the first one
${notice}

export { ${identifier(authenticatorFor(access))} as authenticator } from '#lib/run/access/authenticators.ts';
`;
  return [authenticatorPath, source.text];
}
