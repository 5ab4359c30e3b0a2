/**
 * Paths of the gateway. In a route key, names of variables have only letters,
 * digits and _, and sibling paths use the same name for the variable at the same
 * position. The plan keeps the descriptor's name as well.
 */

import type { OperationPlan, ParameterPlan } from '../../shared/plan/operation-plan.ts';
import type { DeclaredService } from '../../shared/plan/service-plan.ts';
import { mapOperations, operationsOf } from './operations.ts';

/** A node in the tree of all paths: one branch per literal segment, one for all variables, one per text with variables. */
interface PathNode {
  /** The gateway's names of the variables of the segment that ends here. */
  readonly variables: readonly string[];
  readonly children: Map<string, PathNode>;
}

/** Adds the routes of every operation, and the gateway's name of every path parameter. */
export function nameGatewayPaths(service: DeclaredService): DeclaredService {
  const root: PathNode = { variables: [], children: new Map() };
  // In the order of declaration: of two names, the one declared first is kept.
  const named = new Map(
    operationsOf(service).map((operation) => [operation, nameOperation(operation, root)]),
  );
  const declaredHeads = new Set(
    [...named.values()].flatMap(({ method, gatewayPaths }) => (method === 'HEAD' ? gatewayPaths : [])),
  );
  // HEAD needs routes of its own: the gateway does not route it to the function of GET (RFC 9110 section 9.3.2).
  return mapOperations(service, (operation) => {
    const plan = named.get(operation) ?? operation;
    const headPaths = plan.gatewayPaths.filter((path) => plan.method === 'GET' && !declaredHeads.has(path));
    return { ...plan, headPaths };
  });
}

function nameOperation(operation: OperationPlan, root: PathNode): OperationPlan {
  // The path was refused.
  if (operation.gatewayPaths.length === 0) return operation;
  const nameOf = new Map<string, string>();
  const segments: string[] = [];
  let node = root;
  let isOptional = false;
  for (const segment of operation.routePath.split('/').slice(1)) {
    const declared = [...segment.matchAll(variablePattern)].map(([, variable = '']) => variable);
    node = childOf(node, segment, declared, new Set(nameOf.values()));
    const names = [...node.variables];
    for (const [index, variable] of declared.entries()) nameOf.set(variable, names[index] ?? '');
    isOptional = segment.endsWith('*}');
    segments.push(
      segment.replaceAll(
        variablePattern,
        (_all, _name, rest) => `{${names.shift()}${rest === '' ? '' : '+'}}`,
      ),
    );
  }
  const parameters = operation.parameters.map((parameter) => nameParameter(parameter, nameOf));
  return {
    ...operation,
    gatewayPaths: [...(isOptional ? [pathOf(segments.slice(0, -1))] : []), pathOf(segments)],
    parameters,
    runtime: { ...operation.runtime, parameters: parameters.map(({ runtime }) => runtime) },
  };
}

function nameParameter(parameter: ParameterPlan, nameOf: ReadonlyMap<string, string>): ParameterPlan {
  const { name, place } = parameter.runtime;
  const gatewayName = place === 'path' ? nameOf.get(name) : undefined;
  if (gatewayName === undefined || gatewayName === name) return parameter;
  return { ...parameter, runtime: { ...parameter.runtime, gatewayName } };
}

function pathOf(segments: readonly string[]): string {
  return `/${segments.join('/')}`;
}

const variablePattern = /\{([^{}]*?)([*+]?)\}/g;

/** The next node. The first path that has variables there gives them their names. */
function childOf(
  node: PathNode,
  segment: string,
  declared: readonly string[],
  taken: ReadonlySet<string>,
): PathNode {
  const key = segment.replaceAll(variablePattern, '{}');
  const known = node.children.get(key);
  if (known) return known;
  const names = new Set(taken);
  const variables = declared.map((variable) => {
    const name = freeName(variable, names);
    names.add(name);
    return name;
  });
  const child = { variables, children: new Map() };
  node.children.set(key, child);
  return child;
}

/** No two variables of one route may have the same name. */
function freeName(variable: string, taken: ReadonlySet<string>): string {
  let name = variable.replaceAll(/[^A-Za-z0-9_]/g, '_');
  while (taken.has(name)) name += '_';
  return name;
}
