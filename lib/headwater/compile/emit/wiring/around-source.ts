/** Middlewares around handlers: the modules that check their types, and what functions and handlers import of them. */

import type { OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { ResourcePlan, ServicePlan } from '../../../shared/plan/service-plan.ts';
import { operationsIn, operationsOf } from '../../plan/operations.ts';
import type { EmitSettings } from '../openapi/emit-settings.ts';
import { aroundPath, aroundTypesPath, handlerPath } from './generated-files.ts';
import { braces, type Code, code, identifier, imported, joinCode, lineComment } from './source-text.ts';
import { type EmittedFile, moduleText, notice } from './wiring.ts';

/** The files that the project may have: for the service, and for each resource with operations. */
export function aroundFilesOf(planned: readonly ResourcePlan[]): readonly string[] {
  const operations = planned.flatMap(operationsIn);
  const handlers = new Set(operations.map(handlerPath));
  const resources = [...new Set(operations.map(({ resource }) => resource))];
  // An operation may have this nickname.
  return [aroundPath(), ...resources.map(aroundPath)].filter((path) => !handlers.has(path));
}

/** The constant and the type that its module exports. */
const names = {
  service: { constant: 'serviceAround', type: 'ServiceOwn' },
  resource: { constant: 'resourceAround', type: 'ResourceOwn' },
} as const;

/** The middlewares of an operation, in the order in which they run. */
function aroundOf({ resource }: Pick<OperationPlan, 'resource'>, { around = [] }: EmitSettings) {
  const all = [
    { ...names.service, path: aroundPath(), from: `#generated/${aroundTypesPath()}` },
    { ...names.resource, path: aroundPath(resource), from: `#generated/${aroundTypesPath(resource)}` },
  ];
  return all.filter(({ path }) => around.includes(path));
}

export function aroundFiles(service: ServicePlan, { around = [] }: EmitSettings): EmittedFile[] {
  const resources = [...new Set(operationsOf(service).map(({ resource }) => resource))];
  const all = [
    { ...names.service, path: aroundPath(), to: aroundTypesPath() },
    ...resources.map((resource) => ({
      ...names.resource,
      path: aroundPath(resource),
      to: aroundTypesPath(resource),
    })),
  ];
  return all
    .filter(({ path }) => around.includes(path))
    .map(({ constant, type, path, to }) => {
      const given = imported('around', `#${path}`);
      const any = imported('AnyAround', 'headwater/internal/steps/around', 'type');
      const own = imported('OwnOf', 'headwater/http', 'type');
      return [
        to,
        moduleText(code`${lineComment(`What runs around handlers, from ${path}`)}\n${notice}\n`, [
          code`export const ${identifier(constant)} = ${given} satisfies ${any};`,
          code`export type ${identifier(type)} = ${own}<typeof ${given}>;`,
        ]),
      ];
    });
}

/** The handler with its middlewares around it; the handler alone if there are none. */
export function withAround(plan: OperationPlan, settings: EmitSettings, handle: Code): Code {
  const own = aroundOf(plan, settings).map(({ constant, from }) => imported(constant, from));
  if (own.length === 0) return handle;
  const around = imported('around', 'headwater/internal/steps/around');
  const called = code`{ id: operation.id, method: ${plan.method}, path: ${plan.routePath} }`;
  return code`${around}(${called}, [${joinCode(own, ', ')}], ${handle})`;
}

/** The context of a handler, with what its middlewares add. */
export function contextWithOwn(plan: OperationPlan, settings: EmitSettings, context: Code): Code {
  const own = aroundOf(plan, settings).map(({ type, from }) => imported(type, from, 'type'));
  if (own.length === 0) return context;
  return code`${context} & ${braces([code`readonly own: ${joinCode(own, ' & ')};`])}`;
}
