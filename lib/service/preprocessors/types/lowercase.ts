/** `lowercase`: changes a text, or each text of a list, to lower case. */

import { fieldOption, ignoreMissingOption, targetOption } from '../base/common-options.ts';
import { type Compile, defineType } from '../base/definition.ts';
import { compileTextMap, into, targetOf } from '../base/text-map.ts';

export const definition = defineType({
  type: 'lowercase',
  category: 'transform',
  summary: 'Changes a text, or each text of a list, to lower case.',
  options: { field: fieldOption, target_field: targetOption, ignore_missing: ignoreMissingOption },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path'],
  examples: [
    {
      title: 'A text',
      configuration: { field: 'name' },
      input: { name: 'Ada BYRON' },
      output: { name: 'ada byron' },
    },
    { title: 'A number', configuration: { field: 'name' }, input: { name: 5 }, failure: 'wrong_type' },
  ],
  describe: (options) => `Changes ${options.field.text} to lower case${into(options)}.`,
  inputs: ({ field }) => [field.text],
  outputs: (options) => [targetOf(options)],
});

export const compile: Compile<typeof definition> = (options) =>
  compileTextMap(options, (text) => text.toLowerCase());
