/** Descriptors -> ServicePlan, or every diagnostic about them. */

import { omitUndefined } from '../../shared/json/omit.ts';
import type { AwsResource } from '../../shared/plan/aws-resources.ts';
import type { FunctionPlan } from '../../shared/plan/function-plan.ts';
import type { Method, OperationPlan } from '../../shared/plan/operation-plan.ts';
import type { PagePlan } from '../../shared/plan/page-files.ts';
import type { DeclaredService, ResourcePlan, ServicePlan } from '../../shared/plan/service-plan.ts';
import { locateOperationIn } from '../read/common/operation.ts';
import { PatternVerdicts } from '../read/common/pattern-verdicts.ts';
import { reportUnknownUses } from '../read/common/uses.ts';
import { type Diagnostic, fileDiagnostic, isError, type Report } from '../source/diagnostic.ts';
import type { Descriptors } from '../source/read-descriptors.ts';
import { reportExactIntegers, reportLargeBodies } from './body-checks.ts';
import { forwardOperations } from './forwarded-operations.ts';
import { nameGatewayPaths } from './gateway-paths.ts';
import { mapOperations, operationsIn, operationsOf } from './operations.ts';
import { planFunctions, type VaryingByOrigin } from './plan-functions.ts';
import { readResourceListing } from './resource-listing.ts';
import { reportRouteClashes } from './route-clashes.ts';
import { declarationPath } from './service-functions.ts';

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

interface PlanOptions {
  /** Origins that CORS allows; `*` is any. */
  readonly allowedOrigins?: readonly string[];
  /** Pages of the service's own. */
  readonly pages?: readonly PagePlan[];
  /** What functions may use of AWS; by default that is not checked. */
  readonly awsResources?: readonly AwsResource[];
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
    const last = fileDiagnostic(file, 'E-TOO-LARGE', `${maxErrors} errors`, accepted);
    return { resources: [], functions: [], diagnostics: [...diagnostics, last] };
  }
}

function planAll(
  descriptors: Descriptors,
  { allowedOrigins = [], pages = [], awsResources, verdicts = new PatternVerdicts() }: PlanOptions,
  { diagnostics, report }: { readonly diagnostics: readonly Diagnostic[]; readonly report: Report },
): Omit<PlannedService, 'diagnostics'> {
  const read = readResourceListing(descriptors, { report, verdicts: verdicts.share() });
  if (!read) return { resources: [], functions: [] };
  const declared = { ...read, pages };
  const locate = locateOperationIn(declared.resources, descriptors.resources, report);
  // `Vary: Origin`: the gateway copies the request's origin into the response, unless every origin is allowed.
  const varying = allowedOrigins.some((origin) => origin !== '*') ? ({ variesByOrigin: true } as const) : {};
  const complete = forwardOperations(completeOperations(nameGatewayPaths(declared), varying), locate);
  const functions = planFunctions(complete, varying);
  reportRouteClashes(functions, locate);
  for (const resource of complete.resources) {
    reportLargeBodies(resource, locate);
    reportExactIntegers(resource, locate);
    for (const plan of awsResources ? [...operationsIn(resource), ...(resource.background ?? [])] : [])
      reportUnknownUses(locate(plan), awsResources ?? []);
  }
  const { resources } = complete;
  const service = diagnostics.some(isError) ? undefined : deepFreeze({ ...complete, functions });
  return { ...(service ? { service } : {}), resources, functions };
}

/** Adds the routes of HEAD, and `runtime.links` (RFC 8288), to every operation. The gateway paths must be known. */
function completeOperations(service: DeclaredService, varying: VaryingByOrigin): DeclaredService {
  const byMethod = Map.groupBy(operationsOf(service), ({ method }) => method);
  const pathsOf = (method: Method) => byMethod.get(method)?.flatMap(({ gatewayPaths }) => gatewayPaths) ?? [];
  const [readable, declaredHeads] = [new Set(pathsOf('GET')), new Set(pathsOf('HEAD'))];
  return mapOperations(service, (plan) => {
    const parent = parentOf(plan);
    const collection = parent !== undefined && readable.has(parent) ? parent : undefined;
    const links = { describedBy: declarationPath(service, plan.resource), ...omitUndefined({ collection }) };
    // HEAD needs routes of its own: the gateway does not route it to the function of GET (RFC 9110 section 9.3.2).
    const headPaths = plan.gatewayPaths.filter((path) => plan.method === 'GET' && !declaredHeads.has(path));
    return { ...plan, headPaths, runtime: { ...plan.runtime, links, ...varying } };
  });
}

/** The path of the collection that an item belongs to: `/v1/bookmark` for `/v1/bookmark/{id}`. */
function parentOf({ gatewayPaths: [path = '', ...others] }: OperationPlan): string | undefined {
  const end = path.lastIndexOf('/');
  const isItem = others.length === 0 && /^\/\{\w+\}$/.test(path.slice(end));
  return isItem ? path.slice(0, end) || '/' : undefined;
}

/** Freezes a tree of plain data, so that no emitter can change what another reads. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const child of value instanceof Map ? value.values() : Object.values(value)) deepFreeze(child);
  return Object.freeze(value);
}
