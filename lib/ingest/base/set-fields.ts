import type { Failure } from './failure.ts';
import type { FieldPath } from './field-path.ts';
import type { DataRecord, RecordValue } from './record.ts';

/** Sets the value of each path, unless it is undefined. @returns the first failure. */
export function setFields(
  record: DataRecord,
  paths: readonly FieldPath[],
  values: readonly (RecordValue | undefined)[],
): Failure | undefined {
  for (const [index, path] of paths.entries()) {
    const value = values[index];
    const problem = value === undefined ? undefined : path.set(record, value);
    if (problem) return problem;
  }
  return undefined;
}
