import { fieldOption, ignoreMissingOption, targetAt } from '../base/common-options.ts';
import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { textReader } from '../base/read-field.ts';
import { splitUri } from '../text/uri.ts';

export const definition = defineType({
  type: 'uri_parts',
  options: {
    field: fieldOption,
    target_field: targetAt('url'),
    keep_original: { kind: 'boolean', default: true },
    remove_if_successful: { kind: 'boolean', default: false },
    ignore_missing: ignoreMissingOption,
  },
  allowsEach: true,
});

export const documentation: Documentation<typeof definition> = {
  category: 'parse',
  summary: 'Splits a URI, or the path of a request, into its parts.',
  descriptions: {
    target_field: 'The field for the parts.',
    keep_original: 'The member `original` has the text.',
    remove_if_successful: 'Removes the field.',
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path', 'invalid_uri'],
  examples: [
    {
      title: 'A URI',
      configuration: { field: 'request', keep_original: false },
      input: { request: 'https://example.org:8443/a/b.png?q=1' },
      output: {
        request: 'https://example.org:8443/a/b.png?q=1',
        url: {
          domain: 'example.org',
          path: '/a/b.png',
          extension: 'png',
          port: 8443,
          query: 'q=1',
          scheme: 'https',
        },
      },
    },
    {
      title: 'No URI',
      configuration: { field: 'request' },
      input: { request: 'a b' },
      failure: 'invalid_uri',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, target_field: target }) => `Splits the URI in ${field.text} into ${target.text}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_field: target }) => [`${target.text}.*`],
};

export const compile: Compile<typeof definition> = (options) => {
  const { field, target_field: target, keep_original: keeps } = options;
  const removes = options.remove_if_successful && field.text !== target.text;
  const readText = textReader(options);
  return (record) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    const parts = splitUri(text);
    if (!parts) return fieldFailure('invalid_uri', field, 'is not a URI', text);
    if (keeps) parts['original'] = text;
    if (removes) field.remove(record);
    return target.set(record, parts);
  };
};
