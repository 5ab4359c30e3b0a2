/** Character classes of Java and Oniguruma as JavaScript writes them (flag `u`). */

import { ownMember } from '../../../shared/json/own-member.ts';
import { InvalidPattern } from '../base/definition.ts';
import { namedClass, type RegexDialect, shorthandClass } from './regex-symbols.ts';

/** What `[:^name:]` stands for within a class. */
const negatedNamed: Readonly<Record<string, string | undefined>> = {
  alpha: '\\P{Alphabetic}',
  cntrl: '\\P{Cc}',
  digit: '\\P{Nd}',
  lower: '\\P{Lowercase}',
  space: '\\P{White_Space}',
  upper: '\\P{Uppercase}',
};

interface ClassOptions {
  readonly dialect: RegexDialect;
  readonly isWide?: boolean;
  /** `\w`, `\d` and `\s` know all scripts. */
  readonly isUnicode?: boolean;
}

interface CharacterClass {
  readonly inside: string;
  readonly isNegated: boolean;
  readonly end: number;
}

interface ClassAtom {
  readonly source: string;
  /** A single character, which may begin or end a range. */
  readonly isCharacter: boolean;
  readonly end: number;
}

/**
 * Reads one character class in brackets, nested classes included.
 *
 * @param start After the opening bracket.
 * @throws InvalidPattern
 */
export function readClass(pattern: string, start: number, options: ClassOptions): CharacterClass {
  const isNegated = pattern[start] === '^';
  let at = isNegated ? start + 1 : start;
  const first = at;
  let inside = '';
  while (pattern[at] !== ']' || at === first) {
    if (at >= pattern.length) throw new InvalidPattern('has a [ without its ]');
    if (pattern.startsWith('&&', at))
      throw new InvalidPattern('has an intersection &&, which is not supported');
    if (pattern[at] === '[' && pattern[at + 1] !== ':') {
      const nested = readClass(pattern, at + 1, options);
      if (nested.isNegated)
        throw new InvalidPattern('has a negated class within a class, which is not supported');
      inside += nested.inside;
      at = nested.end;
      continue;
    }
    const read = readRange(pattern, at, options);
    inside += read.source;
    at = read.end;
  }
  return { inside, isNegated, end: at + 1 };
}

function readRange(pattern: string, at: number, options: ClassOptions) {
  const from = readAtom(pattern, at, options);
  const isRange =
    from.isCharacter && pattern[from.end] === '-' && ![']', '[', undefined].includes(pattern[from.end + 1]);
  if (!isRange) return from;
  const to = readAtom(pattern, from.end + 1, options);
  const dash = to.isCharacter ? '-' : '\\-';
  return { source: `${from.source}${dash}${to.source}`, end: to.end };
}

function readAtom(pattern: string, at: number, options: ClassOptions): ClassAtom {
  const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
  const posix = character === '[' ? /^\[:(\^?)(\w+):\]/.exec(pattern.slice(at, at + 20)) : null;
  if (posix) return readPosix(posix, at, options);
  if (character === '\\') return readEscape(pattern, at + 1, options);
  return { source: escapeInClass(character), isCharacter: true, end: at + character.length };
}

function readPosix(
  [all, negation, name = '']: RegExpExecArray,
  at: number,
  options: ClassOptions,
): ClassAtom {
  const inside = negation === '^' ? ownMember(negatedNamed, name) : namedClass(name, options.isWide ?? false);
  if (inside === undefined) throw new InvalidPattern(`has an unknown class ${all}`);
  return { source: inside, isCharacter: false, end: at + all.length };
}

/** In JavaScript `\\S` knows the white space of all scripts. */
const outsides: Readonly<Record<string, string | undefined>> = {
  D: '\\D',
  W: '\\W',
  S: '\\0-\\x08\\x0e-\\x1f!-\\u{10ffff}',
};

function readEscape(pattern: string, at: number, options: ClassOptions): ClassAtom {
  const letter = pattern[at];
  if (letter === undefined) throw new InvalidPattern('ends with a single \\');
  const inside = shorthandClass(letter, options.dialect, options.isUnicode ?? false);
  if (inside !== undefined) return { source: inside, isCharacter: false, end: at + 1 };
  const outside = ownMember(outsides, letter);
  if (outside !== undefined) return { source: outside, isCharacter: false, end: at + 1 };
  if (letter === 'p' || letter === 'P') return readProperty(pattern, at, options);
  if (letter === 'b') return { source: '\\x08', isCharacter: true, end: at + 1 };
  const coded = readCode(pattern, at);
  if (coded) return coded;
  const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
  if (options.dialect === 'java' && /[A-Za-z]/.test(character))
    throw new InvalidPattern(`has an unknown escape \\${character}`);
  return { source: escapeInClass(character), isCharacter: true, end: at + character.length };
}

function readProperty(pattern: string, at: number, { isWide = false }: ClassOptions): ClassAtom {
  const letter = pattern[at];
  const [all = '', braced, single] = /^.(?:\{([^}]+)\}|(\w))/.exec(pattern.slice(at)) ?? [];
  const inside = namedClass(braced ?? single ?? '', isWide);
  const isProperty = inside?.startsWith('\\p');
  if (inside === undefined || (letter === 'P' && !isProperty))
    throw new InvalidPattern(`has an unknown property \\${all}`);
  const source = letter === 'P' ? inside.replace('\\p', '\\P') : inside;
  return { source, isCharacter: false, end: at + all.length };
}

const controls: Readonly<Record<string, number>> = { a: 7, e: 27, f: 12, n: 10, r: 13, t: 9, v: 11 };

function readCode(pattern: string, at: number): ClassAtom | undefined {
  const read = readCharacterEscape(pattern, at);
  return read && { ...read, isCharacter: true };
}

/** Reads what follows a backslash: `t`, `x41`, `x{1f600}`, `u0041`, `cA` or `012`. */
export function readCharacterEscape(
  pattern: string,
  at: number,
): { readonly source: string; readonly end: number } | undefined {
  const control = ownMember(controls, pattern[at] ?? '');
  if (control !== undefined) return { source: sourceOf(control), end: at + 1 };
  const [all, short, long, four, letter, octal] =
    /^(?:x([\dA-Fa-f]{2})|x\{([\dA-Fa-f]{1,6})\}|u([\dA-Fa-f]{4})|c([A-Za-z])|0([0-7]{0,3}))/.exec(
      pattern.slice(at, at + 10),
    ) ?? [];
  if (all === undefined) return undefined;
  const hexadecimal = short ?? long ?? four;
  if (letter !== undefined)
    return { source: sourceOf(letter.toUpperCase().charCodeAt(0) - 64), end: at + all.length };
  const code =
    hexadecimal === undefined ? Number.parseInt(octal || '0', 8) : Number.parseInt(hexadecimal, 16);
  if (code > 0x10ffff) throw new InvalidPattern('has a character beyond Unicode');
  return { source: sourceOf(code), end: at + all.length };
}

function sourceOf(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

function escapeInClass(character: string): string {
  return '\\]^[-/'.includes(character) ? `\\${character}` : character;
}
