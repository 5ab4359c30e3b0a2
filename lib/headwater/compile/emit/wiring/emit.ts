/** Plans -> the files of `.generated/` that are part of functions or describe them. Pure: nothing is written. */

import type { DeclaredProblem } from '../../../shared/errors.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import type { CallerClaimsPlan } from '../../../shared/plan/caller-claims.ts';
import type { ResourcePlan, ServicePlan } from '../../../shared/plan/service-plan.ts';
import { forFunction, operationsIn } from '../../plan/operations.ts';
import { ValidatorModules } from '../../schema/validator-parts.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { EmitSettings } from '../openapi/emit-settings.ts';
import { aroundFiles } from './around-source.ts';
import { claimsSource } from './caller-types.ts';
import { functionEmitters } from './function-sources.ts';
import {
  claimsPath,
  type EmittedFiles,
  jsonText,
  modelsPath,
  openApiPath,
  problemsPath,
  servedPath,
  typesPath,
} from './generated-files.ts';
import { servedDeclaration, servedListing } from './served-descriptors.ts';
import { code, docComment, identifier, joinCode, lineComment, literal } from './source-text.ts';
import { backgroundTypesSource, modelsSource, operationTypesSource } from './types-source.ts';
import { claimsValidatorFiles, validatorFiles } from './validator-source.ts';
import type { EmittedFile } from './wiring.ts';

/** Deterministic: the same plan and settings give the same bytes. */
export function emit(
  service: ServicePlan,
  settings: EmitSettings,
  modules = new ValidatorModules(),
): EmittedFiles {
  const { callerClaims } = service;
  const wiring = { ...settings, ...omitUndefined({ callerClaims: callerClaims?.runtime }) };
  return new Map<string, string>([
    [servedPath('api-docs'), jsonText(servedListing(service))],
    [openApiPath, jsonText(openApiDocument(service, settings))],
    ...(service.problems.length > 0 ? [[problemsPath, problemsSource(service.problems)] as const] : []),
    ...service.resources.flatMap((resource) => emitResource(resource, settings, callerClaims)),
    ...aroundFiles(service, settings),
    ...service.functions.flatMap((plan) => forFunction(functionEmitters, plan, wiring)),
    ...(callerClaims
      ? [[claimsPath, claimsSource(callerClaims)] as const, ...claimsValidatorFiles(callerClaims)]
      : []),
    ...(settings.validation ? service.resources : []).flatMap((resource) =>
      emitValidators(resource, modules),
    ),
  ]);
}

/** One constant for each problem, so that a bundle has only those that its handler throws: `already_sold` is `alreadySold`. */
function problemsSource(problems: readonly DeclaredProblem[]): string {
  const head = lineComment(
    'The problems that the listing declares. Written by `npm run build`: do not edit.',
  );
  const constants = problems.map((problem) => {
    const name = problem.code.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    return code`${docComment(problem.title)}export const ${identifier(name)} = ${literal(problem)};`;
  });
  return code`${joinCode([head, ...constants], '\n\n')}\n`.text;
}

function emitResource(
  resource: ResourcePlan,
  settings: EmitSettings,
  claims: CallerClaimsPlan | undefined,
): EmittedFile[] {
  const { name, models, background = [] } = resource;
  return [
    [servedPath(name), jsonText(servedDeclaration(resource))],
    [modelsPath(name), modelsSource(resource)],
    ...operationsIn(resource).map(
      (plan) => [typesPath(plan), operationTypesSource(plan, models, { settings, claims })] as const,
    ),
    ...background.map((plan) => [typesPath(plan), backgroundTypesSource(plan, models)] as const),
  ];
}

function emitValidators(resource: ResourcePlan, modules: ValidatorModules): EmittedFile[] {
  const { background = [], models } = resource;
  const checked = [...operationsIn(resource), ...background.filter((plan) => plan.kind === 'consumer')];
  return checked.flatMap((plan) => validatorFiles(plan, models, modules));
}
