/** The symbols of Java and Oniguruma as JavaScript writes them (flag `u`): classes, as the insides of one, and anchors. */

import { ownMember } from '../../headwater/shared/json/own-member.ts';

export type RegexDialect = 'java' | 'oniguruma';

export interface TranslateOptions {
  readonly dialect: RegexDialect;
  /**
   * Named classes and word boundaries know all scripts, as in Oniguruma. `\w`, `\d` and `\s` match ASCII only, unless the
   * flag `u` is set.
   */
  readonly isWide?: boolean;
  /** The flags that are set from the start. */
  readonly flags?: Partial<RegexFlags>;
  /** Replaces `%{…}`; it gets the text between the braces, and the flags of this place. */
  readonly expand?: (reference: string, flags: RegexFlags) => string;
  /**
   * Called for each group that captures, in the order of their numbers. In Oniguruma only groups with a name
   * capture then; in Java the name of another group is empty.
   */
  readonly onGroup?: (name: string) => unknown;
}

/** Both dialects name these; the names of Java are not sensitive to letter case here. */
const named: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7f',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: ' \\t\\n\\v\\f\\r',
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9A-Fa-f',
  isalphabetic: '\\p{Alphabetic}',
  isdigit: '\\p{Nd}',
  isletter: '\\p{L}',
  islowercase: '\\p{Lowercase}',
  ispunctuation: '\\p{P}',
  isuppercase: '\\p{Uppercase}',
  iswhite_space: '\\p{White_Space}',
};

const shorthands: Readonly<Record<RegexDialect, Readonly<Record<string, string>>>> = {
  java: {
    d: '0-9',
    w: 'A-Za-z0-9_',
    s: ' \\t\\n\\v\\f\\r',
    h: ' \\t\\xa0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000',
    v: '\\n\\v\\f\\r\\x85\\u2028\\u2029',
  },
  oniguruma: { d: '0-9', w: 'A-Za-z0-9_', s: ' \\t\\n\\v\\f\\r', h: '0-9A-Fa-f' },
};

const visible = '\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}\\p{Co}';

/** For texts beyond ASCII; `ascii` and `xdigit` are the same everywhere. */
const wideNamed: Readonly<Record<string, string>> = {
  alnum: '\\p{Alphabetic}\\p{Nd}',
  alpha: '\\p{Alphabetic}',
  blank: '\\t\\p{Zs}',
  cntrl: '\\p{Cc}',
  digit: '\\p{Nd}',
  graph: visible,
  lower: '\\p{Lowercase}',
  print: `${visible}\\p{Zs}`,
  punct: '\\p{P}$+<=>^`|~',
  space: '\\p{White_Space}',
  upper: '\\p{Uppercase}',
  word: '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}',
};

/** With the flag `u`. */
const unicodeShorthands: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  w: '\\p{L}\\p{M}\\p{N}\\p{Pc}',
  s: '\\p{White_Space}',
};

/** What `\d`, `\w`, `\s`, `\h` and `\v` stand for, without brackets; undefined for another letter. */
export function shorthandClass(
  letter: string,
  dialect: RegexDialect,
  isUnicode: boolean,
): string | undefined {
  return (
    (isUnicode ? ownMember(unicodeShorthands, letter) : undefined) ?? ownMember(shorthands[dialect], letter)
  );
}

/** What `[:name:]` and `\p{name}` stand for, without brackets; undefined for an unknown name. */
export function namedClass(name: string, isWide: boolean): string | undefined {
  const lower = name.toLowerCase();
  const known = (isWide ? ownMember(wideNamed, lower) : undefined) ?? ownMember(named, lower);
  if (known !== undefined) return known;
  const plain = /^(?:Is|script=|sc=)?(\w+)$/.exec(name)?.[1] ?? '';
  return [`\\p{${name}}`, `\\p{Script=${plain}}`, `\\p{${plain}}`].find(isSyntax);
}

function isSyntax(property: string): boolean {
  try {
    return new RegExp(property, 'u').source !== '';
  } catch {
    return false;
  }
}

export interface RegexFlags {
  /** Letter case makes no difference. */
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

/**
 * In Oniguruma `^` and `$` are the ends of a line, and the flag `m` lets the dot match a line feed. No line begins at the end
 * of the text, unless that is empty.
 */
function onigurumaSymbol(character: string, { s, m }: RegexFlags): string | undefined {
  switch (character) {
    case '.':
      return s || m ? '[\\s\\S]' : '[^\\n]';
    case '^':
      return `(?:${start}|(?<=\\n)(?!${end}))`;
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
  return (isWide ? ownMember(wideBoundaries, letter) : undefined) ?? ownMember(anchors, letter);
}

/** Escapes what has a meaning in an expression with the flag `u`. */
export function escapeLiteral(character: string): string {
  return '^$\\.*+?()[]{}|/'.includes(character) ? `\\${character}` : character;
}
