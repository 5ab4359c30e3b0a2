/**
 * Names that only meet in the deployed stack. The deployment tool makes
 * CloudFormation ids by leaving characters out, and drops without a word what
 * then has the id of something else; AWS refuses names that are too long.
 */

import type { OperationPlan } from '../../plan/operation-plan.ts';
import type { Problem, Report } from '../problem.ts';

/** AWS takes 64 characters, of which `<service>-<stage>-` needs its share. */
const maxFunctionIdLength = 40;

/** Where an operation was declared, for the problems found across files. */
export type WhereOf = (operation: OperationPlan) => Pick<Problem, 'file' | 'pointer' | 'line' | 'column'>;

export function reportRouteClashes(
  operations: readonly OperationPlan[],
  whereOf: WhereOf,
  report: Report,
): void {
  const functions = new Map<string, OperationPlan>();
  const routes = new Map<string, OperationPlan>();
  const routeIds = new Map<string, OperationPlan>();
  for (const operation of operations) {
    const at = whereOf(operation);
    const sameFunction = remember(functions, functionLogicalId(operation.id), operation);
    if (sameFunction?.id === operation.id) {
      const accepted = 'each nickname once in a resource';
      report({
        ...at,
        code: 'E-DUPLICATE',
        found: `the nickname "${operation.nickname}" a second time`,
        accepted,
      });
    } else if (sameFunction) {
      const accepted = 'names that differ in more than letter case';
      report({ ...at, code: 'E-ROUTE', found: `"${operation.id}" beside "${sameFunction.id}"`, accepted });
    }
    const sameRoute = remember(routes, gatewayRoute(operation), operation);
    const sameRouteId = remember(routeIds, routeLogicalId(operation), operation);
    reportRoute(operation, sameRoute ?? sameRouteId, at, report);
    if (operation.id.length > maxFunctionIdLength) {
      const found = `the function name "${operation.id}" of ${operation.id.length} characters`;
      report({
        ...at,
        code: 'E-ROUTE',
        found,
        accepted: `resource and nickname of ${maxFunctionIdLength} characters together`,
      });
    }
  }
}

function reportRoute(
  operation: OperationPlan,
  other: OperationPlan | undefined,
  at: ReturnType<WhereOf>,
  report: Report,
): void {
  if (!other) return;
  const route = `${operation.method} ${operation.routePath}`;
  const otherRoute = `${other.method} ${other.routePath}`;
  if (route === otherRoute) {
    report({
      ...at,
      code: 'E-DUPLICATE',
      found: `${route} a second time`,
      accepted: 'each method once on a path',
    });
    return;
  }
  const accepted = 'paths that differ in more than letter case, punctuation and names of variables';
  report({ ...at, code: 'E-ROUTE', found: `${route} beside ${otherRoute}`, accepted });
}

/** The value that was there before. */
function remember<T>(map: Map<string, T>, key: string, value: T): T | undefined {
  const before = map.get(key);
  if (before === undefined) map.set(key, value);
  return before;
}

/** Case is folded although osls keeps it: handler files and folders may live on a system that folds it. */
function functionLogicalId(id: string): string {
  return id.replaceAll('-', 'Dash').replaceAll('_', 'Underscore').toLowerCase();
}

/** Two routes that differ in the names of their variables alone are one route to the gateway. */
function gatewayRoute({ method, routePath }: OperationPlan): string {
  return `${method} ${routePath.replaceAll(/\{\w+\}/g, '{}')}`;
}

/** As osls makes it: `/a_b`, `/ab` and `/AB` become HttpApiRouteGetAb alike. */
function routeLogicalId({ method, routePath }: OperationPlan): string {
  const parts = routePath.split('/').map((segment) => {
    const named = segment
      .toLowerCase()
      .replaceAll('-', 'Dash')
      .replace(/^\{(.*)\}$/, '$1Var');
    const kept = named.replaceAll(/[^0-9A-Za-z]/g, '');
    return `${kept.slice(0, 1).toUpperCase()}${kept.slice(1)}`;
  });
  return `${method} ${parts.join('')}`;
}
