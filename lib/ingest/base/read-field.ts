import { type Failure, fieldFailure, wrongType } from './failure.ts';
import type { FieldPath } from './field-path.ts';
import type { DataRecord, RecordValue } from './record.ts';

interface ReadOptions {
  readonly field: FieldPath;
  readonly ignore_missing: boolean;
}

/** What becomes of a field that is absent or null: a failure, or nothing when that is ignored. */
export function missingOutcome(
  { field, ignore_missing }: ReadOptions,
  record: DataRecord,
): Failure | undefined {
  if (ignore_missing) return undefined;
  return field.get(record) === null ? fieldFailure('null_value', field, 'is null') : field.explain(record);
}

/** Undefined when there is nothing to do: the field is absent or null, and that is ignored. */
export function readFieldValue(
  { field, ignore_missing }: ReadOptions,
  record: DataRecord,
): { readonly value: RecordValue } | Failure | undefined {
  const value = field.get(record);
  if (value !== undefined && value !== null) return { value };
  return missingOutcome({ field, ignore_missing }, record);
}

/**
 * Reads the text of the field. Check `typeof` first: it is a string, a failure, or undefined as in `readFieldValue`.
 * The options are read once, because each type has its own shape of options.
 */
export function textReader({
  field,
  ignore_missing: ignoresMissing,
}: ReadOptions): (record: DataRecord) => string | Failure | undefined {
  return (record) => {
    const value = field.get(record);
    if (typeof value === 'string') return value;
    if (value === undefined) return ignoresMissing ? undefined : field.explain(record);
    if (value === null && ignoresMissing) return undefined;
    return wrongType(field.text, value, 'a string');
  };
}
