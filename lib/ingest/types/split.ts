import { fieldOption, ignoreMissingOption, targetOption } from '../base/common-options.ts';
import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  withOption,
} from '../base/definition.ts';
import { textReader } from '../base/read-field.ts';
import { into, readsField, textMapFailures, writesTarget } from '../base/text-map.ts';
import { compileSplit } from '../text/split.ts';

export const definition = defineType({
  type: 'split',
  options: {
    field: fieldOption,
    separator: { kind: 'string', required: true, maxLength: 1024 },
    preserve_trailing: { kind: 'boolean', default: false },
    target_field: targetOption,
    ignore_missing: ignoreMissingOption,
  },
  allowsEach: true,
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Makes a list of a text.',
  descriptions: {
    separator: 'A regular expression that matches what separates values.',
    preserve_trailing: 'Keeps empty texts at the end.',
  },
  failures: textMapFailures,
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
};

export const effect: Effect<typeof definition> = {
  describe: (options) =>
    `Splits ${options.field.text} at ${JSON.stringify(options.separator)}${into(options)}.`,
  inputs: readsField,
  outputs: writesTarget,
};

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

export const check: Check<typeof definition> = compile;
