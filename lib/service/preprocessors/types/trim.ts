import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import {
  compileTextMap,
  into,
  readsField,
  textMapFailures,
  textMapOptions,
  writesTarget,
} from '../base/text-map.ts';
import { trimJavaSpace } from '../text/trim-text.ts';

export const definition = defineType({
  type: 'trim',
  options: textMapOptions,
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Removes white space at both ends of a text, or of each text of a list.',
  descriptions: {},
  failures: textMapFailures,
  examples: [
    {
      title: 'A text',
      configuration: { field: 'name' },
      input: { name: ' Ada\t' },
      output: { name: 'Ada' },
    },
    { title: 'A number', configuration: { field: 'name' }, input: { name: 5 }, failure: 'wrong_type' },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: (options) => `Removes white space around ${options.field.text}${into(options)}.`,
  inputs: readsField,
  outputs: writesTarget,
};

export const compile: Compile<typeof definition> = (options) => compileTextMap(options, trimJavaSpace);
