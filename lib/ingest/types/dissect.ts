import { fieldOption, ignoreMissingOption } from '../base/common-options.ts';
import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  withOption,
} from '../base/definition.ts';
import { type Failure, failure, fieldFailure } from '../base/failure.ts';
import { FieldPath, findPath } from '../base/field-path.ts';
import { textReader } from '../base/read-field.ts';
import type { DataRecord } from '../base/record.ts';
import { compileDissect } from '../text/dissect.ts';

export const definition = defineType({
  type: 'dissect',
  options: {
    field: fieldOption,
    pattern: { kind: 'string', required: true, maxLength: 4096 },
    append_separator: { kind: 'string', default: '', maxLength: 64 },
    elasticsearch_empty_values: { kind: 'boolean', default: false },
    ignore_missing: ignoreMissingOption,
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'parse',
  summary: 'Splits a text by a pattern of keys and delimiters.',
  descriptions: {
    pattern:
      'Keys such as %{name} and the text between them: %{} skips, %{+name} appends, %{*a} names %{&a}, %{name->} skips padding, %{name?} may be absent at the end.',
    append_separator: 'Stands between appended values.',
    elasticsearch_empty_values:
      'true: an empty value ends with the delimiter before it, as in Elasticsearch; false: with its own one.',
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path', 'no_match'],
  examples: [
    {
      title: 'A line of a log',
      configuration: { field: 'line', pattern: '%{time} [%{level}] %{+text}' },
      input: { line: '10:11 [info] ready' },
      output: { line: '10:11 [info] ready', time: '10:11', level: 'info', text: 'ready' },
    },
    {
      title: 'An empty value',
      configuration: { field: 'line', pattern: '%{host}|%{user}|id=%{id}' },
      input: { line: 'web-1||id=5' },
      output: { line: 'web-1||id=5', host: 'web-1', user: '', id: '5' },
    },
    {
      title: 'An empty value, as Elasticsearch reads it',
      configuration: {
        field: 'line',
        pattern: '%{host}|%{user}|id=%{id}',
        elasticsearch_empty_values: true,
      },
      input: { line: 'web-1||id=5' },
      output: { line: 'web-1||id=5', host: 'web-1', user: '', id: 'id=5' },
    },
    {
      title: 'A key that may be absent',
      configuration: { field: 'line', pattern: '%{user}@%{host}:%{port?}' },
      input: { line: 'ada@example.org' },
      output: { line: 'ada@example.org', user: 'ada', host: 'example.org' },
    },
    {
      title: 'Another text',
      configuration: { field: 'line', pattern: '[%{a}]' },
      input: { line: '(a)' },
      failure: 'no_match',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, pattern }) => `Splits ${field.text} by ${pattern}.`,
  inputs: ({ field }) => [field.text],
  outputs({ pattern }) {
    const { names, hasReferences } = withOption('pattern', () => compileDissect(pattern));
    return hasReferences ? [...names, '*'] : names;
  },
};

export const compile: Compile<typeof definition> = (options) => {
  const { field, pattern } = options;
  const compiled = withOption('pattern', () =>
    compileDissect(pattern, {
      appendSeparator: options.append_separator,
      repeatsDelimiters: options.elasticsearch_empty_values,
    }),
  );
  const paths = compiled.names.map(findPath);
  const readText = textReader(options);
  return (record) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    const match = compiled.match(text);
    if (!match) return fieldFailure('no_match', field, `does not match ${pattern}`, text);
    const { values, names } = match;
    for (let index = 0; index < values.length; index++) {
      const path = names ? findPath(names[index] ?? '') : paths[index];
      const problem = setKey(record, path, values[index] ?? '');
      if (problem) return problem;
    }
    return undefined;
  };
};

export const check: Check<typeof definition> = compile;

function setKey(
  record: DataRecord,
  path: FieldPath | string | undefined,
  value: string,
): Failure | undefined {
  return path instanceof FieldPath
    ? path.set(record, value)
    : failure('wrong_path', `A key cannot be used: ${path}.`, { value });
}
