import { fieldOption, ignoreMissingOption } from '../base/common-options.ts';
import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { textReader } from '../base/read-field.ts';
import { type DataRecord, writeMember } from '../base/record.ts';
import { logfmtPairs } from '../text/logfmt.ts';

export const definition = defineType({
  type: 'logfmt',
  options: {
    field: fieldOption,
    target_field: { kind: 'path', maxLength: 512 },
    ignore_missing: ignoreMissingOption,
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'parse',
  summary: 'Reads pairs of logfmt from a text; a key without a value is true.',
  descriptions: { target_field: 'The object for the pairs; the record by default.' },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path'],
  examples: [
    {
      title: 'A line',
      configuration: { field: 'message', target_field: 'log' },
      input: { message: 'level=info msg="all is \\"well\\"" took=2ms cached' },
      output: {
        message: 'level=info msg="all is \\"well\\"" took=2ms cached',
        log: { level: 'info', msg: 'all is "well"', took: '2ms', cached: true },
      },
    },
    { title: 'A number', configuration: { field: 'message' }, input: { message: 1 }, failure: 'wrong_type' },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, target_field: target }) =>
    `Reads pairs of logfmt from ${field.text}${target ? ` into ${target.text}` : ''}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_field: target }) => [`${target ? `${target.text}.` : ''}*`],
};

export const compile: Compile<typeof definition> = (options) => {
  const { target_field: target } = options;
  const readText = textReader(options);
  return (record) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    const pairs: DataRecord = target ? {} : record;
    // The last value of a key counts.
    for (const { key, value } of logfmtPairs(text)) writeMember(pairs, key, value);
    return target?.set(record, pairs);
  };
};
