/** The paths of a declaration, each with its operations (Swagger 1.2 section 5.2.2). */

import type { ApiPlan } from '../../../shared/plan/service-plan.ts';
import { unseen } from '../../source/diagnostic.ts';
import { checkMembers, type KnownMembers } from '../../source/misspelt-members.ts';
import type { SourceNode } from '../../source/source-node.ts';
import { hasTooMany } from '../common/operation.ts';
import { nameOperations } from '../common/operation-names.ts';
import { type ReadPath, readPath } from '../common/path.ts';
import type { TypeContext } from './model-names.ts';
import { type ApiPlace, readOperation } from './operation.ts';

export const apiMembers: KnownMembers = {
  known: ['path', 'description', 'operations', 'parameters'],
  needed: ['path', 'operations', 'parameters'],
};

type ResourcePlace = Omit<ApiPlace, 'path' | 'parameters' | 'nickname'>;

/** An api without its operations, whose names depend on all apis. */
interface ApiHead {
  readonly node: SourceNode;
  readonly path: ReadPath;
  /** Each operation has these. */
  readonly parameters: readonly SourceNode[];
  readonly operations: readonly SourceNode[];
}

export function readApis(root: SourceNode, place: ResourcePlace, context: TypeContext): ApiPlan[] {
  const apis = root.member('apis');
  if (!apis) root.report('E-SHAPE', 'no apis', 'apis: an array of paths with their operations');
  const count = apis?.items().flatMap((api) => api.itemsOf('operations')).length ?? 0;
  if (!apis?.expect('array') || hasTooMany(apis, count)) return [];
  const heads = apis.items().flatMap((api) => readHead(api) ?? []);
  const unnamed = heads.flatMap(({ path: { path }, operations }) =>
    operations.map((node) => ({ node, path })),
  );
  const nicknames = nameOperations(unnamed);
  const read = heads.map(({ node, path, parameters, operations }) => {
    return {
      path: path.path,
      ...node.describe(),
      operations: operations.flatMap((operation) => {
        const nickname = nicknames.get(operation);
        return readOperation(operation, { ...place, path, parameters, nickname }, context) ?? [];
      }),
    };
  });
  return mergePaths(read);
}

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

function readHead(api: SourceNode): ApiHead | undefined {
  if (!api.expect('object')) return undefined;
  // The parameters are read for each operation.
  const node = checkMembers(api.reporting(unseen()), apiMembers);
  const pathNode = node.member('path');
  const declared = pathNode?.expect('string');
  if (!pathNode) node.report('E-SHAPE', 'no path', 'path, e.g. "/bookmark/{id}"');
  if (!pathNode || declared === undefined) return undefined;
  const operations = node.list('operations') ?? [];
  return {
    node,
    path: readPath(pathNode, declared),
    parameters: readShared(node),
    operations: operations.filter((operation) => operation.expect('object')),
  };
}

/** Swagger 1.x knows no parameters of an api. They mean what they mean in Swagger 2. */
function readShared(node: SourceNode): SourceNode[] {
  const list = node.member('parameters');
  if (!list?.expect('array')) return [];
  const accepted = 'parameters of operations; each operation of this path has them, which is assumed';
  list.report('W-PARAM', 'parameters of an api', accepted);
  return list.items();
}
