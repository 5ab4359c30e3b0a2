/** The paths of a declaration, each with its operations (Swagger 1.2 section 5.2.2). */

import type { ApiPlan } from '../../plan/service-plan.ts';
import {
  describe,
  expectType,
  items,
  member,
  problemAt,
  type SourceNode,
  warnOfMisspelling,
} from '../source/source-node.ts';
import { type OperationPlace, readOperation } from './operation.ts';
import { readPath } from './path.ts';
import type { TypeContext } from './type-context.ts';

/** Far more than any real file has. */
const maxOperations = 1_000;

const apiKeys = ['path', 'description', 'operations'];

export function readApis(
  root: SourceNode,
  place: Omit<OperationPlace, 'path'>,
  context: TypeContext,
): ApiPlan[] {
  const apis = member(root, 'apis');
  if (!apis)
    context.report(problemAt(root, 'E-SHAPE', 'no apis', 'apis: an array of paths with their operations'));
  if (!apis || !expectType(apis, 'array', context.report) || hasTooMany(apis, context)) return [];
  return mergePaths(items(apis).flatMap((api) => readApi(api, place, context) ?? []));
}

function hasTooMany(apis: SourceNode, { report }: TypeContext): boolean {
  const lists = items(apis).map((api) => member(api, 'operations'));
  const count = lists.reduce((sum, list) => sum + (list ? items(list).length : 0), 0);
  if (count <= maxOperations) return false;
  const accepted = `at most ${maxOperations} operations in a file; an API takes 300`;
  report(problemAt(apis, 'E-TOO-LARGE', `${count} operations`, accepted));
  return true;
}

/** Merges declarations of the same path. */
function mergePaths(apis: readonly ApiPlan[]): ApiPlan[] {
  const byPath = new Map<string, ApiPlan>();
  for (const api of apis) {
    const first = byPath.get(api.path);
    byPath.set(
      api.path,
      first ? { ...api, ...first, operations: [...first.operations, ...api.operations] } : api,
    );
  }
  return [...byPath.values()];
}

function readApi(
  node: SourceNode,
  place: Omit<OperationPlace, 'path'>,
  context: TypeContext,
): ApiPlan | undefined {
  const { report } = context;
  if (!expectType(node, 'object', report)) return undefined;
  warnOfMisspelling(node, apiKeys, report);
  const pathNode = member(node, 'path');
  const declared = pathNode && expectType(pathNode, 'string', report);
  if (!pathNode) report(problemAt(node, 'E-SHAPE', 'no path', 'path, e.g. "/source/{id}"'));
  if (!pathNode || declared === undefined) return undefined;
  const path = readPath(pathNode, declared, report);
  const operations = member(node, 'operations');
  const operationNodes = operations && expectType(operations, 'array', report) ? items(operations) : [];
  return {
    path: path.path,
    ...describe(node, report),
    operations: operationNodes.flatMap(
      (operation) => readOperation(operation, { ...place, path }, context) ?? [],
    ),
  };
}
