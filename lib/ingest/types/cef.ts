import { fieldOption, ignoreMissingOption, targetAt } from '../base/common-options.ts';
import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { textReader } from '../base/read-field.ts';
import { readCef } from '../text/cef.ts';

export const definition = defineType({
  type: 'cef',
  options: { field: fieldOption, target_field: targetAt('cef'), ignore_missing: ignoreMissingOption },
});

export const documentation: Documentation<typeof definition> = {
  category: 'parse',
  summary: 'Reads a message in the Common Event Format, with or without a header of syslog before it.',
  descriptions: { target_field: 'The field for the parts, with the names of Elastic.' },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path', 'no_match'],
  examples: [
    {
      title: 'An event of a firewall',
      configuration: { field: 'message' },
      input: {
        message: 'CEF:0|Security|threat\\|manager|1.0|100|worm stopped|10|src=10.0.0.1 msg=Code\\=7 ok',
      },
      output: {
        message: 'CEF:0|Security|threat\\|manager|1.0|100|worm stopped|10|src=10.0.0.1 msg=Code\\=7 ok',
        cef: {
          version: '0',
          device: { vendor: 'Security', product: 'threat|manager', version: '1.0', event_class_id: '100' },
          name: 'worm stopped',
          severity: '10',
          extensions: { src: '10.0.0.1', msg: 'Code=7 ok' },
        },
      },
    },
    {
      title: 'Another text',
      configuration: { field: 'message' },
      input: { message: 'CEF:0|Security' },
      failure: 'no_match',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, target_field: target }) => `Reads the CEF in ${field.text} into ${target.text}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_field: target }) => [`${target.text}.*`],
};

export const compile: Compile<typeof definition> = (options) => {
  const { field, target_field: target } = options;
  const readText = textReader(options);
  return (record) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    const cef = readCef(text);
    return typeof cef === 'string' ? fieldFailure('no_match', field, cef, text) : target.set(record, cef);
  };
};
