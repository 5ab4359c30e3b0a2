import { type Compile, defineType } from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { compileTextMap, textDocumentation, textEffect, textMapOptions } from '../base/text-map.ts';
import { decodeOctets } from '../text/uri.ts';

export const definition = defineType({
  type: 'urldecode',
  options: textMapOptions,
});

export const documentation = /* @__PURE__ */ textDocumentation({
  summary: 'Decodes the percent-encoding of a text, or of each text of a list; + becomes a blank.',
  failures: ['not_convertible'],
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
});

export const effect = /* @__PURE__ */ textEffect(
  ({ field }) => `Decodes the percent-encoding of ${field.text}`,
);

export const compile: Compile<typeof definition> = (options) =>
  compileTextMap(options, (text) =>
    /%(?![\dA-Fa-f]{2})/.test(text)
      ? fieldFailure('not_convertible', options.field, 'has a % without two hexadecimal digits', text)
      : decodeOctets(text.replaceAll('+', ' ')),
  );
