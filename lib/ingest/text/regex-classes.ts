/** Character classes of Java and Oniguruma as JavaScript writes them (flag `u`). */

import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { InvalidPattern } from '../base/definition.ts';
import { inAnyCase } from './letter-case.ts';
import { namedClass, type RegexDialect, shorthandClass } from './regex-symbols.ts';

interface ClassOptions {
  readonly dialect: RegexDialect;
  readonly isWide?: boolean;
  /** `\w`, `\d` and `\s` know all scripts. */
  readonly isUnicode?: boolean;
  readonly ignoresCase?: boolean;
  /** The number of classes around this one. */
  readonly depth?: number;
}

const maxDepth = 250;

/** A union of characters. */
interface CharacterSet {
  /** The inside of a class in brackets. */
  readonly inside: string;
  /** Expressions of one character, which no class of the flag `u` can contain: negated classes and intersections. */
  readonly others: readonly string[];
}

interface ReadSet extends CharacterSet {
  readonly end: number;
}

interface ClassAtom {
  readonly source: string;
  /** The code of a single character, which may begin or end a range. */
  readonly code?: number;
  /** It stands for all other characters. */
  readonly isNegated?: boolean;
  readonly end: number;
}

/**
 * Reads one character class in brackets, with those within it.
 *
 * @param start After the opening bracket.
 * @throws InvalidPattern
 * @example readClass('[a-z&&[^b]]', 1, { dialect: 'java' }) // { source: '(?:(?=[a-z])[^b])', end: 11 }
 */
export function readClass(
  pattern: string,
  start: number,
  options: ClassOptions,
): { readonly source: string; readonly end: number } {
  const { set, isNegated, end } = readBrackets(pattern, start, options);
  return { source: sourceOf(set, isNegated, options), end };
}

function readBrackets(pattern: string, start: number, options: ClassOptions) {
  const isNegated = pattern[start] === '^';
  const first = isNegated ? start + 1 : start;
  const operands: CharacterSet[] = [];
  let sets: CharacterSet[] = [];
  let at = first;
  // A bracket at the start is a character.
  while (pattern[at] !== ']' || at === first) {
    if (at >= pattern.length) throw new InvalidPattern('has a [ without its ]');
    if (pattern.startsWith('&&', at)) {
      operands.push(unionOf(sets));
      sets = [];
      at += 2;
      continue;
    }
    const set = readSet(pattern, at, options);
    sets.push(set);
    at = set.end;
  }
  operands.push(unionOf(sets));
  return { set: intersectionOf(operands, options), isNegated, end: at + 1 };
}

function readSet(pattern: string, at: number, options: ClassOptions): ReadSet {
  if (pattern[at] !== '[' || posixName.test(pattern.slice(at, at + 20)))
    return readRange(pattern, at, options);
  const depth = (options.depth ?? 0) + 1;
  if (depth > maxDepth) throw new InvalidPattern(`has classes nested more than ${maxDepth} deep`);
  const { set, isNegated, end } = readBrackets(pattern, at + 1, { ...options, depth });
  return isNegated ? { inside: '', others: [sourceOf(set, true, options)], end } : { ...set, end };
}

function unionOf(sets: readonly CharacterSet[]): CharacterSet {
  return {
    inside: sets.map(({ inside }) => inside).join(''),
    others: sets.flatMap(({ others }) => others),
  };
}

function intersectionOf(operands: readonly CharacterSet[], options: ClassOptions): CharacterSet {
  const [only] = operands;
  if (only && operands.length === 1) return only;
  if (operands.some(({ inside, others }) => inside === '' && others.length === 0))
    throw new InvalidPattern('has && in a class without characters before and after it');
  const sources = operands.map((operand) => sourceOf(operand, false, options));
  const last = sources.pop() ?? '';
  return { inside: '', others: [`(?:${sources.map((source) => `(?=${source})`).join('')}${last})`] };
}

function sourceOf({ inside, others }: CharacterSet, isNegated: boolean, options: ClassOptions): string {
  if (others.length === 0) return classSource(inside, isNegated, options);
  const all = inside === '' ? others : [classSource(inside, false, options), ...others];
  const union = all.length === 1 ? all.join('') : `(?:${all.join('|')})`;
  return isNegated ? `(?:(?!${union})[\\s\\S])` : union;
}

/** The class of these characters, or of all others. */
export function classSource(
  inside: string,
  isNegated: boolean,
  { ignoresCase = false }: ClassOptions,
): string {
  return `[${isNegated ? '^' : ''}${ignoresCase ? inAnyCase(inside) : inside}]`;
}

function readRange(pattern: string, at: number, options: ClassOptions): ReadSet {
  const from = readAtom(pattern, at, options);
  const isRange =
    from.code !== undefined &&
    pattern[from.end] === '-' &&
    !/^(?:[\][]|&&|$)/.test(pattern.slice(from.end + 1, from.end + 3));
  if (!isRange) return setOf(from, options);
  const to = readAtom(pattern, from.end + 1, options);
  // Beside a set, a dash is a character.
  const end = setOf(to, options);
  if (to.code === undefined) return { ...end, inside: `${from.source}\\-${end.inside}` };
  if ((from.code ?? 0) > to.code)
    throw new InvalidPattern('has a range in a class that ends before it begins');
  return { ...end, inside: `${from.source}-${to.source}` };
}

