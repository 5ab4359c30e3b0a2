/** Plans -> the files of `.generated/`, all of them pure text, nothing written yet. */

import type { FunctionTable } from '../../plan/function-plan.ts';
import type { ResourcePlan, ServicePlan } from '../../plan/service-plan.ts';
import { forFunction } from '../plan/by-kind.ts';
import { operationsIn } from '../plan/operations.ts';
import { ValidatorModules } from '../schema/validator-modules.ts';
import type { EmitSettings } from './emit-settings.ts';
import { apiDocsSource, defaultRouteSource, functionSource } from './function-source.ts';
import {
  type EmittedFiles,
  functionPath,
  modelsPath,
  servedPath,
  typesPath,
  validatorPath,
} from './generated-files.ts';
import { servedDeclaration, servedListing } from './served-descriptors.ts';
import { modelsSource, operationTypesSource } from './types-source.ts';
import { validatorDeclaration, validatorSource } from './validator-source.ts';

type File = readonly [path: string, content: string];

/** Deterministic: the same plan and settings give the same bytes. */
export function emit(
  service: ServicePlan,
  settings: EmitSettings,
  modules = new ValidatorModules(),
): EmittedFiles {
  return new Map<string, string>([
    [servedPath('api-docs'), toJson(servedListing(service))],
    ...service.resources.flatMap(emitResource),
    ...service.functions.map((plan): File => [functionPath(plan.id), forFunction(sources, plan, settings)]),
    ...(settings.validation
      ? service.resources.flatMap((resource) => emitValidators(resource, modules))
      : []),
  ]);
}

const sources: FunctionTable<string, [EmitSettings]> = {
  operation: ({ operation }, settings) => functionSource(operation, settings),
  descriptors: apiDocsSource,
  'default-route': defaultRouteSource,
};

function emitResource(resource: ResourcePlan): File[] {
  return [
    [servedPath(resource.name), toJson(servedDeclaration(resource))],
    [modelsPath(resource.name), modelsSource(resource)],
    ...operationsIn(resource).map((plan): File => [typesPath(plan), operationTypesSource(plan)]),
  ];
}

function emitValidators(resource: ResourcePlan, modules: ValidatorModules): File[] {
  return operationsIn(resource).flatMap((plan): File[] => {
    const path = validatorPath(plan);
    return [
      [path, validatorSource(plan, resource.models, modules)],
      [path.replace(/\.mjs$/, '.d.mts'), validatorDeclaration],
    ];
  });
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
