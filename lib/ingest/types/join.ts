import { fieldOption, targetOption } from '../base/common-options.ts';
import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { fieldFailure, wrongType } from '../base/failure.ts';
import { maxDocumentSize, textOf } from '../base/record.ts';
import { into, readsField, textMapFailures, writesTarget } from '../base/text-map.ts';

export const definition = defineType({
  type: 'join',
  options: {
    field: fieldOption,
    separator: { kind: 'string', required: true, maxLength: 1024 },
    target_field: targetOption,
  },
  grows: true,
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Makes a text of the values of a list.',
  descriptions: { separator: 'Stands between the values.' },
  failures: textMapFailures,
  examples: [
    {
      title: 'Texts',
      configuration: { field: 'tags', separator: ', ' },
      input: { tags: ['a', 'b'] },
      output: { tags: 'a, b' },
    },
    {
      title: 'A text',
      configuration: { field: 'tags', separator: ',' },
      input: { tags: 'a' },
      failure: 'wrong_type',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: (options) =>
    `Joins ${options.field.text} with ${JSON.stringify(options.separator)}${into(options)}.`,
  inputs: readsField,
  outputs: writesTarget,
};

export const compile: Compile<typeof definition> = (options) => {
  const { field, target_field: target = field, separator } = options;
  return (record) => {
    const list = field.get(record);
    if (list === undefined) return field.explain(record);
    if (!Array.isArray(list)) return wrongType(field.text, list, 'a list');
    if (list.includes(null)) return fieldFailure('null_value', field, 'has a null among its values');
    if (list.length * separator.length > maxDocumentSize)
      return fieldFailure('output_too_large', field, 'becomes too large');
    return target.set(record, list.map(textOf).join(separator));
  };
};
