import { fieldOption, ignoreMissingOption, targetOption } from '../base/common-options.ts';
import { type Compile, defineType, withOption } from '../base/definition.ts';
import { textReader } from '../base/read-field.ts';
import { into, textMap } from '../base/text-map.ts';
import { compileSplit } from '../text/split.ts';

export const definition = defineType({
  ...textMap,
  type: 'split',
  summary: 'Makes a list of a text.',
  allowsEach: true,
  options: {
    field: fieldOption,
    separator: {
      kind: 'string',
      required: true,
      maxLength: 1024,
      description: 'A regular expression that matches what separates values.',
    },
    preserve_trailing: { kind: 'boolean', default: false, description: 'Keeps empty texts at the end.' },
    target_field: targetOption,
    ignore_missing: ignoreMissingOption,
  },
  examples: [
    {
      title: 'Commas',
      configuration: { field: 'tags', separator: ',\\s*' },
      input: { tags: 'a, b,c,' },
      output: { tags: ['a', 'b', 'c'] },
    },
    {
      title: 'A number',
      configuration: { field: 'tags', separator: ',' },
      input: { tags: 1 },
      failure: 'wrong_type',
    },
  ],
  describe: (options) =>
    `Splits ${options.field.text} at ${JSON.stringify(options.separator)}${into(options)}.`,
});

export const compile: Compile<typeof definition> = (options) => {
  const { field, target_field: target = field } = options;
  const limit = options.preserve_trailing ? -1 : 0;
  const splitText = withOption('separator', () => compileSplit(options.separator, limit));
  const readText = textReader(options);
  return (record) => {
    const text = readText(record);
    return typeof text === 'string' ? target.set(record, splitText(text)) : text;
  };
};
