/**
 * Translates regular expressions of Java and Oniguruma to JavaScript. The result compiles in linear time
 * (bounded-lookahead.ts), but may take exponential time to match, so whoever runs it limits the time.
 */

import { InvalidPattern } from '../base/definition.ts';
import { replaceAtomicGroups } from './atomic-groups.ts';
import { boundLookahead } from './bounded-lookahead.ts';
import { inEachCase } from './letter-case.ts';
import {
  classSource,
  isUnknownEscape,
  readCharacterEscape,
  readClass,
  readProperty,
} from './regex-classes.ts';
import {
  anchorOf,
  escapeLiteral,
  type RegexFlags,
  shorthandClass,
  symbolOf,
  type TranslateOptions,
} from './regex-symbols.ts';

const maxPattern = 8192;

/**
 * The source of an equal expression with the flag `u` and JavaScript's syntax, but for atomic groups `(?>…)`, which
 * `buildRegex` replaces.
 *
 * @throws InvalidPattern
 * @example translateRegex('[[:digit:]]++$', { dialect: 'oniguruma' }) // '(?>[0-9]+)(?:(?=\\n|(?:$)))'
 */
export function translateRegex(pattern: string, options: TranslateOptions): string {
  if (pattern.length > maxPattern) throw new InvalidPattern(`has more than ${maxPattern} characters`);
  return new RegexTranslation(pattern, options).run();
}

export interface JavaRegex {
  readonly regex: RegExp;
  /** The groups that capture, in their order. */
  readonly groups: readonly JavaGroup[];
}

export interface JavaGroup {
  /** Empty for a group without one. */
  readonly name: string;
  /** In `regex`, where atomic groups have numbers, too. */
  readonly number: number;
}

/** @throws InvalidPattern */
export function compileJavaRegex(pattern: string, flags = ''): JavaRegex {
  const names: string[] = [];
  const onGroup = (name: string) => names.push(name);
  const { regex, groups } = buildRegex(translateRegex(pattern, { dialect: 'java', onGroup }), `${flags}u`);
  return { regex, groups: groups.map((number, index) => ({ name: names[index] ?? '', number })) };
}

/** V8 also tries these between the halves of a surrogate pair, where they match: a replacement would break the character. */
const mayBeginWithinPair = /\(\?<?!|\\B/;
const wholeCharacter = '(?=[^]|$)';

export interface BuiltRegex {
  readonly regex: RegExp;
  /** The numbers in `regex` of the groups that capture, in their order. */
  readonly groups: readonly number[];
}

/**
 * Every expression of a configuration or query goes through it.
 *
 * @param translated By `translateRegex`.
 * @throws InvalidPattern
 */
export function buildRegex(translated: string, flags: string): BuiltRegex {
  const { source, groups } = replaceAtomicGroups(translated);
  const bounded = boundLookahead(mayBeginWithinPair.test(source) ? `${wholeCharacter}(?:${source})` : source);
  try {
    return { regex: new RegExp(bounded, flags), groups };
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split(': ').at(-1) ?? '') : '';
    throw new InvalidPattern(`is not valid: ${reason.toLowerCase()}`, { cause });
  }
}

const maxTranslated = 131_072;

interface OpenGroup {
  readonly flags: RegexFlags;
  /** Closes the groups that inline flags have opened (Oniguruma). */
  readonly ends: string;
  /** The index of its first part. */
  readonly start: number;
}

/** What a quantifier repeats. */
interface Term {
  /** The index of its first part. */
  readonly start: number;
  readonly isRepeated: boolean;
}

const lookAround = ['(?=', '(?!', '(?<=', '(?<!'];

/** Escapes that need more than an expression. */
const unsupported = { java: 'GNX', oniguruma: 'CGKMNOXYgy' };

class RegexTranslation {
  readonly #pattern: string;
  readonly #options: TranslateOptions;
  #at = 0;
  readonly #parts: string[] = [];
  #length = 0;
  /** The last one; undefined at the start of an alternative. */
  #term: Term | undefined;
  #flags: RegexFlags;
  #ends = '';
  readonly #open: OpenGroup[] = [];

  constructor(pattern: string, options: TranslateOptions) {
    this.#pattern = options.dialect === 'java' ? withoutQuotes(pattern) : pattern;
    this.#options = options;
    this.#flags = { i: false, s: false, m: false, x: false, u: false, ...options.flags };
  }

  run(): string {
    while (this.#at < this.#pattern.length) this.#next();
    if (this.#open.length > 0) throw new InvalidPattern('has a ( without its )');
    return this.#parts.join('') + this.#ends;
  }

  get #isJava(): boolean {
    return this.#options.dialect === 'java';
  }

  /** The flag matters only for texts beyond ASCII. */
  get #isUnicode(): boolean {
    return this.#flags.u && this.#options.isWide === true;
  }

