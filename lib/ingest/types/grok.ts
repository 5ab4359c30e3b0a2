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
import { type Failure, failure, fieldFailure } from '../base/failure.ts';
import { type FieldPath, findPath } from '../base/field-path.ts';
import { textReader } from '../base/read-field.ts';
import type { DataRecord, RecordValue } from '../base/record.ts';
import { compileGrok, type GrokCapture } from '../text/grok.ts';
import { findBank } from '../text/grok-bank.ts';
import { grokNames } from '../text/grok-names.ts';

export const definition = defineType({
  type: 'grok',
  options: {
    field: fieldOption,
    patterns: { kind: 'strings', required: true, minItems: 1, maxItems: 32, maxLength: 4096 },
    pattern_definitions: { kind: 'texts', maxItems: 64, maxLength: 4096 },
    ecs_compatibility: { kind: 'string', default: 'disabled', allowed: ['disabled', 'v1'] },
    ignore_missing: ignoreMissingOption,
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'parse',
  summary: 'Reads fields from a text by regular expressions with names.',
  descriptions: {
    patterns: 'Patterns with %{NAME:field} or %{NAME:field:type}; the first that matches counts.',
    pattern_definitions: 'Further names, and the patterns that they stand for.',
    ecs_compatibility: 'v1: known patterns write fields of the Elastic Common Schema, such as source.ip.',
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path', 'no_match', 'not_convertible'],
  examples: [
    {
      title: 'Types',
      configuration: { field: 'line', patterns: ['%{IP:client} %{WORD:method} %{NUMBER:bytes:int}'] },
      input: { line: '10.0.0.1 GET 512' },
      output: { line: '10.0.0.1 GET 512', client: '10.0.0.1', method: 'GET', bytes: 512 },
    },
    {
      title: 'Own names',
      configuration: {
        field: 'line',
        patterns: ['%{ORDER:order}'],
        pattern_definitions: { ORDER: '[A-Z]{2}-\\d+' },
      },
      input: { line: 'new order AB-12' },
      output: { line: 'new order AB-12', order: 'AB-12' },
    },
    {
      title: 'Fields of ECS',
      configuration: { field: 'line', patterns: ['%{SYSLOGPROG}'], ecs_compatibility: 'v1' },
      input: { line: 'sshd[4711]' },
      output: { line: 'sshd[4711]', process: { name: 'sshd', pid: 4711 } },
    },
    {
      title: 'Another text',
      configuration: { field: 'line', patterns: ['^%{INT:n}$'] },
      input: { line: 'one' },
      failure: 'no_match',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, patterns }) => `Reads fields from ${field.text} by ${patterns.join(' or ')}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ patterns, pattern_definitions: definitions = {}, ecs_compatibility: ecs }) =>
    grokNames(patterns, definitions, findBank(ecs)),
};

export const compile: Compile<typeof definition> = (options) => {
  const { field, patterns, pattern_definitions: definitions = {}, ecs_compatibility: ecs } = options;
  const compiled = withOption('patterns', () => compileGrok(patterns, definitions, { bank: findBank(ecs) }));
  const targets = compiled.captures.map(targetOfCapture);
  const readText = textReader(options);
  return (record) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    const match = compiled.match(text);
    if (!match) return fieldFailure('no_match', field, 'matches none of the patterns', text);
    for (const target of targets) {
      const problem = writeCapture(target, record, match);
      if (problem) return problem;
    }
    return undefined;
  };
};

export const check: Check<typeof definition> = compile;

interface CaptureTarget {
  readonly path: FieldPath;
  readonly capture: GrokCapture;
  /** The only group of a capture that stays a text; 0 for another capture. */
  readonly textGroup: number;
}

function targetOfCapture(capture: GrokCapture): CaptureTarget {
  const [group = 0, ...others] = capture.groups;
  return {
    path: pathOf(capture),
    capture,
    textGroup: others.length === 0 && !capture.convert ? group : 0,
  };
}

function writeCapture(
  { path, capture, textGroup }: CaptureTarget,
  record: DataRecord,
  match: RegExpExecArray,
): Failure | undefined {
  if (textGroup > 0) {
    const text = match[textGroup];
    return text === undefined ? undefined : path.set(record, text);
  }
  const value = valueOfCapture(capture, match);
  if (value === null) return undefined;
  return value === undefined
    ? notConvertible(capture, match)
    : path.setWithForm(record, value, hasPoint(capture));
}

function pathOf({ name }: GrokCapture): FieldPath {
  const path = findPath(name);
  if (typeof path === 'string')
    throw new InvalidOption('patterns', `has a field that cannot be used: ${path}`);
  return path;
}

/** Null when no group of the name took part, undefined when its text cannot be converted. */
function valueOfCapture(capture: GrokCapture, match: RegExpExecArray): RecordValue | undefined {
  const { groups, convert } = capture;
  if (groups.length === 1) {
    const text = match[groups[0] ?? 0];
    if (text === undefined) return null;
    return convert ? convert(text) : text;
  }
  const values: RecordValue[] = [];
  for (const group of groups) {
    const text = match[group];
    if (text === undefined) continue;
    const value = convert ? convert(text) : text;
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values.length > 1 ? values : (values[0] ?? null);
}

function hasPoint({ type }: GrokCapture): boolean {
  return type === 'float' || type === 'double';
}

function notConvertible({ name, type, groups }: GrokCapture, match: RegExpExecArray) {
  const text = groups.map((group) => match[group]).find((value) => value !== undefined);
  return failure('not_convertible', `${name} cannot be converted to ${type}.`, { path: name, value: text });
}
