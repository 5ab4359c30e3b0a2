/** Everything that the descriptors declare, as one frozen value. */

import type { DeclaredProblem } from '../errors.ts';
import type { CallerClaimsPlan } from './caller-claims.ts';
import type { BackgroundPlan, FunctionPlan } from './function-plan.ts';
import type { AccessScheme, OperationPlan } from './operation-plan.ts';
import type { PagePlan } from './page-files.ts';
import type { Extensions, Models } from './schema.ts';

export interface ApiPlan {
  /** The declared path, e.g. `/bookmark/{id}`; the served descriptor repeats it. */
  readonly path: string;
  readonly description?: string;
  readonly operations: readonly OperationPlan[];
}

export interface ResourcePlan {
  readonly name: string;
  /** The name of the descriptor file without its ending. An OpenAPI document may have several resources. */
  readonly descriptor: string;
  readonly description?: string;
  readonly apiVersion: string;
  /** The path of the resource, e.g. `/bookmark`. */
  readonly resourcePath: string;
  /** The path that every route of the resource begins with, e.g. `/v1`, or empty. */
  readonly basePath: string;
  readonly apis: readonly ApiPlan[];
  readonly models: Models;
  /** Functions that no request calls. */
  readonly background?: readonly BackgroundPlan[];
  /** The kinds of credentials that its document defines in addition to the listing, by name. */
  readonly securitySchemes?: Readonly<Record<string, DefinedScheme>>;
  readonly extensions?: Extensions;
}

/** A kind of credential that descriptors name. */
export interface DefinedScheme {
  readonly scheme: AccessScheme;
  /** The scopes that it names; absent if it names none. */
  readonly scopes?: readonly string[];
  /** As written, where it is complete in Swagger 1.2: only then does that version have scopes of operations. */
  readonly written?: unknown;
}

export interface DeclaredService {
  readonly apiVersion: string;
  /** The path below which the descriptors are served, e.g. `/v1`, or empty. */
  readonly basePath: string;
  /** Members of the listing that Swagger does not define, served unchanged. */
  readonly general: Readonly<Record<string, unknown>>;
  /** The kinds of credentials, by the names that descriptors define. The listing takes precedence. */
  readonly securitySchemes: Readonly<Record<string, DefinedScheme>>;
  /** The claims of callers; absent if the listing declares none. */
  readonly callerClaims?: CallerClaimsPlan;
  /** Problems of the project's own: `x-problems` of the listing. */
  readonly problems: readonly DeclaredProblem[];
  /** Pages of the service's own: `pages` of the config. */
  readonly pages: readonly PagePlan[];
  /** The scopes that descriptors define. Operations, or only their handlers, ask for them. */
  readonly scopes: readonly string[];
  readonly resources: readonly ResourcePlan[];
}

export interface ServicePlan extends DeclaredService {
  /** All deployed functions, in the order of functions.json. */
  readonly functions: readonly FunctionPlan[];
}
