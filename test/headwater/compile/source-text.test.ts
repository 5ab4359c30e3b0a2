/** Text of a descriptor becomes a literal or a comment, never code. */

import { transformSync } from 'esbuild';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  braces,
  code,
  docComment,
  identifier,
  lineComment,
  literal,
  memberName,
} from '../../../lib/headwater/compile/emit/wiring/source-text.ts';
import { amount } from '../../support/amount.ts';

const seed = 20260101;
const hostile = [
  "'",
  '"',
  '`',
  '\\',
  '$\u007bx}',
  '*/',
  '//',
  '</script>',
  '\u2028',
  '\u2029',
  '\n',
  '\r',
  '__proto__',
  'constructor',
  'class',
];
const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...hostile)).map((parts) => parts.join('')),
);

/** The value of an expression, as TypeScript without its types. */
function evaluate(expression: string): unknown {
  const { code: script } = transformSync(`globalThis.emitted = (${expression});`, { loader: 'ts' });
  // This test must run the emitted code.
  // biome-ignore lint/security/noGlobalEval: see above
  return globalThis.eval(script);
}

const literals: readonly [value: unknown, text: string][] = [
  ['plain', "'plain'"],
  ["it's", `"it's"`],
  ['a "b"', `'a "b"'`],
  ['back\\slash "q"', `'back\\\\slash "q"'`],
  ['\u2028', "'\\u2028'"],
  [[], '[]'],
  [{}, '{}'],
  [{ a: 1, 'b-c': [true, null] }, "{ a: 1, 'b-c': [true, null] }"],
  [{ long: 'x'.repeat(100) }, `{\n  long: '${'x'.repeat(100)}',\n}`],
];

test.each(literals)('the literal of %j', (value, text) => {
  expect(literal(value).text).toBe(text);
});

describe('any', { tags: ['property'] }, () => {
  test('JSON value keeps its value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'medium' }), (value) => {
        expect(evaluate(literal(value).text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { seed },
    );
  });

  test('text put into code is a string', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(evaluate(code`[${text}, 1]`.text)).toEqual([text, 1]);
      }),
      { seed, numRuns: amount({ few: 100, many: 200, most: 500 }) },
    );
  });

  test('text is the name of an own member', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const object = evaluate(code`{ ${memberName(text)}: 1 }`.text);
        expect(Object.entries(object as object)).toEqual([[text, 1]]);
      }),
      { seed, numRuns: amount({ few: 100, many: 200, most: 500 }) },
    );
  });

  test('text in a comment cannot end it', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(evaluate(`${docComment(text).text}1`)).toBe(1);
        expect(evaluate(`${lineComment(text).text}\n1`)).toBe(1);
      }),
      { seed, numRuns: amount({ few: 100, many: 200, most: 500 }) },
    );
  });
});

test('an empty block is empty, and members are indented', () => {
  expect(braces([]).text).toBe('{}');
  expect(braces([code`a;`, code`b: {\n  c;\n};`]).text).toBe('{\n  a;\n  b: {\n    c;\n  };\n}');
});

test('a string that is not an identifier is refused', () => {
  expect(identifier('handle').text).toBe('handle');
  expect(() => identifier('a b')).toThrow('not an identifier: a b');
});
