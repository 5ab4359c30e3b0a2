/** Descriptors -> ServicePlan, or every diagnostic about them. */

import type { FunctionPlan } from '../../shared/plan/function-plan.ts';
import type { ResourcePlan, ServicePlan } from '../../shared/plan/service-plan.ts';
import { locateOperationIn } from '../read/common/locate-operation.ts';
import { PatternVerdicts } from '../read/common/pattern-verdicts.ts';
import { readOpenApiDocument } from '../read/openapi/document.ts';
import { isOpenApi } from '../read/openapi/upgrade-document.ts';
import { readDeclaration } from '../read/swagger1/declaration.ts';
import { type ReadResourceFile, readResourceListing } from '../read/swagger1/resource-listing.ts';
import { type Diagnostic, isError, type Report } from '../source/diagnostic.ts';
import type { Descriptors } from '../source/read-descriptors.ts';
import { rootOf } from '../source/source-node.ts';
import { reportExactIntegers } from './exact-integers.ts';
import { nameGatewayPaths } from './gateway-paths.ts';
import { linkOperations } from './operation-links.ts';
import { mapOperations } from './operations.ts';
import { planFunctions } from './plan-functions.ts';
import { reportRouteClashes } from './route-clashes.ts';
import { reportLargeBodies } from './validator-limits.ts';
import { type AllowedOrigins, varyByOrigin } from './vary-by-origin.ts';

export interface PlannedService {
  /** Absent if one of the diagnostics is an error. */
  readonly service?: ServicePlan;
  /** The resources that could be read; present with errors, too. */
  readonly resources: readonly ResourcePlan[];
  /** The functions of these resources; present with errors, too. */
  readonly functions: readonly FunctionPlan[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Far more than anybody fixes at once. A file with so many errors was not written by people. */
const maxErrors = 1_000;

/** Thrown by the report to end the reading; caught below. */
const tooManyErrors = new Error(`More than ${maxErrors} errors.`);

export interface PlanOptions {
  /** Origins that CORS allows. */
  readonly allowedOrigins?: AllowedOrigins;
  /** Verdicts on patterns that were checked before. */
  readonly verdicts?: PatternVerdicts;
}

export function planService(descriptors: Descriptors, options: PlanOptions = {}): PlannedService {
  const diagnostics: Diagnostic[] = [...descriptors.diagnostics];
  let errors = 0;
  const report: Report = (diagnostic) => {
    diagnostics.push(diagnostic);
    if (isError(diagnostic) && ++errors >= maxErrors) throw tooManyErrors;
  };
  try {
    return { ...planAll(descriptors, options, { diagnostics, report }), diagnostics };
  } catch (error) {
    if (error !== tooManyErrors) throw error;
    const accepted = 'these fixed first; the build then reports the others';
    const { file = '' } = diagnostics.at(-1) ?? {};
    const found = `${maxErrors} errors`;
    const last: Diagnostic = { code: 'E-TOO-LARGE', file, pointer: '', line: 1, column: 1, found, accepted };
    return { resources: [], functions: [], diagnostics: [...diagnostics, last] };
  }
}

function planAll(
  descriptors: Descriptors,
  { allowedOrigins = [], verdicts = new PatternVerdicts() }: PlanOptions,
  { diagnostics, report }: { readonly diagnostics: readonly Diagnostic[]; readonly report: Report },
): Omit<PlannedService, 'diagnostics'> {
  const declared = readResourceListing(descriptors, readResourceFile, { report, verdicts: verdicts.share() });
  if (!declared) return { resources: [], functions: [] };
  const linked = linkOperations(nameGatewayPaths(declared));
  const complete = mapOperations(linked, (plan) => ({
    ...plan,
    runtime: varyByOrigin(plan.runtime, allowedOrigins),
  }));
  const functions = planFunctions(complete, allowedOrigins);
  const locate = locateOperationIn(complete.resources, descriptors.resources);
  reportRouteClashes(functions, locate, report);
  for (const resource of complete.resources) {
    reportLargeBodies(resource, locate, report);
    reportExactIntegers(resource, locate, report);
  }
  const { resources } = complete;
  const service = diagnostics.some(isError) ? undefined : deepFreeze({ ...complete, functions });
  return { ...(service ? { service } : {}), resources, functions };
}

const readResourceFile: ReadResourceFile = (name, file, defaults, context) =>
  isOpenApi(file)
    ? readOpenApiDocument(name, file, defaults, context)
    : [readDeclaration(name, rootOf(file), defaults, context) ?? []].flat();

/** Freezes a tree of plain data, so that no emitter can change what another reads. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const child of Object.values(value)) deepFreeze(child);
  return Object.freeze(value);
}
