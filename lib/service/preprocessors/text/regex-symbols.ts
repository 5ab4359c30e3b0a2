/** Anchors, dots and literal characters, as JavaScript writes them (flag `u`). */

import type { RegexDialect } from './regex-classes.ts';

export interface RegexFlags {
  readonly i: boolean;
  readonly s: boolean;
  readonly m: boolean;
  readonly x: boolean;
  /** `\w`, `\d` and `\s` know all scripts (Oniguruma). */
  readonly u: boolean;
}

const lineEnd = '\\n\\r\\x85\\u2028\\u2029';
// Expressions never have the flag m. A negated look-around would also hold within a surrogate pair.
// All places are groups: a quantifier may follow them, which JavaScript allows only after a group.
const start = '(?:^)';
const end = '(?:$)';

/** In Java a carriage return and the line feed after it are one end of a line. */
const notWithin = '(?<!\\r(?=\\n))';
const javaLastLine = `(?:(?=(?:\\r\\n|[${lineEnd}])?${end})${notWithin})`;

/** In Java `^` and `$` are the ends of the text, unless the flag `m` is set. No line begins at the end of the text. */
function javaSymbol(character: string, { s, m }: RegexFlags): string | undefined {
  switch (character) {
    case '.':
      return s ? '[\\s\\S]' : `[^${lineEnd}]`;
    case '^':
      return m ? `(?:(?:${start}|(?<=[${lineEnd}]))${notWithin}(?!${end}))` : start;
    case '$':
      return m ? `(?:(?=[${lineEnd}]|${end})${notWithin})` : javaLastLine;
    default:
      return undefined;
  }
}

/** In Oniguruma `^` and `$` are the ends of a line, and the flag `m` lets the dot match a line feed. */
function onigurumaSymbol(character: string, { s, m }: RegexFlags): string | undefined {
  switch (character) {
    case '.':
      return s || m ? '[\\s\\S]' : '[^\\n]';
    case '^':
      return `(?:${start}|(?<=\\n))`;
    case '$':
      return `(?:(?=\\n|${end}))`;
    default:
      return undefined;
  }
}

/** What `.`, `^` and `$` mean; undefined for another character. */
export function symbolOf(character: string, dialect: RegexDialect, flags: RegexFlags): string | undefined {
  return (dialect === 'java' ? javaSymbol : onigurumaSymbol)(character, flags);
}

const word = '[\\p{L}\\p{M}\\p{N}\\p{Pc}]';
const wideBoundaries: Readonly<Record<string, string>> = {
  b: `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`,
  B: `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`,
};

const anchors: Readonly<Record<string, string>> = {
  b: '(?:\\b)',
  B: '(?:\\B)',
  A: start,
  z: end,
  Z: `(?:(?=\\n?${end}))`,
  R: '(?:\\r\\n|[\\n\\v\\f\\r\\x85\\u2028\\u2029])',
};

/** What a letter after a backslash means that stands for a place; undefined for another one. */
export function anchorOf(letter: string, dialect: RegexDialect, isWide: boolean): string | undefined {
  if (letter === 'Z' && dialect === 'java') return javaLastLine;
  return (isWide ? wideBoundaries[letter] : undefined) ?? anchors[letter];
}

/** Escapes what has a meaning in an expression with the flag `u`. */
export function escapeLiteral(character: string): string {
  return '^$\\.*+?()[]{}|/'.includes(character) ? `\\${character}` : character;
}
