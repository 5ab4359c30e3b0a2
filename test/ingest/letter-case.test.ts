/**
 * Letter case in regular expressions: `(?i)` and `(?i:…)` match what a slow interpreter of the same pattern matches.
 *
 * @module-tag preprocessors
 */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileGrok } from '../../lib/ingest/text/grok.ts';
import { inAnyCase, inEachCase } from '../../lib/ingest/text/letter-case.ts';
import { compileJavaRegex } from '../../lib/ingest/text/regex.ts';
import { amount } from '../support/amount.ts';

const numRuns = amount({ few: 3_000, many: 10_000, most: 100_000 });

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'class'; readonly members: string; readonly isNegated: boolean }
  | { readonly kind: 'all'; readonly parts: readonly Part[] }
  | { readonly kind: 'one'; readonly parts: readonly Part[] }
  | { readonly kind: 'optional'; readonly part: Part }
  | { readonly kind: 'case'; readonly isIgnored: boolean; readonly part: Part };

function patternOf(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'class':
      return `[${part.isNegated ? '^' : ''}${part.members}]`;
    case 'all':
      return part.parts.map(patternOf).join('');
    case 'one':
      return `(?:${part.parts.map(patternOf).join('|')})`;
    case 'optional':
      return `(?:${patternOf(part.part)})?`;
    case 'case':
      return `(?${part.isIgnored ? '' : '-'}i:${patternOf(part.part)})`;
  }
}

/** The next choice of a number below the limit. */
type Choose = (limit: number) => number;

/** A text that the part may match: letters change their case at random. */
function textOf(part: Part, choose: Choose): string {
  switch (part.kind) {
    case 'text':
      return [...part.text].map((letter) => otherCase(letter, choose)).join('');
    case 'class':
      return part.isNegated ? 'x' : otherCase(part.members[choose(part.members.length)] ?? '', choose);
    case 'all':
      return part.parts.map((one) => textOf(one, choose)).join('');
    case 'one':
      return textOf(part.parts[choose(part.parts.length)] as Part, choose);
    case 'optional':
      return choose(2) === 0 ? '' : textOf(part.part, choose);
    case 'case':
      return textOf(part.part, choose);
  }
}

function otherCase(letter: string, choose: Choose): string {
  return [letter, letter.toLowerCase(), letter.toUpperCase(), letter][choose(4)] ?? letter;
}

const fold = (letter: string) => letter.toUpperCase().toLowerCase();

/** Calls `next` with each end of the part, the preferred one first, until one is accepted. */
function accepts(
  part: Part,
  text: string,
  at: number,
  ignoresCase: boolean,
  next: (end: number) => boolean,
): boolean {
  const isSame = (a: string, b: string) => (ignoresCase ? fold(a) === fold(b) : a === b);
  switch (part.kind) {
    case 'text': {
      const found = text.slice(at, at + part.text.length);
      return isSame(found, part.text) && next(at + part.text.length);
    }
    case 'class': {
      const letter = text[at];
      if (letter === undefined) return false;
      return [...part.members].some((member) => isSame(member, letter)) !== part.isNegated && next(at + 1);
    }
    case 'all': {
      const [first, ...rest] = part.parts;
      if (!first) return next(at);
      return accepts(first, text, at, ignoresCase, (end) =>
        accepts({ kind: 'all', parts: rest }, text, end, ignoresCase, next),
      );
    }
    case 'one':
      return part.parts.some((one) => accepts(one, text, at, ignoresCase, next));
    case 'optional':
      // As in JavaScript, an optional part does not match an empty text.
      return accepts(part.part, text, at, ignoresCase, (end) => end > at && next(end)) || next(at);
    case 'case':
      return accepts(part.part, text, at, part.isIgnored, next);
  }
}

/** The first match, and undefined for none. */
function matchSlowly(part: Part, text: string): string | undefined {
  for (let start = 0; start <= text.length; start++) {
    let match: string | undefined;
    accepts(part, text, start, false, (end) => {
      match = text.slice(start, end);
      return true;
    });
    if (match !== undefined) return match;
  }
  return undefined;
}

const words = ['warn', 'WARN', 'ing', 'error', 'err', 'or', 'emerg', 'ency', ' ', 'ok', 's', 'k', 'é', 'É'];
const { part: randomPart } = fc.letrec<{ part: Part; leaf: Part; some: Part[] }>((tie) => ({
  leaf: fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('text'), text: fc.constantFrom(...words) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('class'),
        members: fc.constantFrom('Ee', 'w', 'rR', 'a', 'EO', 'sé', 'K'),
        isNegated: fc.constantFrom(false, false, false, true),
      }),
    },
  ) as fc.Arbitrary<Part>,
  some: fc.array(tie('part'), { minLength: 1, maxLength: 4 }),
  part: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('leaf'),
    fc.record({ kind: fc.constant('all'), parts: tie('some') }),
    fc.record({ kind: fc.constant('one'), parts: tie('some') }),
    fc.record({ kind: fc.constant('optional'), part: tie('part') }),
    fc.record({ kind: fc.constant('case'), isIgnored: fc.boolean(), part: tie('part') }),
  ) as fc.Arbitrary<Part>,
}));

