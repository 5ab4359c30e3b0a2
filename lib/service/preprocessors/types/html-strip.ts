import { type Documentation, defineType, type Effect, type Load } from '../base/definition.ts';
import {
  compileTextMap,
  into,
  readsField,
  textMapFailures,
  textMapOptions,
  writesTarget,
} from '../base/text-map.ts';

export const definition = defineType({ type: 'html_strip', options: textMapOptions });

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Removes the tags, comments and scripts of HTML from a text, or from each text of a list.',
  descriptions: {},
  failures: textMapFailures,
  examples: [
    {
      title: 'A paragraph',
      configuration: { field: 'body' },
      input: { body: '<p>Fish &amp; <b>chips</b></p>' },
      output: { body: '\nFish & chips\n' },
    },
    { title: 'A number', configuration: { field: 'body' }, input: { body: 5 }, failure: 'wrong_type' },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: (options) => `Removes HTML from ${options.field.text}${into(options)}.`,
  inputs: readsField,
  outputs: writesTarget,
};

export const load: Load<typeof definition> = async () => {
  const { stripHtml } = await import('../text/html.later.ts');
  return (options) => compileTextMap(options, stripHtml);
};
