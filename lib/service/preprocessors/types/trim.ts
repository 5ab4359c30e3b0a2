/** `trim`: removes white space at both ends of a text, or of each text of a list. */

import { fieldOption, ignoreMissingOption, targetOption } from '../base/common-options.ts';
import { type Compile, defineType } from '../base/definition.ts';
import { compileTextMap, into, targetOf } from '../base/text-map.ts';
import { trimJavaSpace } from '../text/trim-text.ts';

export const definition = defineType({
  type: 'trim',
  category: 'transform',
  summary: 'Removes white space at both ends of a text, or of each text of a list.',
  options: { field: fieldOption, target_field: targetOption, ignore_missing: ignoreMissingOption },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path'],
  examples: [
    {
      title: 'A text',
      configuration: { field: 'name' },
      input: { name: ' Ada\t' },
      output: { name: 'Ada' },
    },
    { title: 'A number', configuration: { field: 'name' }, input: { name: 5 }, failure: 'wrong_type' },
  ],
  describe: (options) => `Removes white space around ${options.field.text}${into(options)}.`,
  inputs: ({ field }) => [field.text],
  outputs: (options) => [targetOf(options)],
});

export const compile: Compile<typeof definition> = (options) => compileTextMap(options, trimJavaSpace);
