/** The routes of the gateway, and the methods of each path for whoever asks for another. */

import type { OperationPlan } from './operation-plan.ts';

export interface Route {
  readonly method: string;
  /** In the gateway's words. */
  readonly path: string;
}

/** @example routesOf(list) // [{ method: 'GET', path: '/v1/source' }, { method: 'HEAD', path: '/v1/source' }] */
export function routesOf({
  method,
  gatewayPaths,
  headPaths,
}: Pick<OperationPlan, 'method' | 'gatewayPaths' | 'headPaths'>): Route[] {
  return [
    ...gatewayPaths.map((path) => ({ method, path })),
    ...headPaths.map((path) => ({ method: 'HEAD', path })),
  ];
}

export interface RouteMethods {
  /** In the gateway's words, e.g. `/v1/source/{id}`. */
  readonly path: string;
  readonly methods: readonly string[];
  /** Media types that a PATCH takes (RFC 5789 section 3.1), where there is one. */
  readonly patchTypes?: readonly string[];
  /** The served descriptor of the resource; none describes the descriptors. */
  readonly describedBy?: string;
}
