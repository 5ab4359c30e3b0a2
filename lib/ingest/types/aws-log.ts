import { fieldOption, ignoreMissingOption, targetAt } from '../base/common-options.ts';
import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { dropped, fieldFailure } from '../base/failure.ts';
import { textReader } from '../base/read-field.ts';
import { type awsLogs, compileAwsLog, headerLine } from '../text/aws-log.ts';

const formats = ['alb', 'vpc_flow', 'cloudfront'] as const satisfies readonly (keyof typeof awsLogs)[];

export const definition = defineType({
  type: 'aws_log',
  options: {
    field: fieldOption,
    format: { kind: 'string', required: true, allowed: formats },
    fields: { kind: 'strings', default: [], maxItems: 200, maxLength: 64 },
    target_field: targetAt('aws'),
    ignore_missing: ignoreMissingOption,
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'parse',
  summary:
    'Reads a line of a log of an Application Load Balancer, of VPC flows or of CloudFront; leaves out -, and reads numbers as numbers. Drops lines that name the columns, and ignores columns that AWS has added at the end.',
  descriptions: {
    format: 'Which log it is.',
    fields: 'The columns as AWS names them, if they are not those of the standard: as after #Fields.',
    target_field: 'The object for the columns; - : and brackets in their names become _.',
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path', 'no_match'],
  examples: [
    {
      title: 'A flow with own columns',
      configuration: {
        field: 'message',
        format: 'vpc_flow',
        fields: ['version', 'srcaddr', 'tcp-flags', 'end'],
      },
      input: { message: '5 10.0.0.1 - 1418530070' },
      output: {
        message: '5 10.0.0.1 - 1418530070',
        aws: { version: 5, srcaddr: '10.0.0.1', end: 1418530070 },
      },
    },
    {
      title: 'The line of other columns',
      configuration: { field: 'message', format: 'cloudfront' },
      input: { message: '2014-05-23\t01:13:11' },
      failure: 'no_match',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, format, target_field: target }) =>
    `Reads the line of ${format} in ${field.text} into ${target.text}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_field: target }) => [`${target.text}.*`],
};

export const compile: Compile<typeof definition> = (options) => {
  const { field, target_field: target, format } = options;
  // The table of options has checked it.
  const read = compileAwsLog(format as (typeof formats)[number], options.fields);
  const readText = textReader(options);
  return (record) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    const document = read(text);
    if (document === headerLine) return dropped;
    return document
      ? target.set(record, document)
      : fieldFailure('no_match', field, `is not a line of ${format} with its columns`, text);
  };
};
