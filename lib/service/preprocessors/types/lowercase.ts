import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import {
  compileTextMap,
  into,
  readsField,
  textMapFailures,
  textMapOptions,
  writesTarget,
} from '../base/text-map.ts';

export const definition = defineType({
  type: 'lowercase',
  options: textMapOptions,
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Changes a text, or each text of a list, to lower case.',
  descriptions: {},
  failures: textMapFailures,
  examples: [
    {
      title: 'A text',
      configuration: { field: 'name' },
      input: { name: 'Ada BYRON' },
      output: { name: 'ada byron' },
    },
    { title: 'A number', configuration: { field: 'name' }, input: { name: 5 }, failure: 'wrong_type' },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: (options) => `Changes ${options.field.text} to lower case${into(options)}.`,
  inputs: readsField,
  outputs: writesTarget,
};

export const compile: Compile<typeof definition> = (options) =>
  compileTextMap(options, (text) => text.toLowerCase());
