import { InvalidPattern } from '../base/definition.ts';

export type PatternPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'letters'; readonly letter: string; readonly count: number }
  | { readonly kind: 'optional'; readonly parts: readonly PatternPart[] };

/** The letters of the documentation, in its order. */
const patternLetters = 'GuyYQqMLwdDeEaHkKhmsSnANXxZOzV';

/** How many of each letter may stand in a row; 1 or 4 of O, and 2 of V. */
const mostInRow: readonly (readonly [letters: string, most: number])[] = [
  ['a', 1],
  ['QqwdeHkKhmsV', 2],
  ['Dz', 3],
  ['MLEO', 4],
  ['GXxZ', 5],
  ['uyYSnA', 9],
  ['N', 14],
];

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
  const [, most] = mostInRow.find(([own]) => own.includes(letter)) ?? [];
  if (most === undefined)
    throw new InvalidPattern(`has ${letter}, which is not among the letters ${patternLetters}`);
  const isAllowed =
    letter === 'O' ? count === 1 || count === 4 : letter === 'V' ? count === 2 : count <= most;
  if (!isAllowed) throw new InvalidPattern(`has ${letter.repeat(Math.min(count, 20))}, which is too long`);
  return { kind: 'letters', letter, count };
}
