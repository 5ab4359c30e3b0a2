import { equal } from '../../shared/json/equal.ts';
import { type DataRecord, isRecord, type RecordValue } from '../preprocessors/base/record.ts';
import type { RecordResult } from '../preprocessors/engine/run.ts';

/** A value that differs from the expected one. An absent member is undefined. */
export interface UnexpectedValue {
  /** The position of the record, from 0. */
  readonly position: number;
  /** The path of the member, as in `a.b`; empty for the whole document. */
  readonly path: string;
  /** null if the record should fail or be dropped. */
  readonly expected?: RecordValue | undefined;
  /** null if the record failed or was dropped. */
  readonly found?: RecordValue | undefined;
}

/**
 * @param expected One document per record, in order; null for a record that fails or is dropped.
 * @example findDifferences([{ status: 'success', document: { a: 1 } }], [{ a: 2 }])
 *   // [{ position: 0, path: 'a', expected: 2, found: 1 }]
 */
export function findDifferences(
  results: readonly RecordResult[],
  expected: readonly (DataRecord | null)[],
): UnexpectedValue[] {
  return results.flatMap((result, position) => {
    const document = result.status === 'success' ? result.document : null;
    return differencesAt('', expected[position] ?? null, document).map((each) => ({ position, ...each }));
  });
}

type PlacedValue = Omit<UnexpectedValue, 'position'>;

function differencesAt(
  path: string,
  expected: RecordValue | undefined,
  found: RecordValue | undefined,
): PlacedValue[] {
  if (!isRecord(expected) || !isRecord(found))
    return equal(expected, found) ? [] : [{ path, expected, found }];
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...names].flatMap((name) =>
    differencesAt(path === '' ? name : `${path}.${name}`, expected[name], found[name]),
  );
}
