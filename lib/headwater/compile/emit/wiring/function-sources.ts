/** The wiring and the plan of each kind of function. */

import type { CallerClaims } from '../../../shared/plan/caller-claims.ts';
import type {
  BackgroundPlan,
  ForwardedRoute,
  FunctionPlan,
  FunctionTable,
} from '../../../shared/plan/function-plan.ts';
import type { AccessAlternative } from '../../../shared/plan/operation-plan.ts';
import { pageFolder } from '../../../shared/plan/page-files.ts';
import { isBytes } from '../../schema/walk.ts';
import type { EmitSettings } from '../openapi/emit-settings.ts';
import { withAround } from './around-source.ts';
import { authenticatorPath, functionPath, handlerPath, typesPath, validatorPath } from './generated-files.ts';
import { braces, type Code, code, identifier, imported, memberName } from './source-text.ts';
import { headlineOf } from './types-source.ts';
import { type Constant, type EmittedFile, functionFiles, notice, operationConstant } from './wiring.ts';
import { authenticatorFor, compiled, step, stepsOf } from './wiring-steps.ts';

/** What the wiring of functions depends on besides their plans. */
export interface WiringSettings extends EmitSettings {
  readonly callerClaims?: CallerClaims;
}

export const functionEmitters: FunctionTable<EmittedFile[], [WiringSettings]> = {
  operation: operationFunction,
  schedule: ({ schedule }) => backgroundFunction(schedule, []),
  consumer: consumerFunction,
  descriptors: descriptorsFunction,
  reference: referenceFunction,
  page: pageFunction,
  'default-route': defaultRouteFunction,
};

function operationFunction(
  { operation: plan }: FunctionPlan<'operation'>,
  settings: WiringSettings,
): EmittedFile[] {
  const { runtime, method, routePath, resource, result } = plan;
  const claims = runtime.access && settings.callerClaims;
  return functionFiles({
    headline: `${method} ${routePath}, from descriptors/${resource}.json`,
    id: runtime.id,
    constants: [operationConstant(runtime), ...(claims ? [claimsConstant(claims)] : [])],
    steps: stepsOf(runtime, {
      ...settings,
      hasClaims: claims !== undefined,
      result: result ? (isBytes(result) ? 'file' : 'json') : 'void',
      ...(settings.validation ? { validator: validatorPath(plan) } : {}),
    }),
    end: code`.handler(${withAround(plan, settings, handleOf(plan))})`,
  });
}

function claimsConstant(value: CallerClaims): Constant {
  const type = imported('CallerClaims', 'headwater/internal/plan/caller-claims', 'type');
  return { name: 'claims', value, type };
}

function handleOf(plan: Parameters<typeof handlerPath>[0]): Code {
  const type = imported('Handle', `#generated/${typesPath(plan)}`, 'type');
  return code`${imported('handle', `#${handlerPath(plan)}`)} satisfies ${type}`;
}

/** The steps of a consumer check changes as bodies. */
function consumerFunction(
  { consumer }: FunctionPlan<'consumer'>,
  { validation }: EmitSettings,
): EmittedFile[] {
  const checks = [compiled(validatorPath(consumer))];
  return backgroundFunction(consumer, [
    code`${importBackground('receiveChange', 'consumer')}()`,
    ...(validation ? [step('checkRequest', 'check-request', checks, 'consumer')] : []),
  ]);
}

/** By kind: the type of the plan, what calls the handler, and what runs the chain. */
const background = {
  schedule: { type: 'RuntimeSchedule', call: 'callSchedule', run: 'runSchedule' },
  consumer: { type: 'RuntimeConsumer', call: 'callConsumer', run: 'consumeChanges' },
} as const;

/** A function that no request calls. Its kind names the constant with its plan. */
function backgroundFunction(plan: BackgroundPlan, steps: readonly Code[]): EmittedFile[] {
  const { kind, runtime } = plan;
  const { type, call, run } = background[kind];
  return functionFiles({
    id: runtime.id,
    headline: headlineOf(plan),
    constants: [planConstant(kind, runtime, type)],
    steps,
    end: code`.end(${importBackground(call, kind)}(${identifier(kind)}, ${handleOf(plan)}))`,
    wrap: (chain) => code`${importBackground(run, kind)}(${chain}, ${identifier(kind)})`,
  });
}

