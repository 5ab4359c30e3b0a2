import { type Compile, defineType } from '../base/definition.ts';
import { compileTextMap, into, textMap } from '../base/text-map.ts';

export const definition = defineType({
  ...textMap,
  type: 'lowercase',
  summary: 'Changes a text, or each text of a list, to lower case.',
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
});

export const compile: Compile<typeof definition> = (options) =>
  compileTextMap(options, (text) => text.toLowerCase());
