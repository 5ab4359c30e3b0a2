/**
 * Translates regular expressions of Java and Oniguruma to JavaScript, and refuses what needs more than
 * linear syntax: look-around, back-references, atomic groups and possessive quantifiers.
 * Time is limited besides, since nested quantifiers are accepted.
 */

import { InvalidPattern } from '../base/definition.ts';
import { boundLookahead } from './bounded-lookahead.ts';
import { casedCharacters, inEachCase } from './letter-case.ts';
import { readCharacterEscape, readClass } from './regex-classes.ts';
import {
  anchorOf,
  escapeLiteral,
  namedClass,
  type RegexFlags,
  shorthandClass,
  symbolOf,
  type TranslateOptions,
} from './regex-symbols.ts';

const maxPattern = 8192;

/**
 * The source of an equal JavaScript expression with the flag `u`.
 *
 * @throws InvalidPattern
 * @example translateRegex('[[:digit:]]+$', { dialect: 'oniguruma' }) // '[0-9]+(?:(?=\\n|(?:$)))'
 */
export function translateRegex(pattern: string, options: TranslateOptions): string {
  if (pattern.length > maxPattern) throw new InvalidPattern(`has more than ${maxPattern} characters`);
  return new RegexTranslation(pattern, options).run();
}

/**
 * Compiles a pattern of Java.
 *
 * @param groups Gets the names of the groups in their order, empty for those without one.
 * @throws InvalidPattern
 */
export function compileJavaRegex(pattern: string, flags = '', groups: string[] = []): RegExp {
  const onGroup = (name: string) => groups.push(name);
  return buildRegex(translateRegex(pattern, { dialect: 'java', onGroup }), `${flags}u`);
}

/** Every expression of a configuration or query goes through it. @throws InvalidPattern */
export function buildRegex(source: string, flags: string): RegExp {
  const bounded = boundLookahead(source);
  try {
    return new RegExp(bounded, flags);
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split(': ').at(-1) ?? '') : '';
    throw new InvalidPattern(`is not valid: ${reason.toLowerCase()}`, { cause });
  }
}

/**
 * Adds the other letter cases of its characters to the inside of a class.
 *
 * @example inAnyCase('a-c') // 'a-cABC'
 */
export function inAnyCase(inside: string): string {
  const [plain, folded] = [buildRegex(`[${inside}]`, 'u'), buildRegex(`[${inside}]`, 'iu')];
  return (
    inside +
    casedCharacters(inside)
      .filter((one) => folded.test(one) && !plain.test(one))
      .join('')
  );
}

const maxTranslated = 131_072;

interface OpenGroup {
  readonly flags: RegexFlags;
  /** Closes the groups that inline flags have opened (Oniguruma). */
  readonly ends: string;
}

const lookAround = ['(?=', '(?!', '(?<=', '(?<!'];

class RegexTranslation {
  readonly #pattern: string;
  readonly #options: TranslateOptions;
  #at = 0;
  #out = '';
  #flags: RegexFlags;
  #ends = '';
  readonly #open: OpenGroup[] = [];

  constructor(pattern: string, options: TranslateOptions) {
    this.#pattern = pattern;
    this.#options = options;
    this.#flags = { i: false, s: false, m: false, x: false, u: false, ...options.flags };
  }

