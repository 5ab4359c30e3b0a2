import { fieldOption, ignoreMissingOption } from '../base/common-options.ts';
import { type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { findPath } from '../base/field-path.ts';
import { textReader } from '../base/read-field.ts';
import { isRecord, type RecordValue } from '../base/record.ts';
import { readAccessLog } from '../text/access-log.ts';

export const definition = defineType({
  type: 'access_log',
  options: { field: fieldOption, ignore_missing: ignoreMissingOption },
});

export const documentation: Documentation<typeof definition> = {
  category: 'parse',
  summary:
    'Reads a line of an access log in the common or combined format of Apache and nginx, into fields of the Elastic Common Schema.',
  descriptions: {},
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path', 'no_match'],
  examples: [
    {
      title: 'The combined format',
      configuration: { field: 'message' },
      input: {
        message: '10.0.0.1 - ada [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 23 "-" "curl/8.5.0"',
      },
      output: {
        message: '10.0.0.1 - ada [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 23 "-" "curl/8.5.0"',
        '@timestamp': '2000-10-10T20:55:36.000Z',
        source: { address: '10.0.0.1' },
        user: { name: 'ada' },
        http: {
          request: { method: 'GET' },
          response: { status_code: 200, body: { bytes: 23 } },
          version: '1.0',
        },
        url: { original: '/a' },
        user_agent: { original: 'curl/8.5.0' },
      },
    },
    {
      title: 'Another text',
      configuration: { field: 'message' },
      input: { message: 'restarted' },
      failure: 'no_match',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field }) => `Reads the line of an access log in ${field.text}.`,
  inputs: ({ field }) => [field.text],
  outputs: () => [
    '@timestamp',
    'source.address',
    'user.name',
    'http.*',
    'url.original',
    'user_agent.original',
  ],
};

export const compile: Compile<typeof definition> = (options) => {
  const { field } = options;
  const readText = textReader(options);
  return (record) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    const parts = readAccessLog(text);
    if (!parts) return fieldFailure('no_match', field, 'is not a line of an access log', text);
    for (const [name, value] of leavesOf(parts, '')) {
      const path = findPath(name);
      const failure = typeof path === 'string' ? undefined : path.set(record, value);
      if (failure) return failure;
    }
    return undefined;
  };
};

/** Other members of the same objects stay. */
function* leavesOf(value: RecordValue, prefix: string): Generator<[string, RecordValue]> {
  if (!isRecord(value)) yield [prefix.slice(1), value];
  else
    for (const [name, inner] of Object.entries(value))
      if (inner !== undefined) yield* leavesOf(inner, `${prefix}.${name}`);
}
