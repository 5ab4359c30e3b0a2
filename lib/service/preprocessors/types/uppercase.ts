import { type Compile, defineType } from '../base/definition.ts';
import { compileTextMap, into, textMap } from '../base/text-map.ts';

export const definition = defineType({
  ...textMap,
  type: 'uppercase',
  summary: 'Changes a text, or each text of a list, to upper case.',
  examples: [
    {
      title: 'A text',
      configuration: { field: 'name' },
      input: { name: 'Ada Byron' },
      output: { name: 'ADA BYRON' },
    },
    { title: 'A number', configuration: { field: 'name' }, input: { name: 5 }, failure: 'wrong_type' },
  ],
  describe: (options) => `Changes ${options.field.text} to upper case${into(options)}.`,
});

export const compile: Compile<typeof definition> = (options) =>
  compileTextMap(options, (text) => text.toUpperCase());
