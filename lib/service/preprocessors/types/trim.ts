import { type Compile, defineType } from '../base/definition.ts';
import { compileTextMap, into, textMap } from '../base/text-map.ts';
import { trimJavaSpace } from '../text/trim-text.ts';

export const definition = defineType({
  ...textMap,
  type: 'trim',
  summary: 'Removes white space at both ends of a text, or of each text of a list.',
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
});

export const compile: Compile<typeof definition> = (options) => compileTextMap(options, trimJavaSpace);
