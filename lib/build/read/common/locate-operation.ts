/** Where an operation is declared, for the diagnostics that show only when all files are read. */

import type { OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import type { DescriptorFile } from '../../source/descriptor-file.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import { toPointer } from '../../source/source-node.ts';

export type LocateOperation = (
  operation: OperationPlan,
) => Pick<Diagnostic, 'file' | 'pointer' | 'line' | 'column'>;

export function locateOperationIn(
  resources: readonly ResourcePlan[],
  files: ReadonlyMap<string, DescriptorFile>,
): LocateOperation {
  const descriptors = new Map(resources.map(({ name, descriptor }) => [name, descriptor]));
  return ({ resource, declaredAt }) => {
    const file = files.get(descriptors.get(resource) ?? resource);
    if (!file) return { file: resource, pointer: '', line: 1, column: 1 };
    return { file: file.path, pointer: toPointer(declaredAt), ...file.locate(declaredAt) };
  };
}
