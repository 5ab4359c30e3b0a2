/**
 * What the types that change a text have in common. Their files mark each call with `@__PURE__`: a function then contains the
 * result only if it uses it.
 */

import { fieldOption, ignoreMissingOption, targetOption } from './common-options.ts';
import type { Compile, Documentation, Effect, PreprocessorType, StepFunction } from './definition.ts';
import { type Failure, type FailureCode, wrongType } from './failure.ts';
import type { FieldPath } from './field-path.ts';
import { readFieldValue } from './read-field.ts';
import type { DataRecord, RecordValue } from './record.ts';

interface TextMapOptions {
  readonly field: FieldPath;
  readonly target_field: FieldPath | undefined;
  readonly ignore_missing: boolean;
}

export const textMapOptions = {
  field: fieldOption,
  target_field: targetOption,
  ignore_missing: ignoreMissingOption,
} as const;

export const textMapFailures = ['missing_field', 'null_value', 'wrong_type', 'wrong_path'] as const;

type TextMap = PreprocessorType<typeof textMapOptions>;

/** @param own `failures`: further codes, besides `textMapFailures`. */
export function textDocumentation(
  own: Pick<Documentation, 'summary' | 'examples'> & { readonly failures?: readonly FailureCode[] },
): Documentation<TextMap> {
  const { failures = [], ...texts } = own;
  return { category: 'transform', descriptions: {}, failures: [...textMapFailures, ...failures], ...texts };
}

/**
 * @param describe What is done with the field: a sentence without its target and its period.
 * @example textEffect(({ field }) => `Reverses ${field.text}`) // describes a step as 'Reverses name into back.'
 */
export function textEffect<Own extends PreprocessorType = TextMap>(
  describe: Effect<Own>['describe'],
): Effect<Own>;
export function textEffect(describe: Effect<TextMap>['describe']): Effect<TextMap> {
  return {
    describe: (options) => `${describe(options)}${into(options)}.`,
    inputs: readsField,
    outputs: writesTarget,
  };
}

/** Their effect: a value that is read, and the one that is written. */
export function readsField({ field }: Pick<TextMapOptions, 'field'>): readonly string[] {
  return [field.text];
}

export function writesTarget(options: Parameters<typeof targetOf>[0]): readonly string[] {
  return [targetOf(options)];
}

type Change = (text: string) => string | number | bigint | Failure;

/** The `compile` of a type whose options make no difference to the change. */
export function textCompiler(change: Change): Compile<TextMap> {
  return (options) => compileTextMap(options, change);
}

/** Changes a text, or each text of a list. */
export function compileTextMap(options: TextMapOptions, change: Change): StepFunction {
  const { field, target_field: target = field } = options;
  return (record) => {
    const direct = field.get(record);
    const changed = typeof direct === 'string' ? change(direct) : changeOther(options, record, change);
    if (changed === undefined) return undefined;
    return typeof changed !== 'object' || Array.isArray(changed) ? target.set(record, changed) : changed;
  };
}

/** A list with its texts changed, undefined when there is nothing to do, or why it cannot be changed. */
function changeOther(
  options: TextMapOptions,
  record: DataRecord,
  change: Change,
): RecordValue[] | Failure | undefined {
  const { field } = options;
  const read = readFieldValue(options, record);
  if (!read || 'code' in read) return read;
  const { value } = read;
  if (!Array.isArray(value)) return wrongType(field.text, value, 'a string, or a list of strings');
  const results: RecordValue[] = [];
  for (const item of value) {
    const result =
      typeof item === 'string' ? change(item) : wrongType(field.text, item, 'a list of strings only');
    if (typeof result === 'object') return result;
    results.push(result);
  }
  return results;
}

/** The paths of types that read `field` and write `target_field`. */
export function targetOf(options: {
  readonly field: FieldPath;
  readonly target_field?: FieldPath | undefined;
}): string {
  return (options.target_field ?? options.field).text;
}

/** @example into(options) // ' into b' */
export function into(options: Parameters<typeof targetOf>[0]): string {
  return options.target_field ? ` into ${options.target_field.text}` : '';
}
