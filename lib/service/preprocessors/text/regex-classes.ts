/** Character classes of Java and Oniguruma, as the insides of a JavaScript class (flag `u`). */

/** What is wrong with a pattern, in words that complete "the pattern …". */
export class InvalidRegex extends Error {}

export type RegexDialect = 'java' | 'oniguruma';

export interface TranslateOptions {
  readonly dialect: RegexDialect;
  /**
   * Names of classes and ends of words know all scripts, as in Oniguruma. `\w`, `\d` and `\s` stay those of ASCII,
   * unless the flag `u` is set.
   */
  readonly isWide?: boolean;
  /** The flag `u` is set from the start. */
  readonly isUnicode?: boolean;
  /** A pattern of the project's own: look-around and atomic groups are accepted. */
  readonly isTrusted?: boolean;
  /** Replaces `%{…}`; it gets the text between the braces, and whether the flag `u` is set. */
  readonly expand?: (reference: string, isUnicode: boolean) => string;
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

/** What `[:^name:]` stands for within a class. */
export const negatedNamed: Readonly<Record<string, string | undefined>> = {
  alpha: '\\P{Alphabetic}',
  cntrl: '\\P{Cc}',
  digit: '\\P{Nd}',
  lower: '\\P{Lowercase}',
  space: '\\P{White_Space}',
  upper: '\\P{Uppercase}',
};

/** What `\d`, `\w`, `\s`, `\h` and `\v` stand for, without brackets; undefined for another letter. */
export function shorthandClass(
  letter: string,
  dialect: RegexDialect,
  isUnicode: boolean,
): string | undefined {
  return (isUnicode ? unicodeShorthands[letter] : undefined) ?? shorthands[dialect][letter];
}

/** What `[:name:]` and `\p{name}` stand for, without brackets; undefined for an unknown name. */
export function namedClass(name: string, isWide: boolean): string | undefined {
  const lower = name.toLowerCase();
  const known = (isWide ? wideNamed[lower] : undefined) ?? named[lower];
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
