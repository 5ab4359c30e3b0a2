/** Splits a pattern of java.time into its parts. */

import { InvalidPattern } from '../base/definition.ts';

export type PatternPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'letters'; readonly letter: string; readonly count: number }
  | { readonly kind: 'optional'; readonly parts: readonly PatternPart[] };

/** The letters and how many of each may stand in a row. */
const counts: Readonly<Record<string, readonly number[]>> = {
  G: [1, 2, 3, 4, 5],
  u: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  y: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  Y: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  Q: [1, 2],
  q: [1, 2],
  M: [1, 2, 3, 4],
  L: [1, 2, 3, 4],
  w: [1, 2],
  d: [1, 2],
  D: [1, 2, 3],
  e: [1, 2],
  E: [1, 2, 3, 4],
  a: [1],
  H: [1, 2],
  k: [1, 2],
  K: [1, 2],
  h: [1, 2],
  m: [1, 2],
  s: [1, 2],
  S: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  n: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  A: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  N: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
  X: [1, 2, 3, 4, 5],
  x: [1, 2, 3, 4, 5],
  Z: [1, 2, 3, 4, 5],
  O: [1, 4],
  z: [1, 2, 3],
  V: [2],
};

/** The letters of the documentation, in its order. */
const patternLetters = Object.keys(counts);

const maxPattern = 256;

/**
 * @throws InvalidPattern
 * @example splitDatePattern("yyyy['T'HH]") // [{ letters y 4 }, { optional: [{ literal T }, { letters H 2 }] }]
 */
export function splitDatePattern(pattern: string): readonly PatternPart[] {
  if (pattern === '') throw new InvalidPattern('is empty');
  if (pattern.length > maxPattern) throw new InvalidPattern(`has more than ${maxPattern} characters`);
  const stack: PatternPart[][] = [[]];
  const token = /'((?:[^']|'')*)'|([A-Za-z])\2*|([\s\S])/gy;
  for (const [all, quoted, letter, other = ''] of pattern.matchAll(token)) {
    if (other === '[') stack.push([]);
    else if (other === ']') closeOptional(stack);
    else stack.at(-1)?.push(letter === undefined ? literalOf(quoted, other) : letters(letter, all.length));
  }
  // As in Java, an optional part may lack its end.
  while (stack.length > 1) closeOptional(stack);
  return stack[0] ?? [];
}

function literalOf(quoted: string | undefined, other: string): PatternPart {
  if (quoted !== undefined) return { kind: 'literal', text: quoted.replaceAll("''", "'") || "'" };
  if ("'{}#".includes(other)) throw new InvalidPattern(`has ${other}, which must be in quotes`);
  return { kind: 'literal', text: other };
}

function closeOptional(stack: PatternPart[][]): void {
  if (stack.length === 1) throw new InvalidPattern('has a ] without its [');
  const parts = stack.pop() ?? [];
  stack.at(-1)?.push({ kind: 'optional', parts });
}

function letters(letter: string, count: number): PatternPart {
  const allowed = Object.hasOwn(counts, letter) ? counts[letter] : undefined;
  if (!allowed)
    throw new InvalidPattern(`has ${letter}, which is not among the letters ${patternLetters.join('')}`);
  if (!allowed.includes(count))
    throw new InvalidPattern(`has ${letter.repeat(Math.min(count, 20))}, which is too long`);
  return { kind: 'letters', letter, count };
}
