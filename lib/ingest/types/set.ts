import { writeJson } from '../../headwater/shared/json/lossless-json.ts';
import { fieldOption } from '../base/common-options.ts';
import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  InvalidOption,
} from '../base/definition.ts';
import { copyValue } from '../base/record.ts';
import { compileValue } from '../base/template.ts';

export const definition = defineType({
  type: 'set',
  options: {
    field: fieldOption,
    value: { kind: 'value' },
    copy_from: { kind: 'path', maxLength: 512 },
    override: { kind: 'boolean', default: true },
    ignore_empty_value: { kind: 'boolean', default: false },
  },
  grows: true,
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Sets a field to a value, or to a copy of another field.',
  descriptions: {
    value: 'The value; a text may contain {{path}}.',
    copy_from: 'The field to copy.',
    override: 'A value that is not null is replaced.',
    ignore_empty_value:
      'Nothing is set when templates make an empty text, or the field to copy is absent, null or empty.',
  },
  failures: ['missing_field', 'wrong_path'],
  examples: [
    {
      title: 'A text made of fields',
      configuration: { field: 'name', value: '{{first}} {{last}}' },
      input: { first: 'Ada', last: 'Byron' },
      output: { first: 'Ada', last: 'Byron', name: 'Ada Byron' },
    },
    {
      title: 'A copy',
      configuration: { field: 'b.c', copy_from: 'a' },
      input: { a: [1] },
      output: { a: [1], b: { c: [1] } },
    },
    {
      title: 'An absent field',
      configuration: { field: 'b', copy_from: 'a' },
      input: {},
      failure: 'missing_field',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, value, copy_from: from }) =>
    from
      ? `Copies ${from.text} to ${field.text}.`
      : `Sets ${field.text} to ${writeJson(value)?.slice(0, 200)}.`,
  inputs: ({ copy_from: from }) => (from ? [from.text] : []),
  outputs: ({ field }) => [field.text],
};

export const compile: Compile<typeof definition> = ({
  field,
  value,
  copy_from: from,
  override,
  ignore_empty_value: ignoresEmpty,
}) => {
  if (from && value !== undefined) throw new InvalidOption('copy_from', 'cannot be set together with value');
  if (from)
    return (record) => {
      if (!override && (field.get(record) ?? null) !== null) return undefined;
      const source = from.get(record);
      if (ignoresEmpty && (source === undefined || source === null || source === '')) return undefined;
      if (source === undefined) return from.explain(record);
      return field.setWithForm(record, copyValue(source), from.isDecimal(record));
    };
  if (value === undefined) throw new InvalidOption('value', 'must be set, or copy_from');
  const make = compileValue(value, 'value');
  // As in Elasticsearch, a text without templates is what it is.
  const skipsEmpty = ignoresEmpty && value !== '';
  return (record, context) => {
    if (!override && (field.get(record) ?? null) !== null) return undefined;
    const made = make(record, context);
    return skipsEmpty && made === '' ? undefined : field.setWithForm(record, made, false);
  };
};

export const check: Check<typeof definition> = compile;
