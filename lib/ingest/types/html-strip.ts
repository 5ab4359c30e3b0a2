import { defineType, type LateCompile } from '../base/definition.ts';
import { compileTextMap, textDocumentation, textEffect, textMapOptions } from '../base/text-map.ts';

export const definition = defineType({ type: 'html_strip', options: textMapOptions });

export const documentation = /* @__PURE__ */ textDocumentation({
  summary: 'Removes the tags, comments and scripts of HTML from a text, or from each text of a list.',
  examples: [
    {
      title: 'A paragraph',
      configuration: { field: 'body' },
      input: { body: '<p>Fish &amp; <b>chips</b></p>' },
      output: { body: '\nFish & chips\n' },
    },
    { title: 'A number', configuration: { field: 'body' }, input: { body: 5 }, failure: 'wrong_type' },
  ],
});

export const effect = /* @__PURE__ */ textEffect(({ field }) => `Removes HTML from ${field.text}`);

export const compile: LateCompile<typeof definition> = {
  load: async () => {
    const { stripHtml } = await import('../text/strip-html.ts');
    return (options) => compileTextMap(options, stripHtml);
  },
};
