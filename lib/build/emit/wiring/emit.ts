/** Plans -> the files of `.generated/` that are part of functions or describe them. Pure: nothing is written. */

import type { FunctionTable } from '../../../shared/plan/function-plan.ts';
import type { ResourcePlan, ServicePlan } from '../../../shared/plan/service-plan.ts';
import { forFunction } from '../../plan/function-kinds.ts';
import { operationsIn } from '../../plan/operations.ts';
import { ValidatorModules } from '../../schema/validator-modules.ts';
import { openApiDocument } from '../openapi/document.ts';
import { backgroundTypesSource, consumerFunction, scheduleFunction } from './background-source.ts';
import { defaultRouteFunction } from './default-route-source.ts';
import { descriptorsFunction } from './descriptors-source.ts';
import type { EmitContext, EmitSettings } from './emit-settings.ts';
import {
  type EmittedFiles,
  modelsPath,
  openApiPath,
  problemsPath,
  servedPath,
  typesPath,
  validatorPath,
} from './generated-files.ts';
import { operationFunction } from './operation-source.ts';
import { problemsSource } from './problems-source.ts';
import { referenceFunction } from './reference-source.ts';
import { servedDeclaration, servedListing } from './served-descriptors.ts';
import { modelsSource, operationTypesSource } from './types-source.ts';
import { changeValidatorSource, validatorDeclaration, validatorSource } from './validator-source.ts';
import type { EmittedFile } from './wiring.ts';

/** Deterministic: the same plan and settings give the same bytes. */
export function emit(
  service: ServicePlan,
  settings: EmitSettings,
  modules = new ValidatorModules(),
): EmittedFiles {
  const context = contextOf(service, settings);
  return new Map<string, string>([
    [servedPath('api-docs'), toJson(servedListing(service))],
    [openApiPath, toJson(openApiDocument(service, settings))],
    ...(service.problems.length > 0 ? [[problemsPath, problemsSource(service.problems)] as const] : []),
    ...service.resources.flatMap(emitResource),
    ...service.functions.flatMap((plan) => forFunction(functionEmitters, plan, context)),
    ...(settings.validation
      ? service.resources.flatMap((resource) => emitValidators(resource, modules))
      : []),
  ]);
}

function contextOf({ resources }: ServicePlan, settings: EmitSettings): EmitContext {
  const models = new Map(resources.map((resource) => [resource.name, resource.models]));
  return { ...settings, modelsOf: (resource) => models.get(resource) ?? [] };
}

const functionEmitters: FunctionTable<EmittedFile[], [EmitContext]> = {
  operation: operationFunction,
  schedule: scheduleFunction,
  consumer: consumerFunction,
  descriptors: descriptorsFunction,
  reference: referenceFunction,
  'default-route': defaultRouteFunction,
};

function emitResource(resource: ResourcePlan): EmittedFile[] {
  return [
    [servedPath(resource.name), toJson(servedDeclaration(resource))],
    [modelsPath(resource.name), modelsSource(resource)],
    ...operationsIn(resource).map((plan): EmittedFile => [typesPath(plan), operationTypesSource(plan)]),
    ...(resource.background ?? []).map((plan): EmittedFile => [typesPath(plan), backgroundTypesSource(plan)]),
  ];
}

function emitValidators(resource: ResourcePlan, modules: ValidatorModules): EmittedFile[] {
  const { background = [], models } = resource;
  const consumers = background.filter((plan) => plan.kind === 'consumer');
  const sources: EmittedFile[] = [
    ...operationsIn(resource).map(
      (plan): EmittedFile => [validatorPath(plan), validatorSource(plan, models, modules)],
    ),
    ...consumers.map(
      (plan): EmittedFile => [validatorPath(plan), changeValidatorSource(plan, models, modules)],
    ),
  ];
  return sources.flatMap(([path, source]): EmittedFile[] => [
    [path, source],
    [path.replace(/\.mjs$/, '.d.mts'), validatorDeclaration],
  ]);
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