  #has(text: string): boolean {
    return this.#pattern.startsWith(text, this.#at);
  }

  /** Reads what the expression finds here, if anything. */
  #take(expression: RegExp): RegExpExecArray | undefined {
    const found = expression.exec(this.#pattern.slice(this.#at, this.#at + 256)) ?? undefined;
    this.#at += found?.[0].length ?? 0;
    return found;
  }

  #add(source: string, term?: Term): void {
    this.#length += source.length;
    if (this.#length > maxTranslated) throw new InvalidPattern('is too large with all its definitions');
    this.#parts.push(source);
    this.#term = term;
  }

  #next(): void {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    if (this.#flags.x && this.#skipExtended(character)) return;
    switch (character) {
      case '(':
        this.#group();
        break;
      case ')':
        this.#close();
        break;
      case '|':
        this.#at++;
        this.#add('|');
        break;
      case '*':
      case '+':
      case '?':
        this.#at++;
        this.#repeat(character, '?+');
        break;
      case '{':
        this.#braces();
        break;
      default:
        this.#addTerm(this.#atom(character));
    }
  }

  #addTerm(source: string): void {
    this.#add(source, { start: this.#parts.length, isRepeated: false });
  }

  #atom(character: string): string {
    if (this.#options.expand && this.#has('%{')) return this.#reference(this.#options.expand);
    this.#at += character.length;
    if (character === '\\') return this.#escape();
    if (character === '[') return this.#class();
    return symbolOf(character, this.#options.dialect, this.#flags) ?? this.#literal(character);
  }

  #literal(character: string): string {
    const cases = this.#flags.i ? inEachCase(character) : [character];
    return cases.length > 1 ? `[${cases.join('')}]` : escapeLiteral(character);
  }

  #skipExtended(character: string): boolean {
    if (/\s/.test(character)) this.#at++;
    else if (character === '#') {
      const end = this.#pattern.indexOf('\n', this.#at);
      this.#at = end === -1 ? this.#pattern.length : end;
    } else return false;
    return true;
  }

  #reference(expand: NonNullable<TranslateOptions['expand']>): string {
    const end = this.#pattern.indexOf('}', this.#at);
    if (end === -1) throw new InvalidPattern('has %{ without its }');
    const reference = this.#pattern.slice(this.#at + 2, end);
    this.#at = end + 1;
    return expand(reference, this.#flags);
  }

  #escape(): string {
    const { dialect, isWide = false } = this.#options;
    const character = this.#pattern[this.#at++];
    if (character === undefined) throw new InvalidPattern('ends with a single \\');
    if ('123456789k'.includes(character))
      throw new InvalidPattern('has a back-reference, which is not supported');
    if (unsupported[dialect].includes(character))
      throw new InvalidPattern(`has \\${character}, which is not supported`);
    const inside = shorthandClass(character.toLowerCase(), dialect, this.#isUnicode);
    if (inside !== undefined) return character === character.toLowerCase() ? `[${inside}]` : `[^${inside}]`;
    if (character === 'p' || character === 'P') return this.#property();
    return anchorOf(character, dialect, isWide) ?? this.#characterEscape(character);
  }

  get #classOptions() {
    return { ...this.#options, isUnicode: this.#isUnicode, ignoresCase: this.#flags.i };
  }

  #property(): string {
    const { source, isNegated, end } = readProperty(this.#pattern, this.#at - 1, this.#classOptions);
    this.#at = end;
    return classSource(source, isNegated, this.#classOptions);
  }

  #characterEscape(character: string): string {
    const read = readCharacterEscape(this.#pattern, this.#at - 1);
    if (read) {
      this.#at = read.end;
      return this.#literal(String.fromCodePoint(read.code));
    }
    if (isUnknownEscape(character, this.#options.dialect))
      throw new InvalidPattern(`has an unknown escape \\${character}`);
    return this.#literal(character);
  }

  #class(): string {
    const { source, end } = readClass(this.#pattern, this.#at, this.#classOptions);
    this.#at = end;
    return source;
  }

  #group(): void {
    const plain = [...lookAround, '(?>', '(?:'].find((symbol) => this.#has(symbol));
    if (plain !== undefined) this.#openGroup(plain, plain);
    else if (this.#has('(?#') && !this.#isJava) this.#skipComment();
    else if (this.#has('(?')) this.#specialGroup();
    // In Oniguruma only groups with a name capture, if there is one.
    else if (this.#options.onGroup && !this.#isJava) this.#openGroup('(', '(?:');
    else this.#capture('(', '');
  }

  /** A backslash before its end is a part of it. */
  #skipComment(): void {
    const end = /(?:[^\\)]|\\[\s\S])*\)/y;
    end.lastIndex = this.#at;
    if (!end.test(this.#pattern)) throw new InvalidPattern('has a comment (?# without its )');
    this.#at = end.lastIndex;
  }

  #specialGroup(): void {
    const [all, angled, quoted] =
      /^\(\?(?:<([^>]*)>|'([^']*)')/.exec(this.#pattern.slice(this.#at, this.#at + 256)) ?? [];
    const name = angled ?? quoted;
    if (all === undefined) this.#inlineFlags();
    else if (name) this.#capture(all, name);
    else throw new InvalidPattern('has a group with an empty name');
  }

  #capture(symbol: string, name: string): void {
    this.#options.onGroup?.(name);
    this.#openGroup(symbol, '(');
  }

  #openGroup(symbol: string, source: string): void {
    this.#at += symbol.length;
    this.#open.push({ flags: this.#flags, ends: this.#ends, start: this.#parts.length });
    this.#ends = '';
    this.#add(source);
  }

  #inlineFlags(): void {
    const [all, on = '', off = '', end] = this.#take(/^\(\?([imsxudU]*)(?:-([imsxudU]+))?([:)])/) ?? [];
    if (all === undefined) throw this.#unknownGroup();
    const isOn = (flag: keyof RegexFlags) => (this.#flags[flag] || on.includes(flag)) && !off.includes(flag);
    const flags = { i: isOn('i'), m: isOn('m'), s: isOn('s'), x: isOn('x'), u: isOn('u') };
    if (end === ':') this.#openGroup('', '(?:');
    else this.#setFlags();
    this.#flags = flags;
  }

  /** In Java flags apply up to the end of the group; in Oniguruma all that follows is a group of its own. */
  #setFlags(): void {
    if (this.#isJava) {
      this.#term = undefined;
      return;
    }
    this.#add('(?:');
    this.#ends += ')';
  }

  #unknownGroup(): InvalidPattern {
    return new InvalidPattern(
      this.#has('(?(') ? 'has a condition (?(…)…), which is not supported' : 'has an unknown group (?',
    );
  }

  #close(): void {
    const group = this.#open.pop();
    if (!group) throw new InvalidPattern('has a ) without its (');
    this.#at++;
    this.#add(`${this.#ends})`, { start: group.start, isRepeated: false });
    this.#flags = group.flags;
    this.#ends = group.ends;
  }

  #braces(): void {
    const [all, from = '', comma = '', to = ''] = this.#take(/^\{(?=\d|,\d)(\d*)(?:(,)(\d*))?\}/) ?? [];
    if (all === undefined) {
      this.#addBrace();
      return;
    }
    if (Number(from) > 1000 || Number(to) > 1000) throw new InvalidPattern('repeats more than 1,000 times');
    if (to !== '' && Number(from) > Number(to))
      throw new InvalidPattern(`has the numbers of {${from},${to}} in the wrong order`);
    const modes = comma === '' ? '' : '?';
    this.#repeat(`{${from || '0'}${comma}${to}}`, this.#isJava ? '?+' : modes);
  }

  #addBrace(): void {
    if (this.#isJava) throw new InvalidPattern('has an invalid repetition');
    this.#at++;
    this.#addTerm('\\{');
  }

  /**
   * @param modes Which characters may change the quantifier: `?` makes it lazy, `+` possessive. In Oniguruma, other
   *   quantifiers after it repeat the repetition, as in `a{2}+`.
   */
  #repeat(quantifier: string, modes: string): void {
    if (!this.#term || (this.#isJava && this.#term.isRepeated))
      throw new InvalidPattern('has nothing to repeat before *, +, ? or {');
    const { start, isRepeated } = this.#term;
    const next = this.#pattern[this.#at] ?? '';
    const mode = next !== '' && modes.includes(next) ? next : '';
    this.#at += mode.length;
    const first = this.#parts[start] ?? '';
    // JavaScript repeats neither a repetition nor a look-around.
    const isGrouped = isRepeated || lookAround.includes(first);
    const [before, after] = isGrouped ? ['(?:', ')'] : ['', ''];
    this.#parts[start] = `${mode === '+' ? '(?>' : ''}${before}${first}`;
    this.#add(`${after}${quantifier}${mode === '+' ? ')' : mode}`, { start, isRepeated: true });
  }
}

/** Java reads what is between `\Q` and `\E` as characters, also in a class. */
function withoutQuotes(pattern: string): string {
  return pattern.replace(/\\(?:Q([\s\S]*?)(?:\\E|$)|[\s\S])/g, (all, quoted?: string) =>
    // A digit could be a part of what precedes it.
    quoted === undefined ? all : quoted.replace(/[\s!-/:-@[-`{-~]/g, '\\$&').replace(/^\d/, '\\x3$&'),
  );
}
