import { defineType } from '../base/definition.ts';
import { textCompiler, textDocumentation, textEffect, textMapOptions } from '../base/text-map.ts';
import { trimJavaSpace } from '../text/trim-text.ts';

export const definition = defineType({
  type: 'trim',
  options: textMapOptions,
});

export const documentation = /* @__PURE__ */ textDocumentation({
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
});

export const effect = /* @__PURE__ */ textEffect(({ field }) => `Removes white space around ${field.text}`);

export const compile = /* @__PURE__ */ textCompiler(trimJavaSpace);
