/** The syntax of expressions in grok and, in Java's, of all other steps. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidPattern } from '../../lib/ingest/base/definition.ts';
import { compileGrok } from '../../lib/ingest/text/grok.ts';
import { compileJavaRegex, translateRegex } from '../../lib/ingest/text/regex.ts';
import { amount } from '../support/amount.ts';

/** The first match of a pattern in a text, and what each of its groups has. */
type Match = readonly (string | null)[] | null;

interface RegexCase {
  readonly dialect: 'java' | 'oniguruma';
  readonly pattern: string;
  readonly text: string;
  /** What java.util.regex of Java 17 and Oniguruma 6.9.8 match. */
  readonly match: Match;
}

const cases = readFileSync(new URL('regex-cases.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): RegexCase => JSON.parse(line));

function matchOfGrok(pattern: string, text: string): Match {
  const { captures, match } = compileGrok([pattern], {});
  const found = match(text);
  const groups = captures.flatMap((capture) => capture.groups).toSorted((one, other) => one - other);
  return found && [found[0], ...groups.map((group) => found[group] ?? null)];
}

function matchOfJava(pattern: string, text: string): Match {
  const { regex, groups } = compileJavaRegex(pattern);
  const found = regex.exec(text);
  return found && [found[0], ...groups.map(({ number }) => found[number] ?? null)];
}

test.each([
  ['oniguruma', matchOfGrok, 391],
  ['java', matchOfJava, 421],
] as const)('the engine of %s matches the same', (dialect, matchOf, count) => {
  const ofDialect = cases.filter((one) => one.dialect === dialect);
  expect(ofDialect.length).toBe(count);
  const different = ofDialect.flatMap(({ pattern, text, match }) => {
    const own = matchOf(pattern, text);
    return JSON.stringify(own) === JSON.stringify(match) ? [] : [{ pattern, text, match, own }];
  });
  expect(different).toEqual([]);
});

describe('atomic groups leave the groups of known names in their order', () => {
  test.each([
    [
      '%{WORD:a} (?<q>["\'])(?>%{DATA:b}")(?<c>(?>x+))%{INT:d}',
      'w "it\'s"xx7',
      ['w', '"', "it's", 'xx', '7'],
    ],
    ['(?<a>(?>x|y)+)%{OWN:b}(?<c>.)', 'xy((z', ['xy', '((', 'z']],
    ['(?i)%{OWN:a}', '[[', ['[[']],
  ])('%s', (pattern, text, want) => {
    const { captures, match } = compileGrok([`never|${pattern}`], { OWN: '(?>(?<own>[(\\[]){2}+)' });
    const found = match(text);
    const values = captures
      .filter(({ name }) => name !== 'own')
      .map(({ groups: [group = 0] }) => found?.[group]);
    expect(values).toEqual(want);
  });

  test('of several patterns, and for texts beyond ASCII', () => {
    const { captures, match } = compileGrok(['(?<a>(?>x))!', '(?>z)(?<b>\\w++)'], {});
    const valuesIn = (text: string) => captures.map(({ groups }) => match(text)?.[groups[0] ?? 0]);
    expect(valuesIn('zz')).toEqual([undefined, 'z']);
    expect(valuesIn('zzé')).toEqual([undefined, 'z']);
  });
});

test.each([
  ['oniguruma', '(a', 'has a ( without its )'],
  ['oniguruma', 'a)', 'has a ) without its ('],
  ['oniguruma', '[a', 'has a [ without its ]'],
  ['oniguruma', '%{A', 'has %{ without its }'],
  ['oniguruma', 'a\\', 'ends with a single \\'],
  ['oniguruma', '[a\\', 'ends with a single \\'],
  ['oniguruma', '*a', 'has nothing to repeat before *, +, ? or {'],
  ['oniguruma', 'a|+', 'has nothing to repeat before *, +, ? or {'],
  ['oniguruma', '(?i)+', 'has nothing to repeat before *, +, ? or {'],
  ['oniguruma', 'a{1001}', 'repeats more than 1,000 times'],
  ['oniguruma', 'a{2,1}', 'has the numbers of {2,1} in the wrong order'],
  ['oniguruma', '[b-a]', 'has a range in a class that ends before it begins'],
  ['oniguruma', '[[:letter:]]', 'has an unknown class [:letter:]'],
  ['oniguruma', '[a&&]', 'has && in a class without characters before and after it'],
  ['oniguruma', '\\x', 'has an unknown escape \\x'],
  ['oniguruma', '\\p{Letters}', 'has an unknown property \\p{Letters}'],
  ['oniguruma', '(?P<a>b)', 'has an unknown group (?'],
  ['oniguruma', '(?<>b)', 'has a group with an empty name'],
  ['oniguruma', '(?#a', 'has a comment (?# without its )'],
  ['oniguruma', '\\x{110000}', 'has a character beyond Unicode'],
  ['oniguruma', '(?<a>b)\\k<a>', 'has a back-reference, which is not supported'],
  ['oniguruma', '(?<a>b)\\g<a>', 'has \\g, which is not supported'],
  ['oniguruma', '(?<a>b)?(?(<a>)c|d)', 'has a condition (?(…)…), which is not supported'],
  ['oniguruma', 'a\\Kb', 'has \\K, which is not supported'],
  ['oniguruma', '(?~a)', 'has an unknown group (?'],
  [
    'oniguruma',
    '(?<=(?<a>b))',
    'has a group that captures in a look-behind, which is not supported; write (?:…)',
  ],
  [
    'oniguruma',
    '(?<!a(?>b|c))',
    'has an atomic group or a possessive quantifier in a look-behind, which is not supported; write (?:…)',
  ],
  ['oniguruma', '('.repeat(251) + ')'.repeat(251), 'is nested more than 250 deep with all its definitions'],
  ['oniguruma', '['.repeat(300), 'has classes nested more than 250 deep'],
  ['oniguruma', `a${'+*'.repeat(251)}`, 'is nested more than 250 deep with all its definitions'],
  ['oniguruma', 'a'.repeat(8193), 'has more than 8192 characters'],
  ['java', '(a)\\1', 'has a back-reference, which is not supported'],
  ['java', '(?#a)', 'has an unknown group (?'],
  ['java', 'a**', 'has nothing to repeat before *, +, ? or {'],
  [
    'java',
    '(?<=a++)',
    'has an atomic group or a possessive quantifier in a look-behind, which is not supported; write (?:…)',
  ],
  ['java', 'a{', 'has an invalid repetition'],
  ['java', '\\X', 'has \\X, which is not supported'],
  ['java', '\\j', 'has an unknown escape \\j'],
] as const)('%s: %s is refused', (dialect, pattern, message) => {
  const compile = () => (dialect === 'java' ? compileJavaRegex(pattern) : compileGrok([pattern], {}));
  expect(compile).toThrow(new InvalidPattern(message));
});

test('a look-ahead in a look-behind may capture', () => {
  expect(matchOfJava('(?<=a(?=(b)))b', 'ab')).toEqual(['b', 'b']);
  expect(matchOfGrok('(?<=a(?=(?>b)))(?<x>b)', 'ab')).toEqual(['b', 'b']);
});

/** V8 tries them between the halves of 😀, and Java even replaces there. */
test.each(
  [...new Set(['(?!\\S)', '(?<!x)', '(?<!^)++', '\\B', ...cases.map(({ pattern }) => pattern)])].map(
    (one) => [one],
  ),
)('a match of %s breaks no character', (pattern) => {
  const texts = ['a😀b😀', '😀', ' 😀 \n😀😀', 'aé😀😀x'];
  const compiled = [
    () => compileJavaRegex(pattern, 'g').regex,
    () => compileJavaRegex(`(?:${pattern})?`, 'g').regex,
  ];
  for (const compile of compiled) {
    let regex: RegExp;
    try {
      regex = compile();
    } catch (cause) {
      expect(cause).toBeInstanceOf(InvalidPattern);
      continue;
    }
    for (const text of texts) expect(text.replace(regex, '|').isWellFormed()).toBe(true);
  }
});

test('what may begin anywhere begins before each character', () => {
  const marked = (pattern: string) => 'a😀b😀'.replace(compileJavaRegex(pattern, 'g').regex, '|');
  expect(['(?!\\S)', '\\B', '(?<!x)', '(?<!a)', '(?!b)'].map(marked)).toEqual([
    ...['a😀b😀|', 'a😀b😀|', '|a|😀|b|😀|', '|a😀|b|😀|', '|a|😀b|😀|'],
  ]);
});

/** Each is repeated up to the most characters that a pattern has. */
const units =
  '(?: (?> (?= (?<! (?i) (?i: [ (?<n> (?# (?x)# %{ \\Q (?( a| (?<n>a) (?>a) a++ a{2} {2} + * ? \\R \\b ^ $ . (?i)a| (?i:ß) [[:graph:]] \\p{L} \\p{ (?<=a) [a-z&&[^b]] a&& [&& \\x{41} \\u (?i)[\\x{0}-\\x{ffff}] (?:a| (?:a*)* é \u{1f600} \\'.split(
    ' ',
  );

test.each(['java', 'oniguruma'] as const)('%s: no text takes long to be translated', (dialect) => {
  for (const unit of units) {
    const repeated = unit.repeat(Math.floor(4_096 / unit.length));
    const closed = `${repeated}a${(/[([]/.exec(unit)?.[0] === '[' ? ']' : ')').repeat(4_096)}`;
    for (const pattern of [repeated, closed, `(?i)${repeated}`]) {
      const start = process.cpuUsage();
      try {
        translateRegex(pattern, { dialect, isWide: dialect === 'oniguruma' });
      } catch (cause) {
        expect(cause).toBeInstanceOf(InvalidPattern);
      }
      const { user, system } = process.cpuUsage(start);
      expect({ unit, isFast: (user + system) / 1_000 < 5_000 }).toEqual({ unit, isFast: true });
    }
  }
});

test('every text is translated or refused', { tags: ['property'] }, () => {
  const pieces = fc.constantFrom(
    ...'( ) [ ] { } | * + ? ^ $ \\ - && : , < > = ! (? (?< (?> (?<= (?= a 1 k p x P é ++ {2} [:alpha:] [^ (?i) (?x) # ~ %{A:b}'.split(
      ' ',
    ),
    '\n',
    ' ',
  );
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 12 }),
      fc.constantFrom('java', 'oniguruma'),
      (texts, dialect) => {
        try {
          if (dialect === 'java') compileJavaRegex(texts.join('')).regex.test('a');
          else compileGrok([texts.join('')], { A: 'a' }).match('é');
        } catch (cause) {
          expect(cause).toBeInstanceOf(InvalidPattern);
        }
      },
    ),
    { numRuns: amount({ few: 2_000, many: 50_000, most: 500_000 }) },
  );
});
