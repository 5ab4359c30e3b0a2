/** Regular expressions that are dear to compile, whatever text they meet, and every place that takes one. */

import type { HostileInput, HostileOperation } from './hostile-input.ts';

/** The groups differ: V8 makes one class of alternatives that are a character each. */
const letters = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `(${letter})`).join('|');

/** The syntax of Java and of Oniguruma. */
export const dearExpressions: Readonly<Record<string, string>> = {
  'optional characters': 'a?'.repeat(60) + 'a'.repeat(60),
  'optional groups': '(a)?'.repeat(60) + 'a'.repeat(60),
  'optional classes': '[^x]?'.repeat(24) + '[^x]'.repeat(24),
  'optional classes of all scripts': '\\p{L}?'.repeat(24) + '\\p{L}'.repeat(24),
  'many optional characters': `${'a?'.repeat(180)}aaaa`,
  'optional repetitions': 'a{0,3}'.repeat(40) + 'a'.repeat(8),
  'nested repetitions': '(?:(?:a?b?){3}){3}'.repeat(20) + 'a'.repeat(8),
  'lazy repetitions': '(?:a??b??){2,3}'.repeat(25) + 'a'.repeat(8),
  alternatives: `(?:${letters})`.repeat(4),
  'repeated alternatives': `(?:${letters}){3}aaaaaaaa`,
  'alternatives in a loop': `(?:${letters})*(?:${letters})+aaaaaaaa`,
  'optional alternatives of a class': '(?:[^x]|(b))?'.repeat(30) + 'a'.repeat(8),
  boundaries: `a${'\\b'.repeat(200)}`,
  'look-ahead': '(?=(a)?(b)?)'.repeat(60) + 'a'.repeat(8),
  'look-behind': '(?<=[^x]?b?)'.repeat(60) + 'a'.repeat(8),
  'atomic groups': '(?>(a)?b?)'.repeat(60) + 'a'.repeat(60),
  'possessive quantifiers': '[^x]?+'.repeat(60) + 'a'.repeat(60),
  'nested atomic groups': '(?>'.repeat(200) + 'a?'.repeat(20) + ')?'.repeat(200) + 'a'.repeat(60),
  'nested look-ahead': '(?=(?:a|b)?'.repeat(200) + ')'.repeat(200) + 'a'.repeat(60),
  'nested groups': '('.repeat(200) + 'a?'.repeat(20) + ')?'.repeat(200) + 'a'.repeat(60),
};

const inUse: readonly HostileOperation[] = ['create', 'preview', 'push', 'mapping', 'replay'];

/** Every option that is an expression, or holds one. */
const options: Readonly<Record<string, (expression: string) => Readonly<Record<string, unknown>>>> = {
  gsub: (pattern) => ({ type: 'gsub', field: 'a', pattern, replacement: '' }),
  split: (separator) => ({ type: 'split', field: 'a', separator }),
  'kv field_split': (split) => ({ type: 'kv', field: 'a', field_split: split, value_split: '=' }),
  'kv value_split': (split) => ({ type: 'kv', field: 'a', field_split: ' ', value_split: split }),
  grok: (pattern) => ({ type: 'grok', field: 'a', patterns: [pattern] }),
  'a second pattern of grok': (pattern) => ({ type: 'grok', field: 'a', patterns: ['x', pattern] }),
  'grok of ECS': (pattern) => ({ type: 'grok', field: 'a', patterns: [pattern], ecs_compatibility: 'v1' }),
  pattern_definitions: (pattern) => ({
    ...{ type: 'grok', field: 'a', patterns: ['%{OWN:b}'] },
    pattern_definitions: { OWN: pattern },
  }),
  redact: (pattern) => ({
    ...{ type: 'redact', field: 'a', patterns: ['%{OWN:b}'] },
    pattern_definitions: { OWN: pattern },
  }),
  if: (pattern) => ({ type: 'set', field: 'b', value: 1, if: `a:/${pattern}/` }),
  'a condition in a script': (pattern) => ({ type: 'drop', if: `b:1 OR NOT a:/${pattern}/i` }),
  foreach: (pattern) => ({
    type: 'foreach',
    field: 'list',
    processor: { type: 'gsub', field: '_ingest._value', pattern, replacement: '' },
  }),
  on_failure: (pattern) => ({
    type: 'fail',
    message: 'no',
    on_failure: [{ type: 'gsub', field: 'a', pattern, replacement: '' }],
  }),
};

const records = [{ a: 'b', list: ['b'] }, { a: '\u4e00', list: ['\u4e00'] }, { a: 'b' }];

export const dearInputs: readonly HostileInput[] = Object.entries(dearExpressions).flatMap(
  ([shape, expression]) => [
    ...Object.entries(options).map(
      ([name, step], index): HostileInput => ({
        name: `${shape}, ${name}`,
        operation: inUse[index % inUse.length] ?? 'push',
        preprocessors: [step(expression)],
        records,
      }),
    ),
    ...(['query', 'sample'] as const).map(
      (operation): HostileInput => ({
        name: `${shape}, ${operation}`,
        operation,
        query: `a:/${expression}/`,
        records,
      }),
    ),
    ...(['begins', 'continues'] as const).map(
      (name): HostileInput => ({
        name: `${shape}, multiline.${name}`,
        operation: 'push',
        format: 'text',
        multiline: { [name]: expression },
        text: 'b\n\u4e00\nb',
      }),
    ),
    {
      name: `${shape}, ingest_pipeline`,
      operation: 'mapping',
      ingestPipeline: { processors: [{ gsub: { field: 'a', pattern: expression, replacement: '' } }] },
      records,
    },
  ],
);
