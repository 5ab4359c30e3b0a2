import { fieldOption, ignoreMissingOption, targetAt } from '../base/common-options.ts';
import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { textReader } from '../base/read-field.ts';
import { readLeef } from '../text/leef.ts';

export const definition = defineType({
  type: 'leef',
  options: { field: fieldOption, target_field: targetAt('leef'), ignore_missing: ignoreMissingOption },
});

export const documentation: Documentation<typeof definition> = {
  category: 'parse',
  summary:
    'Reads a message in the Log Event Extended Format (1.0 or 2.0), with or without a header of syslog before it.',
  descriptions: { target_field: 'The field for the parts.' },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path', 'no_match'],
  examples: [
    {
      title: 'Version 2.0, with a delimiter of its own',
      configuration: { field: 'message' },
      input: { message: 'LEEF:2.0|Lancope|StealthWatch|1.0|41|^|src=10.0.1.8^dst=10.0.0.5^sev=5' },
      output: {
        message: 'LEEF:2.0|Lancope|StealthWatch|1.0|41|^|src=10.0.1.8^dst=10.0.0.5^sev=5',
        leef: {
          version: '2.0',
          device: { vendor: 'Lancope', product: 'StealthWatch', version: '1.0', event_id: '41' },
          attributes: { src: '10.0.1.8', dst: '10.0.0.5', sev: '5' },
        },
      },
    },
    {
      title: 'Another text',
      configuration: { field: 'message' },
      input: { message: 'LEEF:1.0|Microsoft' },
      failure: 'no_match',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, target_field: target }) => `Reads the LEEF in ${field.text} into ${target.text}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_field: target }) => [`${target.text}.*`],
};

export const compile: Compile<typeof definition> = (options) => {
  const { field, target_field: target } = options;
  const readText = textReader(options);
  return (record) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    const leef = readLeef(text);
    return typeof leef === 'string' ? fieldFailure('no_match', field, leef, text) : target.set(record, leef);
  };
};
