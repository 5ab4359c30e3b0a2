/** Positions and wording of diagnostics. */

import { describe, expect, test } from 'vitest';
import { type Diagnostic, sortDiagnostics } from '../../../lib/headwater/compile/source/diagnostic.ts';
import { parseDescriptor } from '../../../lib/headwater/compile/source/read-descriptors.ts';
import { quote } from '../../../lib/headwater/compile/source/source-node.ts';
import { nearSpelling } from '../../../lib/headwater/shared/json/near-spelling.ts';
import { toPointer } from '../../../lib/headwater/shared/json/pointer.ts';

const pointers: readonly [path: (string | number)[], pointer: string][] = [
  [[], ''],
  [['apis', 0, 'path'], '/apis/0/path'],
  [['a/b', '~c', ''], '/a~1b/~0c/'],
];
test.each(pointers)('the pointer of %j', (path, pointer) => {
  expect(toPointer(path)).toBe(pointer);
});

const quotes: readonly [value: unknown, text: string][] = [
  ['a\nb', '"a\\nb"'],
  ['\u2028\u0085', '"\\u2028\\u0085"'],
  [undefined, 'undefined'],
  ['x'.repeat(100), `"${'x'.repeat(76)}...`],
];
test.each(quotes)('%j in a message', (value, text) => {
  expect(quote(value)).toBe(text);
});

const spellings: readonly [word: string, meant: string | undefined][] = [
  ['paramType:', 'paramType'],
  ['ParamType', 'paramType'],
  ['paramTyp', 'paramType'],
  ['nmae', 'name'],
  ['namee', 'name'],
  ['x', undefined],
  ['responseTypeInternal', undefined],
];
test.each(spellings)('the near spelling of %s is %s', (word, meant) => {
  expect(nearSpelling(word, ['paramType', 'name', 'dataType'])).toBe(meant);
});

describe('a descriptor', () => {
  const { file } = parseDescriptor('a.json', '{\n  "b": [1,\n    { "c": 2 }]\n}');

  test.each([
    [[], 1, 1],
    [['b'], 2, 8],
    [['b', 0], 2, 9],
    [['b', 1, 'c'], 3, 12],
    [['b', 7, 'z'], 2, 8],
  ])('knows where %j is', (path, line, column) => {
    expect(file?.locate(path)).toEqual({ line, column });
  });

  test.each([
    ['', 'an empty file', 1, 1],
    ['{"a":1,}', 'a comma before }', 1, 8],
    ['// c\n{}', 'a comment', 1, 1],
    ['{"a":{"b":1,"b":2}}', 'the name "b" a second time in one object', 1, 13],
  ])('%j is refused', (text, found, line, column) => {
    const { diagnostics } = parseDescriptor('a.json', text);
    expect(diagnostics).toEqual([expect.objectContaining({ code: 'E-JSON', found, line, column })]);
  });
});

test('diagnostics are sorted by file and place', () => {
  const at = (file: string, line: number, column: number): Diagnostic => ({
    code: 'E-JSON',
    file,
    pointer: '',
    line,
    column,
    found: '',
    accepted: '',
  });
  const sorted = [at('a', 1, 1), at('a', 1, 2), at('a', 10, 1), at('b', 2, 1)];
  expect(sortDiagnostics(sorted.toReversed())).toEqual(sorted);
});