function importBackground(name: string, file: BackgroundPlan['kind']): Code {
  return imported(name, `headwater/internal/background/${file}`);
}

function planConstant(name: string, value: unknown, typeName: string): Constant {
  return { name, value, type: imported(typeName, 'headwater/internal/plan/function-plan', 'type') };
}

function descriptorsFunction(
  { runtime, basePath, declarations }: FunctionPlan<'descriptors'>,
  settings: EmitSettings,
): EmittedFile[] {
  const descriptors = planConstant('descriptors', { basePath, declarations }, 'DescriptorsFunction');
  const type = code`Pick<${descriptors.type}, 'basePath' | 'declarations'>`;
  return functionFiles({
    headline: 'The descriptors: GET /api-docs.json, /api-docs.json/{resource} and /openapi.json',
    id: runtime.id,
    constants: [operationConstant(runtime), { ...descriptors, type }],
    steps: stepsOf(runtime, { ...settings, result: 'json' }),
    end: code`.handler(${importHandler('serveDescriptors', 'descriptors')}(descriptors, ${archived('')}))`,
  });
}

function referenceFunction(
  { runtime, documentPath }: FunctionPlan<'reference'>,
  settings: EmitSettings,
): EmittedFile[] {
  const serve = importHandler('serveReference', 'reference');
  return functionFiles({
    headline: 'The reference page: GET /docs, and the files that it loads',
    id: runtime.id,
    constants: [operationConstant(runtime)],
    steps: stepsOf(runtime, { ...settings, result: 'page' }),
    end: code`.handler(${serve}(${documentPath}, ${archived('reference/')}))`,
  });
}

function pageFunction({ runtime, page }: FunctionPlan<'page'>, settings: EmitSettings): EmittedFile[] {
  const files = archived(`${pageFolder(page.name)}/`);
  return functionFiles({
    headline: `${page.summary}: GET /${page.name}, and the files that it loads`,
    id: runtime.id,
    constants: [operationConstant(runtime)],
    steps: stepsOf(runtime, { ...settings, result: 'page' }),
    end: code`.handler(${importHandler('serveOwnPage', 'page')}(${page.name}, ${files}))`,
  });
}

function defaultRouteFunction(
  { runtime, routeTable, forwardedRoutes }: FunctionPlan<'default-route'>,
  settings: EmitSettings,
): EmittedFile[] {
  const routes = planConstant('routes', routeTable, 'RouteMethods');
  const files = functionFiles({
    headline: 'Requests that match no route: unknown paths, other methods, OPTIONS',
    id: runtime.id,
    constants: [operationConstant(runtime), { ...routes, type: code`readonly ${routes.type}[]` }],
    steps: stepsOf(runtime, { ...settings, result: 'void', isUnrouted: true }),
    end: code`.handler(${importHandler('respondUnrouted', 'default-route')}(routes))`,
    ...(forwardedRoutes.length > 0 ? { wrap: handOver(forwardedRoutes) } : {}),
  });
  return runtime.access ? [...files, authenticatorModule(runtime.access)] : files;
}

/** @param file of lib/headwater/run/http/handlers/ */
function importHandler(name: string, file: string): Code {
  return imported(name, `headwater/internal/handlers/${file}`);
}

/** Relative to the bundle, .generated/bundles/<function>/index.mjs; the archive has the same folders. */
function archived(folder: string): Code {
  return code`new URL(${`../../${folder}`}, import.meta.url)`;
}

/** Each function is imported with the first request for it: all others start as fast as without it. */
function handOver(routes: readonly ForwardedRoute[]): (chain: Code) => Code {
  const members = routes.map(
    ({ method, path, functionId }) =>
      code`${memberName(`${method} ${path}`)}: () => import(${`#generated/${functionPath(functionId)}`}),`,
  );
  return (chain) => code`${importHandler('forward', 'forward')}(${chain}, ${braces(members)})`;
}

function authenticatorModule(access: readonly AccessAlternative[]): EmittedFile {
  const source = code`// What checks credentials for the default route: it is loaded with the first one
${notice}

export { ${identifier(authenticatorFor(access))} as authenticator } from 'headwater/internal/access/authenticators';
`;
  return [authenticatorPath, source.text];
}