function setOf({ source, isNegated, end }: ClassAtom, options: ClassOptions): ReadSet {
  if (!isNegated) return { inside: source, others: [], end };
  return { inside: '', others: [classSource(source, true, options)], end };
}

const posixName = /^\[:(\^?)(\w+):\]/;

function readAtom(pattern: string, at: number, options: ClassOptions): ClassAtom {
  const posix = posixName.exec(pattern.slice(at, at + 20));
  if (posix) return readPosix(posix, at, options);
  if (pattern[at] === '\\') return readEscape(pattern, at + 1, options);
  return readCharacter(pattern, at);
}

function readCharacter(pattern: string, at: number): ClassAtom {
  const code = pattern.codePointAt(at) ?? 0;
  const character = String.fromCodePoint(code);
  const source = '\\]^[-/'.includes(character) ? `\\${character}` : character;
  return { source, code, end: at + character.length };
}

function readPosix(
  [all, negation, name = '']: RegExpExecArray,
  at: number,
  { isWide = false }: ClassOptions,
): ClassAtom {
  const source = namedClass(name, isWide);
  if (source === undefined) throw new InvalidPattern(`has an unknown class ${all}`);
  return { source, isNegated: negation === '^', end: at + all.length };
}

/** Negated classes that a class can contain. In JavaScript `\\S` knows the white space of all scripts. */
const complements: Readonly<Record<string, string | undefined>> = {
  D: '\\D',
  W: '\\W',
  S: '\\0-\\x08\\x0e-\\x1f!-\\u{10ffff}',
};

function readEscape(pattern: string, at: number, options: ClassOptions): ClassAtom {
  const letter = pattern[at];
  if (letter === undefined) throw new InvalidPattern('ends with a single \\');
  const complement = options.isUnicode ? undefined : ownMember(complements, letter);
  if (complement !== undefined) return { source: complement, end: at + 1 };
  const source = shorthandClass(letter.toLowerCase(), options.dialect, options.isUnicode ?? false);
  if (source !== undefined) return { source, isNegated: letter !== letter.toLowerCase(), end: at + 1 };
  if (letter === 'p' || letter === 'P') return readProperty(pattern, at, options);
  if (letter === 'b') return codedAtom(8, at + 1);
  const coded = readCharacterEscape(pattern, at);
  if (coded) return codedAtom(coded.code, coded.end);
  if (isUnknownEscape(letter, options.dialect)) throw new InvalidPattern(`has an unknown escape \\${letter}`);
  return readCharacter(pattern, at);
}

function codedAtom(code: number, end: number): ClassAtom {
  return { source: codeSource(code), code, end };
}

/**
 * Reads `{name}`, `{^name}` or `L` after `\p` or `\P`.
 *
 * @param at After the backslash.
 * @returns The inside of a class.
 * @throws InvalidPattern
 */
export function readProperty(
  pattern: string,
  at: number,
  { isWide = false }: ClassOptions,
): Required<Pick<ClassAtom, 'source' | 'isNegated' | 'end'>> {
  const [all = '', negation, braced, single] =
    /^.(?:\{(\^?)([^}]+)\}|(\w))/.exec(pattern.slice(at, at + 64)) ?? [];
  const source = namedClass(braced ?? single ?? '', isWide);
  if (source === undefined)
    throw new InvalidPattern(`has an unknown property \\${all === '' ? pattern[at] : all}`);
  return { source, isNegated: (pattern[at] === 'P') !== (negation === '^'), end: at + all.length };
}

const controls: Readonly<Record<string, number>> = { a: 7, e: 27, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** Reads what follows a backslash: `t`, `x41`, `x{1f600}`, `u0041`, `cA` or `012`. */
export function readCharacterEscape(
  pattern: string,
  at: number,
): { readonly code: number; readonly end: number } | undefined {
  const control = ownMember(controls, pattern[at] ?? '');
  if (control !== undefined) return { code: control, end: at + 1 };
  const [all, short, long, four, letter, octal] =
    /^(?:x([\dA-Fa-f]{2})|x\{([\dA-Fa-f]{1,6})\}|u([\dA-Fa-f]{4})|c([A-Za-z])|0([0-7]{0,3}))/.exec(
      pattern.slice(at, at + 10),
    ) ?? [];
  if (all === undefined) return undefined;
  const hexadecimal = short ?? long ?? four;
  if (letter !== undefined) return { code: letter.toUpperCase().charCodeAt(0) - 64, end: at + all.length };
  const code =
    hexadecimal === undefined ? Number.parseInt(octal || '0', 8) : Number.parseInt(hexadecimal, 16);
  if (code > 0x10ffff) throw new InvalidPattern('has a character beyond Unicode');
  return { code, end: at + all.length };
}

/**
 * Whether a letter after a backslash means nothing by itself. In Oniguruma most letters then stand for themselves, but these
 * begin the code of a character.
 */
export function isUnknownEscape(letter: string, dialect: RegexDialect): boolean {
  return (dialect === 'java' ? /[A-Za-z]/ : /[CMcux]/).test(letter);
}

function codeSource(code: number): string {
  return `\\u{${code.toString(16)}}`;
}
