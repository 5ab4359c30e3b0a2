/** The callers that each route admits: for operators, for tests, and for the plugin that deploys. */

import { omitUndefined } from '../../shared/json/omit.ts';
import type { CallerClaims } from '../../shared/plan/caller-claims.ts';
import type { AccessAlternative } from '../../shared/plan/operation-plan.ts';
import type { Schema } from '../../shared/plan/schema.ts';
import type { ServicePlan } from '../../shared/plan/service-plan.ts';
import { operationRoutes, operationsOf } from '../plan/operations.ts';

export const accessJsonPath = 'access.json';

export interface RouteAccess {
  readonly method: string;
  /** The path in the gateway's notation. */
  readonly path: string;
  /** A request needs one of them. Empty: the route is public. */
  readonly access: readonly AccessAlternative[];
  /** True if the route is public only because no descriptor states an access rule. */
  readonly isUnguarded: boolean;
}

export interface ServiceAccess {
  /** Whether unguarded operations may be deployed to every stage (`public` in package.json). */
  readonly isPublic: boolean;
  /** The scopes that descriptors define or operations require. */
  readonly scopes: readonly string[];
  readonly routes: readonly RouteAccess[];
  /** The claims of callers; absent if the listing declares none. */
  readonly claims?: DeclaredClaims;
}

/** What a credential may say of its caller, for the commands that make one. */
export interface DeclaredClaims extends CallerClaims {
  /** An object with a member for each claim. */
  readonly schema: Schema;
}

export function serviceAccess(service: ServicePlan, isPublic: boolean): ServiceAccess {
  const routes = operationsOf(service).flatMap((operation) =>
    operationRoutes(operation).map(({ method, path }) => ({
      method,
      path,
      access: operation.runtime.access ?? [],
      isUnguarded: operation.isUnguarded === true,
    })),
  );
  const asked = routes.flatMap(({ access }) => access.flat().flatMap(({ scopes }) => scopes));
  const { callerClaims } = service;
  const claims = callerClaims && { ...callerClaims.runtime, schema: callerClaims.schema };
  return {
    isPublic,
    scopes: [...new Set([...service.scopes, ...asked])],
    routes,
    ...omitUndefined({ claims }),
  };
}

/** @example ['GET    /v1/bookmark  bookmark:read by a token, or by a key in x-api-key'] */
export function describeAccess({ routes }: ServiceAccess): string[] {
  const width = Math.max(0, ...routes.map(({ path }) => path.length));
  return routes
    .filter(({ method }) => method !== 'HEAD')
    .map((route) => `${route.method.padEnd(7)} ${route.path.padEnd(width)}  ${describeRoute(route)}`);
}

function describeRoute({ access, isUnguarded }: RouteAccess): string {
  if (access.length === 0) return isUnguarded ? 'everybody: no descriptor says who may call' : 'everybody';
  const byScopes = Map.groupBy(access, (each) =>
    [...new Set(each.flatMap(({ scopes }) => scopes))].join(' '),
  );
  return [...byScopes]
    .map(([scopes, same]) => `${scopes || 'no scope'} by ${same.map(wayOf).join(', or by ')}`)
    .join(', or ');
}

function wayOf(alternative: AccessAlternative): string {
  return alternative
    .map(({ scheme, place = '', name }) => {
      if (scheme === 'bearer') return 'a token';
      return scheme === 'basic' ? 'a key as a password' : `a key in ${place && `the ${place} `}${name}`;
    })
    .join(' and ');
}
