/** Entity tags, written and compared as in RFC 9110 section 8.8.3. */

import { expect, test } from 'vitest';
import {
  matchesStrongly,
  matchesWeakly,
  parseTagCondition,
} from '../../../../lib/headwater/run/http/request/conditional-headers.ts';

const strong = (opaque: string) => ({ isWeak: false, opaque });
const weak = (opaque: string) => ({ isWeak: true, opaque });

const texts: readonly [text: string, condition: unknown][] = [
  ['*', '*'],
  [' * ', '*'],
  ['"a"', [strong('"a"')]],
  ['W/"a"', [weak('"a"')]],
  ['""', [strong('""')]],
  ['"a", W/"b" ,\t"c"', [strong('"a"'), weak('"b"'), strong('"c"')]],
  ['"a,b", "c"', [strong('"a,b"'), strong('"c"')]],
  [', "a",, "b",', [strong('"a"'), strong('"b"')]],
  ['"W/x"', [strong('"W/x"')]],
  ['', undefined],
  [',', undefined],
  ['a', undefined],
  ['"a', undefined],
  ['w/"a"', undefined],
  ['W/ "a"', undefined],
  ['"a" "b"', undefined],
  ['"a b"', undefined],
  ['*, "a"', undefined],
  ['"a", *', undefined],
  ["'a'", undefined],
];
test.each(texts)('%j', (text, condition) => {
  expect(parseTagCondition(text)).toEqual(condition);
});

/** The examples of section 8.8.3.2, and `*`. */
const comparisons: readonly [one: string, current: string, isStrong: boolean, isWeak: boolean][] = [
  ['W/"1"', 'W/"1"', false, true],
  ['W/"1"', 'W/"2"', false, false],
  ['W/"1"', '"1"', false, true],
  ['"1"', '"1"', true, true],
  ['"1", "2"', '"2"', true, true],
  ['"1", "2"', '"3"', false, false],
  ['*', '"1"', true, true],
];
test.each(comparisons)('%s and %s', (text, current, isStrong, isWeak) => {
  const condition = parseTagCondition(text) ?? expect.fail('not a condition');
  expect([matchesStrongly(condition, current), matchesWeakly(condition, current)]).toEqual([
    isStrong,
    isWeak,
  ]);
  expect([matchesStrongly(condition, undefined), matchesWeakly(condition, undefined)]).toEqual([
    false,
    false,
  ]);
});
