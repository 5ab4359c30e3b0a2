import type { DataRecord, PartResult, RecordValue } from '@headwater/ingest';
import { isRecord, readMember } from '@headwater/ingest/values';
import { equal, omitUndefined } from 'headwater/json';

/**
 * The document that a record becomes; null for one that fails or is dropped; a list of them for a record that becomes
 * several.
 */
export type ExpectedDocument = DataRecord | null | readonly (DataRecord | null)[];

export function isExpected(value: unknown): value is ExpectedDocument {
  return isDocument(value) || (Array.isArray(value) && value.length > 0 && value.every(isDocument));
}

/** The value is JSON, so an object is a record. */
function isDocument(value: unknown): value is DataRecord | null {
  return value === null || isRecord(value);
}

/** A value that differs from the expected one. An absent member is undefined. */
export interface UnexpectedValue {
  /** The position of the record, from 0. */
  readonly position: number;
  readonly part?: string;
  /** The path of the member, as in `a.b`; empty for the whole document. */
  readonly path: string;
  /** null if the record should fail or be dropped. */
  readonly expected?: RecordValue | undefined;
  /** null if the record failed or was dropped. */
  readonly found?: RecordValue | undefined;
}

/**
 * @param results Of all records and their parts, in order.
 * @param expected One for each record, in order.
 * @example findDifferences([{ position: 0, result: { status: 'success', document: { a: 1 } } }], [{ a: 2 }])
 *   // [{ position: 0, path: 'a', expected: 2, found: 1 }]
 */
export function findDifferences(
  results: readonly (PartResult & { readonly position: number })[],
  expected: readonly ExpectedDocument[],
): UnexpectedValue[] {
  const byPosition = Map.groupBy(results, ({ position }) => position);
  return [...byPosition].flatMap(([position, parts]) =>
    differencesOf(parts, expected[position] ?? null).map((each) => ({ position, ...each })),
  );
}

type PlacedValue = Omit<UnexpectedValue, 'position'>;

function differencesOf(parts: readonly PartResult[], expected: ExpectedDocument): PlacedValue[] {
  const documents = parts.map(({ result }) => (result.status === 'success' ? result.document : null));
  if (parts[0]?.part === undefined) return differencesAt('', expected as RecordValue, documents[0] ?? null);
  if (!Array.isArray(expected) || expected.length !== parts.length)
    return [{ path: '', expected: expected as RecordValue, found: documents }];
  return parts.flatMap(({ part }, index) =>
    differencesAt('', expected[index] as RecordValue, documents[index]).map((each) => ({
      ...omitUndefined({ part }),
      ...each,
    })),
  );
}

function differencesAt(
  path: string,
  expected: RecordValue | undefined,
  found: RecordValue | undefined,
): PlacedValue[] {
  if (!isRecord(expected) || !isRecord(found))
    return equal(expected, found) ? [] : [{ path, expected, found }];
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...names].flatMap((name) =>
    differencesAt(
      path === '' ? name : `${path}.${name}`,
      readMember(expected, name),
      readMember(found, name),
    ),
  );
}
