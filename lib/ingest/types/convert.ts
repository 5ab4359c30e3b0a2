import { fieldOption, ignoreMissingOption, targetOption } from '../base/common-options.ts';
import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { missingOutcome } from '../base/read-field.ts';
import { type RecordValue, textOf } from '../base/record.ts';
import { into, readsField, writesTarget } from '../base/text-map.ts';
import { ipv6BytesOf } from '../text/ip-address.ts';
import { decodeInteger, integerLimit, longLimit, readDouble, readFloat } from '../text/numbers.ts';

/** Undefined when the value cannot be converted. */
type Converter = (value: RecordValue) => RecordValue | undefined;

const types = ['integer', 'long', 'float', 'double', 'boolean', 'ip', 'string', 'auto'] as const;

const converters: Readonly<Record<(typeof types)[number], Converter>> = {
  integer: (value) => decodeInteger(textOf(value), integerLimit),
  long: (value) => decodeInteger(textOf(value), longLimit),
  float: (value) => readFloat(textOf(value)),
  double: (value) => readDouble(textOf(value)),
  boolean: (value) => readBoolean(textOf(value)),
  ip: (value) => (typeof value === 'string' && ipv6BytesOf(value) ? value : undefined),
  string: textOf,
  auto: (value) => (typeof value === 'string' ? guess(value) : value),
};

function readBoolean(text: string): boolean | undefined {
  const lower = text.toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : undefined;
}

/** A boolean, an integer or a decimal number; otherwise the text. */
function guess(text: string): RecordValue {
  return readBoolean(text) ?? decodeInteger(text, longLimit) ?? readFloat(text) ?? text;
}

export const definition = defineType({
  type: 'convert',
  options: {
    field: fieldOption, // The member `type` of a step names the preprocessor.
    target_type: { kind: 'string', required: true, allowed: types, ignoresCase: true },
    target_field: targetOption,
    ignore_missing: ignoreMissingOption,
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Changes the type of a value, or of each value of a list.',
  descriptions: {
    target_type: 'The type to convert to. `auto` makes a boolean or a number of a text if it can.',
  },
  failures: ['missing_field', 'null_value', 'wrong_path', 'not_convertible'],
  examples: [
    {
      title: 'An integer',
      configuration: { field: 'bytes', target_type: 'integer' },
      input: { bytes: '512' },
      output: { bytes: 512 },
    },
    {
      title: 'A list',
      configuration: { field: 'flags', target_type: 'boolean', target_field: 'is' },
      input: { flags: ['true', 'FALSE'] },
      output: { flags: ['true', 'FALSE'], is: [true, false] },
    },
    {
      title: 'A text without a number',
      configuration: { field: 'bytes', target_type: 'long' },
      input: { bytes: '-' },
      failure: 'not_convertible',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: (options) =>
    `Converts ${options.field.text} to ${options.target_type.toLowerCase()}${into(options)}.`,
  inputs: readsField,
  outputs: writesTarget,
};

export const compile: Compile<typeof definition> = (options) => {
  const { field, target_field: target = field } = options;
  // The table of options has checked it.
  const type = options.target_type.toLowerCase() as (typeof types)[number];
  const convertOne = converters[type];
  const hasPoint = type === 'float' || type === 'double';
  // As in Elasticsearch, null among the values can only stay null.
  const convertItem: Converter = (item) => (item === null && type !== 'auto' ? undefined : convertOne(item));
  const refuse = (value: RecordValue) =>
    fieldFailure('not_convertible', field, `cannot be converted to ${type}`, value);
  return (record) => {
    const value = field.get(record);
    if (value === undefined || value === null) return missingOutcome(options, record);
    if (!Array.isArray(value)) {
      const result = convertOne(value);
      return result === undefined ? refuse(value) : target.setWithForm(record, result, hasPoint);
    }
    const results: RecordValue[] = [];
    for (const item of value) {
      const result = convertItem(item);
      if (result === undefined) return refuse(item);
      results.push(result);
    }
    return target.setWithForm(record, results, hasPoint);
  };
};
