/** Where an operation is declared, for the problems that show only when all files are read. */

import type { OperationPlan } from '../../plan/operation-plan.ts';
import type { DescriptorFile } from '../source/descriptor-file.ts';
import type { Problem } from '../source/problem.ts';
import { toPointer } from '../source/source-node.ts';

export type LocateOperation = (
  operation: OperationPlan,
) => Pick<Problem, 'file' | 'pointer' | 'line' | 'column'>;

export function locateOperationIn(files: ReadonlyMap<string, DescriptorFile>): LocateOperation {
  return ({ resource, declaredAt }) => {
    const file = files.get(resource);
    if (!file) return { file: resource, pointer: '', line: 1, column: 1 };
    return { file: file.path, pointer: toPointer(declaredAt), ...file.locate(declaredAt) };
  };
}
