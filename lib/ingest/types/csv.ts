import { fieldOption, ignoreMissingOption } from '../base/common-options.ts';
import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  InvalidOption,
} from '../base/definition.ts';
import { type Failure, fieldFailure } from '../base/failure.ts';
import type { FieldPath } from '../base/field-path.ts';
import { textReader } from '../base/read-field.ts';
import { copyValue, type DataRecord, type RecordValue } from '../base/record.ts';
import { splitCsvLine } from '../text/csv-line.ts';

export const definition = defineType({
  type: 'csv',
  options: {
    field: fieldOption,
    target_fields: { kind: 'paths', required: true, minItems: 1, maxItems: 1000, maxLength: 512 },
    separator: { kind: 'string', default: ',' },
    quote: { kind: 'string', default: '"' },
    trim: { kind: 'boolean', default: false },
    empty_value: { kind: 'value' },
    ignore_missing: ignoreMissingOption,
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'parse',
  summary: 'Splits a line of CSV into fields.',
  descriptions: {
    target_fields: 'The fields for the columns, in their order. Further columns are ignored.',
    separator: 'The character between values.',
    quote: 'The character around values.',
    trim: 'Removes white space around values without quotes.',
    empty_value: 'The value for empty columns; by default they are left out.',
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path', 'invalid_csv'],
  examples: [
    {
      title: 'Quotes',
      configuration: { field: 'line', target_fields: ['name', 'city'] },
      input: { line: 'Ada,"London, UK"' },
      output: { line: 'Ada,"London, UK"', name: 'Ada', city: 'London, UK' },
    },
    {
      title: 'Empty columns',
      configuration: { field: 'line', target_fields: ['a', 'b', 'c'], separator: ';', empty_value: 0 },
      input: { line: '1;;3' },
      output: { line: '1;;3', a: '1', b: 0, c: '3' },
    },
    {
      title: 'A quote without its end',
      configuration: { field: 'line', target_fields: ['a'] },
      input: { line: '"1' },
      failure: 'invalid_csv',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, target_fields: targets }) =>
    `Splits the CSV in ${field.text} into ${targets.map(({ text }) => text).join(', ')}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_fields: targets }) => targets.map(({ text }) => text),
};

export const check: Check<typeof definition> = ({ separator, quote }) => {
  for (const [name, value] of Object.entries({ separator, quote }))
    if (value.length !== 1) throw new InvalidOption(name, 'must be a single character');
};

export const compile: Compile<typeof definition> = (options) => {
  check(options);
  const { field, target_fields: targets, separator, quote, trim: trims, empty_value: emptyValue } = options;
  const columns = targets.length;
  const csvOptions = { separator, quote, trims, columns };
  const readText = textReader(options);
  return (record) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    const values = splitCsvLine(text, csvOptions);
    if (!Array.isArray(values)) return fieldFailure('invalid_csv', field, `has ${values.message}`, text);
    return setColumns(record, values, targets, emptyValue);
  };
};

function setColumns(
  record: DataRecord,
  values: readonly string[],
  targets: readonly FieldPath[],
  emptyValue: RecordValue | undefined,
): Failure | undefined {
  for (let index = 0; index < values.length; index++) {
    const value = values[index] || emptyValue;
    if (value === undefined) continue;
    const problem = targets[index]?.set(record, typeof value === 'object' ? copyValue(value) : value);
    if (problem) return problem;
  }
  return undefined;
}
