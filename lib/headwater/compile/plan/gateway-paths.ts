/**
 * Paths of the gateway. In a route key, names of variables have only letters,
 * digits and _, and sibling paths use the same name for the variable at the same
 * position. The plan keeps the descriptor's name as well.
 */

import { isOfWholeSegments } from '../../shared/path-template.ts';
import type { OperationPlan, ParameterPlan } from '../../shared/plan/operation-plan.ts';
import type { DeclaredService } from '../../shared/plan/service-plan.ts';
import { mapOperations } from './operations.ts';

/** Adds the paths and the names of path parameters in the gateway's words, and `isForwarded` if it cannot route a path. */
export function nameGatewayPaths(service: DeclaredService): DeclaredService {
  const names = new Map<string, readonly string[]>();
  // In the order of declaration: of two names, the one declared first is kept.
  return mapOperations(service, (operation) => nameOperation(operation, names));
}

/** @param known The gateway's names of the variables of a segment, by the path that ends with it, without names. */
function nameOperation(operation: OperationPlan, known: Map<string, readonly string[]>): OperationPlan {
  const { gatewayPaths, routePath, runtime } = operation;
  // The path was refused.
  if (gatewayPaths.length === 0) return operation;
  const names: string[] = [];
  let shape = '';
  for (const segment of routePath.split('/').slice(1)) {
    shape += `/${segment.replaceAll(variablePattern, '{}')}`;
    const own = known.get(shape) ?? freeNames(variablesIn(segment), names);
    known.set(shape, own);
    names.push(...own);
  }
  const nameOf = new Map(variablesIn(routePath).map((variable, index) => [variable, names[index] ?? '']));
  const parameters = operation.parameters.map((parameter) => nameParameter(parameter, nameOf));
  const path = routePath.replaceAll(
    variablePattern,
    (_all, _name, rest) => `{${names.shift()}${rest === '' ? '' : '+'}}`,
  );
  const withoutRest = path.slice(0, path.lastIndexOf('/')) || '/';
  return {
    ...operation,
    gatewayPaths: routePath.endsWith('*}') ? [withoutRest, path] : [path],
    ...(isOfWholeSegments(path) ? {} : { isForwarded: true }),
    parameters,
    runtime: { ...runtime, parameters: parameters.map((parameter) => parameter.runtime) },
  };
}

function nameParameter(parameter: ParameterPlan, nameOf: ReadonlyMap<string, string>): ParameterPlan {
  const { name, place } = parameter.runtime;
  const gatewayName = place === 'path' ? nameOf.get(name) : undefined;
  if (gatewayName === undefined || gatewayName === name) return parameter;
  return { ...parameter, runtime: { ...parameter.runtime, gatewayName } };
}

const variablePattern = /\{([^{}]*?)([*+]?)\}/g;

function variablesIn(path: string): string[] {
  return [...path.matchAll(variablePattern)].map(([, variable = '']) => variable);
}

/** No two variables of one route may have the same name. @param taken by the segments before. */
function freeNames(variables: readonly string[], taken: readonly string[]): string[] {
  const names: string[] = [];
  for (const variable of variables) {
    let name = variable.replaceAll(/[^A-Za-z0-9_]/g, '_');
    while (taken.includes(name) || names.includes(name)) name += '_';
    names.push(name);
  }
  return names;
}
