import { fieldOption, ignoreMissingOption } from '../base/common-options.ts';
import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  InvalidOption,
  withOption,
} from '../base/definition.ts';
import { type Failure, failure } from '../base/failure.ts';
import { findPath } from '../base/field-path.ts';
import { textReader } from '../base/read-field.ts';
import type { DataRecord } from '../base/record.ts';
import { compileSplit, compileTrim, splitQuoted } from '../text/split.ts';

const characters = { kind: 'string', minLength: 1, maxLength: 64 } as const;
const keys = { kind: 'strings', maxItems: 1000, maxLength: 512 } as const;

export const definition = defineType({
  type: 'kv',
  options: {
    field: fieldOption,
    field_split: { kind: 'string', required: true, maxLength: 1024 },
    value_split: { kind: 'string', required: true, maxLength: 1024 },
    target_field: { kind: 'path', maxLength: 512 },
    include_keys: keys,
    exclude_keys: keys,
    prefix: { kind: 'string', maxLength: 128 },
    trim_key: characters,
    trim_value: characters,
    strip_brackets: { kind: 'boolean', default: false },
    quote: { kind: 'string', minLength: 1, maxLength: 1 },
    ignore_missing: ignoreMissingOption,
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'parse',
  summary: 'Reads pairs of keys and values from a text.',
  descriptions: {
    field_split: 'A regular expression that matches what separates pairs.',
    value_split: 'A regular expression that matches what separates a key from its value.',
    target_field: 'The object for the pairs; the record by default.',
    include_keys: 'The keys to keep; all by default.',
    exclude_keys: 'The keys to leave out.',
    prefix: 'Stands before each key.',
    trim_key: 'The characters to remove around keys.',
    trim_value: 'The characters to remove around values.',
    strip_brackets: 'Removes one bracket or quote at each end of a value: ( [ < " and \'.',
    quote: 'The character around values that contain separators, as in logfmt.',
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path', 'no_value_split'],
  examples: [
    {
      title: 'A query string',
      configuration: { field: 'query', field_split: '&', value_split: '=' },
      input: { query: 'a=1&b=2&a=3' },
      output: { query: 'a=1&b=2&a=3', a: ['1', '3'], b: '2' },
    },
    {
      title: 'logfmt',
      configuration: { field: 'line', field_split: ' ', value_split: '=', quote: '"', target_field: 'log' },
      input: { line: 'level=info msg="all is well"' },
      output: { line: 'level=info msg="all is well"', log: { level: 'info', msg: 'all is well' } },
    },
    {
      title: 'A part without a separator',
      configuration: { field: 'query', field_split: '&', value_split: '=' },
      input: { query: 'a' },
      failure: 'no_value_split',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, target_field: target }) =>
    `Reads pairs of keys and values from ${field.text}${target ? ` into ${target.text}` : ''}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_field: target, prefix = '' }) => [`${target ? `${target.text}.` : ''}${prefix}*`],
};

export const compile: Compile<typeof definition> = (options) => {
  const { field, target_field: target, prefix = '', strip_brackets: strips, quote } = options;
  const { include_keys: included, exclude_keys: excluded, value_split: valueSplit } = options;
  const splitPairs = withOption('field_split', () => compileSplit(options.field_split, 0));
  const splitValue = withOption('value_split', () => compileSplit(valueSplit, 2));
  if (quote !== undefined && /\s/.test(quote)) throw new InvalidOption('quote', 'must not be white space');
  const split = quote === undefined ? splitPairs : splitQuoted(options.field_split, quote);
  const trimKey = withOption('trim_key', () => compileTrim(options.trim_key));
  const trimValue = withOption('trim_value', () => compileTrim(options.trim_value));
  const isKept = compileFilter(included, excluded);
  const start = `${target ? `${target.text}.` : ''}${prefix}`;
  const noSplit = `A part of ${field.text} has no value_split ${JSON.stringify(valueSplit)}.`;
  const readPair = (record: DataRecord, part: string): Failure | undefined => {
    const pair = splitValue(part);
    if (pair.length !== 2) return failure('no_value_split', noSplit, { path: field.text, value: part });
    const key = trimKey(pair[0] ?? '');
    if (!isKept(key)) return undefined;
    const raw = unquote(pair[1] ?? '', quote);
    return add(record, start + key, trimValue(strips ? raw.replace(brackets, '') : raw));
  };
  const readText = textReader(options);
  return (record) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    for (const part of split(text)) {
      const problem = readPair(record, part);
      if (problem) return problem;
    }
    return undefined;
  };
};

export const check: Check<typeof definition> = compile;

function compileFilter(
  included: readonly string[] | undefined,
  excluded: readonly string[] | undefined,
): (key: string) => boolean {
  const kept = included && new Set(included);
  const left = new Set(excluded);
  return (key) => !left.has(key) && (!kept || kept.has(key));
}

const brackets = /^[([<"']|[\])>"']$/g;

function unquote(value: string, quote: string | undefined): string {
  if (quote === undefined || value.length < 2 || !value.startsWith(quote) || !value.endsWith(quote))
    return value;
  return value.slice(1, -1).replaceAll(`\\${quote}`, quote);
}

/** A key that is there already gets a list of values. */
function add(record: DataRecord, name: string, value: string): Failure | undefined {
  const path = findPath(name);
  if (typeof path === 'string')
    return failure('wrong_path', `A key cannot be used: ${path}.`, { value: name });
  if (!path.has(record)) return path.set(record, value);
  return path.append(record, [value], { allowDuplicates: true });
}
