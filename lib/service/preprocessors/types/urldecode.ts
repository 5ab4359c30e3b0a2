import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { compileTextMap, into, readsField, textMapOptions, writesTarget } from '../base/text-map.ts';
import { decodeOctets } from '../text/uri.ts';

export const definition = defineType({
  type: 'urldecode',
  options: textMapOptions,
});

export const documentation: Documentation<typeof definition> = {
  category: 'transform',
  summary: 'Decodes the percent-encoding of a text, or of each text of a list; + becomes a blank.',
  descriptions: {},
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path', 'not_convertible'],
  examples: [
    {
      title: 'The agent in a log of CloudFront',
      configuration: { field: 'agent' },
      input: { agent: 'Mozilla/5.0%20(Windows%20NT%2010.0)' },
      output: { agent: 'Mozilla/5.0 (Windows NT 10.0)' },
    },
    {
      title: 'No percent-encoding',
      configuration: { field: 'query' },
      input: { query: '100%' },
      failure: 'not_convertible',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: (options) => `Decodes the percent-encoding of ${options.field.text}${into(options)}.`,
  inputs: readsField,
  outputs: writesTarget,
};

export const compile: Compile<typeof definition> = (options) =>
  compileTextMap(options, (text) =>
    /%(?![\dA-Fa-f]{2})/.test(text)
      ? fieldFailure('not_convertible', options.field, 'has a % without two hexadecimal digits', text)
      : decodeOctets(text.replaceAll('+', ' ')),
  );
