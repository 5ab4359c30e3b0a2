/** The fields of documents with types and examples. */

import { type DataRecord, isRecord, type RecordValue } from '../base/record.ts';
import type { WidenedType } from '../fields/detect-type.ts';
import { discoverFields } from '../fields/discover-fields.ts';

export interface FoundField {
  readonly path: string;
  /** As a description of fields names it. */
  readonly type: WidenedType;
  /** The number of documents that have it. */
  readonly count: number;
  /** Frequent values, as texts. */
  readonly examples: readonly string[];
}

const maxExamples = 3;

/** The values of a document by their paths; a list is one value. Members with a dot in their names are left out. */
export function leavesOf(document: DataRecord): Map<string, RecordValue> {
  const leaves = new Map<string, RecordValue>();
  const visit = (record: DataRecord, prefix: string): void => {
    for (const [name, value] of Object.entries(record)) {
      if (value === undefined || /[.'[\]]/.test(name)) continue;
      if (isRecord(value)) visit(value, `${prefix}${name}.`);
      else leaves.set(`${prefix}${name}`, value);
    }
  };
  visit(document, '');
  return leaves;
}

/** The values of each path, in the order of the documents. */
export function valuesByPath(documents: readonly DataRecord[]): ReadonlyMap<string, readonly RecordValue[]> {
  const columns = new Map<string, RecordValue[]>();
  for (const document of documents)
    for (const [path, value] of leavesOf(document)) {
      const values = columns.get(path);
      if (values) values.push(value);
      else columns.set(path, [value]);
    }
  return columns;
}

export function describeFields(documents: readonly DataRecord[]): readonly FoundField[] {
  return discoverFields(documents).map(({ path, type, count, top }) => ({
    path,
    type,
    count,
    examples: top.slice(0, maxExamples).map(({ value }) => String(value)),
  }));
}
