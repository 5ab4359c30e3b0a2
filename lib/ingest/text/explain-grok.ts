/** How far a text matches patterns of grok, and where their captures are. */

import { InvalidPattern } from '../base/definition.ts';
import type { PatternMatch, PlacedCapture } from './explain-dissect.ts';
import { compileGrok } from './grok.ts';
import type { KnownNames } from './grok-bank.ts';

/** Each is compiled for a pattern that does not match. */
const maxPrefixes = 64;

interface GrokMatch extends PatternMatch {
  /** The index of the pattern that matches, or of the one that came furthest. */
  readonly pattern: number;
}

/**
 * @throws InvalidPattern
 * @example explainGrok(['%{INT:n} ms'], { bank: findBank(), definitions: {} }, '5 s') // { isMatch: false, pattern: 0, reached: 2, rest: 'ms', … }
 */
export function explainGrok(patterns: readonly string[], known: KnownNames, text: string): GrokMatch {
  const found = patterns.flatMap((pattern, index) => {
    const match = matchWith(pattern, known, text);
    return match ? [{ ...match, pattern: index }] : [];
  });
  // The first match in the text wins; at the same place, the first of the list.
  const [best] = found.toSorted((one, other) => one.start - other.start);
  if (best)
    return { isMatch: true, pattern: best.pattern, captures: best.captures, reached: best.end, rest: '' };
  const attempts = patterns.map((pattern, index) => ({
    ...longestAttempt(pattern, known, text),
    pattern: index,
  }));
  const none = { isMatch: false, pattern: 0, captures: [], reached: 0, rest: patterns[0] ?? '' };
  return attempts.reduce((one, other) => (other.reached > one.reached ? other : one), attempts[0] ?? none);
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly captures: readonly PlacedCapture[];
}

function matchWith(pattern: string, known: KnownNames, text: string): Match | undefined {
  const { captures, regexFor } = compileGrok([pattern], known.definitions, { ...known, flags: 'du' });
  const match = regexFor(text).exec(text);
  if (!match) return undefined;
  const placed = captures.flatMap(({ name, groups }) =>
    groups.flatMap((group) => {
      const [start, end] = match.indices?.[group] ?? [];
      return start === undefined || end === undefined ? [] : [{ name, start, end }];
    }),
  );
  placed.sort((one, other) => one.start - other.start || other.end - one.end);
  return { start: match.index, end: match.index + match[0].length, captures: placed };
}

/** The longest beginning of the pattern that matches. */
function longestAttempt(pattern: string, known: KnownNames, text: string): PatternMatch {
  for (const end of endsOfParts(pattern).slice(-maxPrefixes).toReversed()) {
    const match = tryPrefix(pattern.slice(0, end), known, text);
    if (match)
      return { isMatch: false, captures: match.captures, reached: match.end, rest: pattern.slice(end) };
  }
  return { isMatch: false, captures: [], reached: 0, rest: pattern };
}

function tryPrefix(prefix: string, known: KnownNames, text: string): Match | undefined {
  try {
    return matchWith(prefix, known, text);
  } catch (cause) {
    if (cause instanceof InvalidPattern) return undefined;
    throw cause;
  }
}

/** Offsets between the parts of a pattern that are in no group; the whole pattern is not among them. */
function endsOfParts(pattern: string): readonly number[] {
  const part = /%\{[^}]*\}|\[(?:[^\]\\]|\\.)+\]|\\.|[\s\S]/gu;
  const ends: number[] = [];
  let depth = 0;
  for (const { 0: piece, index } of pattern.matchAll(part)) {
    depth += Number(piece === '(') - Number(piece === ')');
    const end = index + piece.length;
    const isQuantified = /^(?:[*+?]|\{\d)/.test(pattern.slice(end));
    if (depth === 0 && !isQuantified && piece !== '|' && end < pattern.length) ends.push(end);
  }
  return ends;
}