  run(): string {
    while (this.#at < this.#pattern.length) {
      this.#out += this.#next();
      if (this.#out.length > maxTranslated) throw new InvalidPattern('is too large with all its definitions');
    }
    if (this.#open.length > 0) throw new InvalidPattern('has a ( without its )');
    return this.#out + this.#ends;
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

  #next(): string {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    if (this.#flags.x && this.#skipExtended(character)) return '';
    if (this.#options.expand && this.#has('%{')) return this.#reference(this.#options.expand);
    this.#at += character.length;
    switch (character) {
      case '\\':
        return this.#escape();
      case '[':
        return this.#class();
      case '(':
        return this.#group();
      case ')':
        return this.#close();
      case '|':
        return '|';
      case '*':
      case '+':
      case '?':
        return this.#quantifier(character);
      case '{':
        return this.#braces();
      default:
        return symbolOf(character, this.#options.dialect, this.#flags) ?? this.#literal(character);
    }
  }

  #literal(character: string): string {
    const cases = this.#flags.i ? inEachCase(character) : [character];
    return cases.length > 1 ? `[${cases.join('')}]` : escapeLiteral(character);
  }

  #classOf(inside: string, isNegated: boolean): string {
    return `[${isNegated ? '^' : ''}${this.#flags.i ? inAnyCase(inside) : inside}]`;
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
    const character = this.#pattern[this.#at++];
    if (character === undefined) throw new InvalidPattern('ends with a single \\');
    if (character === 'Q' && this.#isJava) return this.#quoted();
    if ('123456789kg'.includes(character))
      throw new InvalidPattern('has a back-reference, which is not supported');
    return this.#escaped(character);
  }

  #quoted(): string {
    const end = this.#pattern.indexOf('\\E', this.#at);
    const text = this.#pattern.slice(this.#at, end === -1 ? undefined : end);
    this.#at += text.length + (end === -1 ? 0 : 2);
    return Array.from(text, (character) => this.#literal(character)).join('');
  }

  #escaped(character: string): string {
    const { dialect, isWide = false } = this.#options;
    const inside = shorthandClass(character.toLowerCase(), dialect, this.#isUnicode);
    if (inside !== undefined) return character === character.toLowerCase() ? `[${inside}]` : `[^${inside}]`;
    if (character === 'p' || character === 'P') return this.#property(character);
    const anchor = anchorOf(character, dialect, isWide);
    if (anchor !== undefined) return anchor;
    return this.#characterEscape(character);
  }

  #property(letter: string): string {
    const [all = '', negated = '', braced, single] =
      /^(?:\{(\^?)([^}]+)\}|(\w))/.exec(this.#pattern.slice(this.#at)) ?? [];
    const inside = namedClass(braced ?? single ?? '', this.#options.isWide ?? false);
    if (inside === undefined) throw new InvalidPattern(`has an unknown property \\${letter}${all}`);
    this.#at += all.length;
    return this.#classOf(inside, (letter === 'P') !== (negated === '^'));
  }

  #characterEscape(character: string): string {
    const read = readCharacterEscape(this.#pattern, this.#at - 1);
    if (read) {
      this.#at = read.end;
      return this.#flags.i ? this.#classOf(read.source, false) : read.source;
    }
    if (this.#isJava && /[A-Za-z]/.test(character))
      throw new InvalidPattern(`has an unknown escape \\${character}`);
    return this.#literal(character);
  }

  #class(): string {
    const options = { ...this.#options, isUnicode: this.#isUnicode };
    const read = readClass(this.#pattern, this.#at, options);
    this.#at = read.end;
    return this.#classOf(read.inside, read.isNegated);
  }

  #group(): string {
    this.#at--;
    const refused = lookAround.find((symbol) => this.#has(symbol));
    if (refused !== undefined) {
      if (!this.#options.isTrusted) throw new InvalidPattern('has look-around, which is not supported');
      return this.#openGroup(refused, refused);
    }
    if (this.#has('(?>')) {
      if (!this.#options.isTrusted) throw new InvalidPattern('has an atomic group, which is not supported');
      return this.#openGroup('(?>', '(?:');
    }
    if (this.#has('(?:')) return this.#openGroup('(?:', '(?:');
    if (this.#has('(?')) return this.#specialGroup();
    if (this.#options.onGroup && !this.#isJava) return this.#openGroup('(', '(?:');
    this.#options.onGroup?.('');
    return this.#openGroup('(', '(');
  }

  #specialGroup(): string {
    const name = /^\(\?(?:<([^>]*)>|'([^']*)')/.exec(this.#pattern.slice(this.#at, this.#at + 256));
    return name ? this.#namedGroup(name[0], name[1] ?? name[2] ?? '') : this.#inlineFlags();
  }

  #namedGroup(symbol: string, name: string): string {
    if (name === '') throw new InvalidPattern('has a group with an empty name');
    this.#options.onGroup?.(name);
    return this.#openGroup(symbol, '(');
  }

  #openGroup(symbol: string, source: string): string {
    this.#at += symbol.length;
    this.#open.push({ flags: this.#flags, ends: this.#ends });
    this.#ends = '';
    return source;
  }

  #inlineFlags(): string {
    const [all, on = '', off = '', end] = /^\(\?([a-zA-Z]*)(?:-([a-zA-Z]+))?([:)])/.exec(
      this.#pattern.slice(this.#at, this.#at + 32),
    ) ?? [undefined];
    if (all === undefined || !/^[imsxudU]*$/.test(on + off))
      throw new InvalidPattern('has an unknown group (?');
    const isOn = (flag: keyof RegexFlags) => (this.#flags[flag] || on.includes(flag)) && !off.includes(flag);
    const flags = { i: isOn('i'), m: isOn('m'), s: isOn('s'), x: isOn('x'), u: isOn('u') };
    if (end === ':') this.#openGroup(all, '(?:');
    else this.#at += all.length;
    this.#flags = flags;
    // In Java the flags apply up to the end of the group; in Oniguruma all that follows is a group of its own.
    if (end !== ':' && this.#isJava) return '';
    if (end !== ':') this.#ends += ')';
    return '(?:';
  }

  #close(): string {
    const group = this.#open.pop();
    if (!group) throw new InvalidPattern('has a ) without its (');
    const source = `${this.#ends})`;
    this.#flags = group.flags;
    this.#ends = group.ends;
    return source;
  }

  #quantifier(character: string): string {
    if (this.#pattern[this.#at] === '+') this.#refusePossessive();
    return character + this.#takeLazy();
  }

  #takeLazy(): string {
    if (this.#pattern[this.#at] !== '?') return '';
    this.#at++;
    return '?';
  }

  #refusePossessive(): void {
    throw new InvalidPattern('has a possessive quantifier, which is not supported');
  }

  #braces(): string {
    const [all, from = '', comma = '', to = ''] = /^(\d*)(?:(,)(\d*))?\}/.exec(
      this.#pattern.slice(this.#at),
    ) ?? [undefined];
    if (all === undefined || (from === '' && to === '')) {
      if (this.#isJava) throw new InvalidPattern('has an invalid repetition');
      return '\\{';
    }
    if (Number(from) > 1000 || Number(to) > 1000) throw new InvalidPattern('repeats more than 1,000 times');
    this.#at += all.length;
    if (this.#isJava && this.#pattern[this.#at] === '+') this.#refusePossessive();
    return `{${from === '' ? '0' : from}${comma}${to}}${this.#takeLazy()}`;
  }
}
