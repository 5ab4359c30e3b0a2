import { defineType } from '../base/definition.ts';
import { textCompiler, textDocumentation, textEffect, textMapOptions } from '../base/text-map.ts';

export const definition = defineType({
  type: 'lowercase',
  options: textMapOptions,
});

export const documentation = /* @__PURE__ */ textDocumentation({
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
});

export const effect = /* @__PURE__ */ textEffect(({ field }) => `Changes ${field.text} to lower case`);

export const compile = /* @__PURE__ */ textCompiler((text) => text.toLowerCase());
