/** Finds where an operation is declared, for the problems that show only when all files are read. */

import type { OperationPlan } from '../../plan/operation-plan.ts';
import type { DescriptorFile, JsonPath } from '../source/descriptor-file.ts';
import type { Problem } from '../source/problem.ts';
import { anyMember, items, member, rootOf, type SourceNode, toPointer } from '../source/source-node.ts';

export type LocateOperation = (operation: OperationPlan) => {
  readonly path: JsonPath;
  readonly place: Pick<Problem, 'file' | 'pointer' | 'line' | 'column'>;
};

/** Of two operations with the same method and nickname it finds the second, which is the one too many. */
export function locateOperationIn(files: ReadonlyMap<string, DescriptorFile>): LocateOperation {
  return ({ resource, method, nickname }) => {
    const file = files.get(resource);
    if (!file) return { path: [], place: { file: resource, pointer: '', line: 1, column: 1 } };
    const root = rootOf(file);
    const operations = itemsOf(root, 'apis').flatMap((api) => itemsOf(api, 'operations'));
    const node = operations.findLast(
      (candidate) =>
        member(candidate, 'nickname')?.value === nickname &&
        String(anyMember(candidate, ['httpMethod', 'method'])?.value).toUpperCase() === method,
    );
    const { path } = node ?? root;
    return { path, place: { file: file.path, pointer: toPointer(path), ...file.locate(path) } };
  };
}

function itemsOf(node: SourceNode, key: string): SourceNode[] {
  const list = member(node, key);
  return list ? items(list) : [];
}
