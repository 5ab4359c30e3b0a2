/** Character classes of Java and Oniguruma, as the insides of a JavaScript class (flag `u`). */

/** What is wrong with a pattern, in words that complete "the pattern …". */
export class InvalidRegex extends Error {}

export type RegexDialect = 'java' | 'oniguruma';

export interface TranslateOptions {
  readonly dialect: RegexDialect;
  /** Classes contain characters of any script (Oniguruma). */
  readonly isWide?: boolean;
  /** A pattern of the project's own: look-around and atomic groups are accepted. */
  readonly isTrusted?: boolean;
  /** Replaces `%{…}`; it gets the text between the braces. */
  readonly expand?: (reference: string) => string;
  /**
   * Called for each group that captures, in the order of their numbers. In Oniguruma only groups with a name
   * capture then; in Java the name of another group is empty.
   */
  readonly onGroup?: (name: string) => unknown;
}

const unicodeWord = '\\p{L}\\p{M}\\p{N}\\p{Pc}';

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

/** The texts to which `wide` applies have characters beyond ASCII. */
const wideShorthands: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  w: unicodeWord,
  s: '\\t\\n\\v\\f\\r\\x85\\p{Z}',
};

/** What `\d`, `\w`, `\s`, `\h` and `\v` stand for, without brackets; undefined for another letter. */
export function shorthandClass(letter: string, dialect: RegexDialect, isWide: boolean): string | undefined {
  const isNarrow = !isWide || dialect === 'java';
  return (isNarrow ? undefined : wideShorthands[letter]) ?? shorthands[dialect][letter];
}

/** What `[:name:]` and `\p{name}` stand for, without brackets; undefined for an unknown name. */
export function namedClass(name: string): string | undefined {
  const known = named[name.toLowerCase()];
  if (known !== undefined) return known;
  const script = /^(?:Is|script=|sc=)(\w+)$/.exec(name)?.[1];
  const candidates = [
    `\\p{${name}}`,
    ...(script === undefined ? [] : [`\\p{Script=${script}}`, `\\p{${script}}`]),
  ];
  return candidates.find(isSyntax);
}

function isSyntax(property: string): boolean {
  try {
    return new RegExp(property, 'u').source !== '';
  } catch {
    return false;
  }
}
