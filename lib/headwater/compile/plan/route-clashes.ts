/**
 * Names that clash only in the deployed stack. osls makes CloudFormation ids by
 * removing characters, and silently drops a function or route whose id exists
 * already.
 */

import type { FunctionPlan, Trigger } from '../../shared/plan/function-plan.ts';
import type { OperationPlan } from '../../shared/plan/operation-plan.ts';
import type { LocateOperation } from '../read/common/operation.ts';
import type { SourceNode } from '../source/source-node.ts';
import { forwardedRoutesOf, takes } from './forwarded-operations.ts';
import { operationRoutes, routesOf } from './operations.ts';

export function reportRouteClashes(plans: readonly FunctionPlan[], locate: LocateOperation): void {
  const ofService = plans.filter(({ resource }) => resource === undefined);
  const functions = new Map<string, OperationPlan>();
  const routes = new Map<string, OperationPlan>();
  const routeIds = new Map<string, OperationPlan>();
  for (const operation of plans.flatMap((plan) => (plan.kind === 'operation' ? plan.operation : []))) {
    const other = remember(functions, functionLogicalId(operation.runtime.id), operation);
    const others = operationRoutes(operation).map((route) => {
      const sameRoute = remember(routes, keyOf(route), operation);
      if (sameRoute || operation.isForwarded) return sameRoute;
      return remember(routeIds, routeLogicalId(keyOf(route)), operation);
    });
    const node = locate(operation);
    reportTaken(operation, ofService, node);
    if (other) reportSameFunction(operation, other, node);
    const ofRoute = others.find((each) => each !== undefined);
    if (ofRoute && ofRoute !== operation) reportSameRoute(operation, ofRoute, node);
  }
}

/** @param ofService the functions that no descriptor declares. */
function reportTaken(operation: OperationPlan, ofService: readonly FunctionPlan[], node: SourceNode): void {
  const { runtime, method, routePath } = operation;
  const shapes = operationRoutes(operation).map((route) => routeShape(keyOf(route)));
  const forwarded = forwardedRoutesOf(operation);
  const isRouteTaken = ofService
    .flatMap(routesOf)
    .some(
      (route) => shapes.includes(routeShape(keyOf(route))) || forwarded.some((each) => takes(route, each)),
    );
  const isIdTaken = ofService.some(({ id }) => functionLogicalId(id) === functionLogicalId(runtime.id));
  if (!isRouteTaken && !isIdTaken) return;
  const found = isIdTaken ? `the function "${runtime.id}"` : `${method} ${routePath}`;
  node.report('E-ROUTE', found, 'a name that the service does not use itself');
}

/** One method twice on one path, whose functions have equal names, is a fault of the route. */
function reportSameFunction(operation: OperationPlan, other: OperationPlan, node: SourceNode): void {
  if (other.resource === operation.resource && other.nickname === operation.nickname) return;
  const found = `the function "${operation.runtime.id}" beside "${other.runtime.id}"`;
  const accepted = 'names of resource and nickname that differ in more than letter case and punctuation';
  node.report('E-ROUTE', found, accepted);
}

function reportSameRoute(operation: OperationPlan, other: OperationPlan, node: SourceNode): void {
  const route = `${operation.method} ${operation.routePath}`;
  const otherRoute = `${other.method} ${other.routePath}`;
  const accepted = 'paths that differ in more than letter case, punctuation and names of variables';
  if (route === otherRoute) node.report('E-DUPLICATE', `${route} a second time`, 'each method once per path');
  else node.report('E-ROUTE', `${route} beside ${otherRoute}`, accepted);
}

/** @returns the value that the key already had. */
function remember<T>(map: Map<string, T>, key: string, value: T): T | undefined {
  const before = map.get(key);
  if (before === undefined) map.set(key, value);
  return before;
}

/** Ignores letter case, although osls does not: file systems may ignore it for handlers. */
function functionLogicalId(id: string): string {
  return logicalId(id).toLowerCase();
}

function keyOf({ method, path }: Trigger<'route'>): string {
  return `${method} ${path}`;
}

/** The route without the names of its variables. */
function routeShape(route: string): string {
  return routeLogicalId(route.replaceAll(/\{[^}]*\}/g, '{}'));
}

/** As osls names resources of CloudFormation. @example logicalId('bookmark-list') // 'BookmarkDashlist' */
export function logicalId(key: string): string {
  return capitalized(key.replaceAll('-', 'Dash').replaceAll('_', 'Underscore'));
}

/** `/a_b`, `/ab` and `/AB` have one id. @example routeLogicalId('GET /v1/bookmark/{id}') // 'HttpApiRouteGetV1BookmarkIdVar' */
export function routeLogicalId(route: string): string {
  if (route === '*') return 'HttpApiRouteDefault';
  const parts = route.split('/').map((part) => {
    const named = part
      .toLowerCase()
      .replaceAll('-', 'Dash')
      .replace(/\{(.*)\}/, '$1Var');
    return alphanumericId(named);
  });
  return `HttpApiRoute${parts.join('')}`;
}

export function alphanumericId(name: string): string {
  return capitalized(name.replaceAll(/[^0-9A-Za-z]/g, ''));
}

function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