const randomCase = fc
  .tuple(
    randomPart,
    fc.boolean(),
    fc.constantFrom('', ' X'),
    fc.array(fc.nat(999), { minLength: 1, maxLength: 30 }),
  )
  .map(([part, isIgnored, suffix, choices]) => {
    const all: Part = { kind: 'all', parts: [part, { kind: 'text', text: suffix }] };
    let at = 0;
    const text = textOf(part, (limit) => (choices[at++ % choices.length] ?? 0) % limit);
    return {
      part: isIgnored ? ({ kind: 'case', isIgnored, part: all } as const) : all,
      // `(?i)` for all that follows is the same as a group.
      pattern: `${isIgnored ? '(?i)' : ''}${patternOf(all)}`,
      text: `${text} X`,
    };
  });

describe('random patterns', { tags: ['property'] }, () => {
  test.each([
    ['grok', (pattern: string, text: string) => compileGrok([pattern], {}).match(text)],
    ['Java', (pattern: string, text: string) => compileJavaRegex(pattern).regex.exec(text)],
    // What surrounds a group without letter case decides how V8 searches.
    [
      'grok, a definition',
      (pattern: string, text: string) => compileGrok(['%{P}'], { P: pattern }).match(text),
    ],
  ])('%s', (_, match) => {
    fc.assert(
      fc.property(randomCase, ({ part, pattern, text }) => {
        expect(match(pattern, text)?.[0]).toBe(matchSlowly(part, text));
      }),
      { numRuns },
    );
  });
});

test('every character has the letter cases that the flag i of JavaScript finds', () => {
  const characters = Array.from({ length: 0x1f000 }, (_, code) => String.fromCodePoint(code));
  const cased = characters.filter((one) => one.toLowerCase() !== one || one.toUpperCase() !== one);
  expect(cased.length).toBeGreaterThan(2_800);
  const all = cased.join('');
  const wrong = cased.filter((one) => {
    const found = all.match(new RegExp(one, 'giu')) ?? [];
    return found.toSorted().join('') !== inEachCase(one).toSorted().join('');
  });
  expect(wrong).toEqual([]);
});

test.each(['a-f', 'k', '\\p{Lu}', 'é-ö', '\\u{3a3}', '\\D', '0-9', '\\0-\\x40', 's\\-'])(
  'the class %s has the letter cases that the flag i finds, also when it is negated',
  (inside) => {
    const folded = inAnyCase(inside);
    const characters = Array.from({ length: 0x1f000 }, (_, code) => String.fromCodePoint(code));
    for (const [mine, wanted] of [
      [`[${folded}]`, `[${inside}]`],
      [`[^${folded}]`, `[^${inside}]`],
    ] as const) {
      const [own, flag] = [new RegExp(mine, 'u'), new RegExp(wanted, 'iu')];
      expect(characters.filter((one) => own.test(one) !== flag.test(one))).toEqual([]);
    }
  },
);

const rows: readonly [name: string, pattern: string, text: string, match: string | undefined][] = [
  ['alternatives', '(?i)(?:WARN?(?:ING)?|[Ee]rr?(?:or)?|[Ee]merg(?:ency)?) X', 'error x', 'error x'],
  ['a known name', '(?i)%{LOGLEVEL} x', 'eRRor X', 'eRRor X'],
  ['a known name before the flag', '%{LOGLEVEL}(?i)x', 'eRRorX', undefined],
  ['a group', 'a(?i:b)c', 'aBc', 'aBc'],
  ['after a group', 'a(?i:b)c', 'aBC', undefined],
  ['a group within it', '(?i)a(?-i:b)c', 'Abc ABC', 'Abc'],
  ['up to the end of its group', '(?:a(?i)b)c', 'aBC aBc', 'aBc'],
  ['the alternatives that follow it', 'a(?i)b|c', 'aC', 'aC'],
  ['named and negated classes', '(?i)[[:upper:]][^x]$', 'aX ab', 'ab'],
  ['what is no word', '(?i)[\\W]', 'kS', undefined],
  ['escapes', '(?i)\\x41\\p{Lu}', 'ab', 'ab'],
  ['beyond ASCII', '(?i)straße Σ', 'STRAẞE ς', 'STRAẞE ς'],
];
test.each(rows)('%s', (_name, pattern, text, match) => {
  expect(compileGrok([pattern], {}).match(text)?.[0]).toBe(match);
});

test('a flag of Java applies to the alternatives that follow it, one by one', () => {
  const { regex } = compileJavaRegex('a(?i)b|c\\Qd\\E');
  expect(['aB', 'CD', 'AB', 'aC'].map((text) => regex.exec(text)?.[0])).toEqual([
    'aB',
    'CD',
    undefined,
    undefined,
  ]);
});
