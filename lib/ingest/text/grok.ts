/** Compiles grok patterns to regular expressions. */

import { isAscii } from '#platform';
import { nearSpelling } from '../../headwater/shared/json/near-spelling.ts';
import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { InvalidPattern } from '../base/definition.ts';
import { maxWideClasses } from './bounded-lookahead.ts';
import {
  bankNames,
  type Expansion,
  findBank,
  type GrokBank,
  type KnownNames,
  patternIn,
} from './grok-bank.ts';
import { splitReference } from './grok-names.ts';
import { integerLimit, longLimit, readDouble, readFloat, readInteger } from './numbers.ts';
import { type BuiltRegex, buildRegex, translateRegex } from './regex.ts';
import type { RegexFlags } from './regex-symbols.ts';

type GrokValue = string | number | bigint | boolean;

/** A named part of a grok pattern. */
export interface GrokCapture {
  /** The path that the name stands for. */
  readonly name: string;
  /** The numbers of the groups that have the name. */
  readonly groups: readonly number[];
  /** Undefined when the text cannot be converted. */
  readonly convert: ((text: string) => GrokValue | undefined) | undefined;
  readonly type: string;
}

interface Grok {
  readonly captures: readonly GrokCapture[];
  readonly match: (text: string) => RegExpExecArray | null;
  /** The expression for a text. */
  readonly regexFor: (text: string) => RegExp;
}

const converters: Readonly<Record<string, (text: string) => GrokValue | undefined>> = {
  int: (text) => readInteger(text, integerLimit),
  long: (text) => readInteger(text, longLimit),
  float: readFloat,
  double: readDouble,
  boolean: (text) => text.toLowerCase() === 'true',
};

/**
 * @throws InvalidPattern for an unknown name, a definition that refers to itself, and what `translateRegex` refuses.
 * @example compileGrok(['%{INT:n:int}'], {}).captures // [{ name: 'n', groups: [1], type: 'int', … }]
 */
export function compileGrok(
  patterns: readonly string[],
  definitions: Readonly<Record<string, string>>,
  { bank = findBank(), flags = 'u' }: { readonly bank?: GrokBank; readonly flags?: string } = {},
): Grok {
  const names: string[] = [];
  const known = { bank, definitions };
  const onGroup = (name: string) => names.push(name);
  const { regex: narrow, groups } = combine(patterns, new Expander(known, false, onGroup), flags);
  const makeWide = () => combine(patterns, new Expander(known, true, () => {}), flags).regex;
  let wide = mayBeTooLarge(narrow.source) ? makeWide() : undefined;
  // Texts beyond ASCII need classes for all scripts, which are slower.
  const regexFor = (text: string) => {
    if (isAscii(text)) return narrow;
    wide ??= makeWide();
    return wide;
  };
  return { captures: capturesOf(names, groups), match: (text) => regexFor(text).exec(text), regexFor };
}

/**
 * In characters. The expression for texts beyond ASCII can be 40 times as long. If it may be too large, it is made at once:
 * a configuration is refused, and not the first record with such a text.
 */
function mayBeTooLarge(narrow: string): boolean {
  const [classes = [], boundaries = []] = [/\[/g, /\\b/gi].map((one) => narrow.match(one) ?? []);
  return narrow.length > 3_000 || classes.length + 4 * boundaries.length > maxWideClasses;
}

/** The pattern that matches first in the text wins; at the same place, the first of the list. */
function combine(patterns: readonly string[], expander: Expander, flags: string): BuiltRegex {
  const sources = patterns.map((pattern) => expander.translate(pattern, []));
  const [only = ''] = sources;
  return buildRegex(sources.length === 1 ? only : sources.map((source) => `(?:${source})`).join('|'), flags);
}

function capturesOf(names: readonly string[], groups: readonly number[]): readonly GrokCapture[] {
  const named = Map.groupBy(groups.keys(), (index) => names[index] ?? '');
  return [...named].map(([full, indexes]) => {
    const [name = '', type = 'string', ...more] = full.split(':');
    const convert = more.length === 0 ? ownMember(converters, type) : undefined;
    return { name, groups: indexes.map((index) => groups[index] ?? 0), convert, type };
  });
}

class Expander {
  readonly #bank: GrokBank;
  readonly #own: ReadonlyMap<string, string>;
  readonly #replacesKnown: boolean;
  readonly #isWide: boolean;
  #onGroup: (name: string) => void;
  readonly #expansions = new Map<string, Expansion>();
  #length = 0;

  constructor({ bank, definitions }: KnownNames, isWide: boolean, onGroup: (name: string) => void) {
    this.#bank = bank;
    this.#own = new Map(Object.entries(definitions));
    this.#replacesKnown = [...this.#own.keys()].some((name) => patternIn(bank, name) !== undefined);
    this.#isWide = isWide;
    this.#onGroup = onGroup;
  }

  /** @param path The names of the definitions that this one is within. */
  translate(pattern: string, path: readonly string[], flags: Partial<RegexFlags> = {}): string {
    const source = translateRegex(pattern, {
      flags,
      dialect: 'oniguruma',
      isWide: this.#isWide,
      onGroup: (name) => this.#onGroup(name),
      expand: (text, inner) => this.#expand(text, path, inner),
    });
    this.#lengthen(source);
    return source;
  }

  #expand(text: string, path: readonly string[], { i, u }: RegexFlags): string {
    const [name = '', field, definition] = splitReference(text);
    if (name === '') throw new InvalidPattern(`has an invalid reference %{${text.slice(0, 50)}}`);
    if (path.includes(name))
      throw new InvalidPattern(`has a definition that refers to itself: ${[...path, name].join(' -> ')}`);
    if (path.length >= 64) throw new InvalidPattern('has definitions more than 64 deep');
    if (field !== undefined) this.#onGroup(field);
    const pattern = definition ?? this.#own.get(name) ?? patternIn(this.#bank, name);
    if (pattern === undefined) throw this.#unknown(name);
    const translate = () => this.translate(pattern, [...path, name], { i, u });
    const source = definition === undefined ? this.#expansionOf(name, { i, u }, translate) : translate();
    return `${field === undefined ? '(?:' : '('}${source})`;
  }

  #unknown(name: string): InvalidPattern {
    return new InvalidPattern(`names the unknown pattern ${name.slice(0, 50)}; ${this.#hintFor(name)}`);
  }

  #hintFor(name: string): string {
    if (patternIn(findBank('v1'), name) !== undefined) return 'ecs_compatibility v1 knows it';
    const near = nearSpelling(name.slice(0, 100), [...this.#own.keys(), ...bankNames(this.#bank)]);
    return near === undefined ? 'pattern_definitions can define it' : `did you mean ${near}?`;
  }

  /** A name always stands for the same here, and for the same everywhere unless a definition replaces a known name. */
  #expansionOf(name: string, { i, u }: Pick<RegexFlags, 'i' | 'u'>, translate: () => string): string {
    const isShared = !this.#own.has(name) && !this.#replacesKnown;
    const shared = this.#isWide ? this.#bank.wide : this.#bank.narrow;
    const expansions = isShared ? shared : this.#expansions;
    const key = `${name}${i ? ' i' : ''}${u ? ' u' : ''}`;
    const known = expansions.get(key) ?? this.#collect(translate);
    expansions.set(key, known);
    for (const group of known.groups) this.#onGroup(group);
    this.#lengthen(known.source);
    return known.source;
  }

  #collect(translate: () => string): Expansion {
    const onGroup = this.#onGroup;
    const groups: string[] = [];
    this.#onGroup = (name) => groups.push(name);
    // After an exception, the expander is not used any more.
    const source = translate();
    this.#onGroup = onGroup;
    return { source, groups };
  }

  #lengthen({ length }: string): void {
    this.#length += length;
    if (this.#length > 1_048_576) throw new InvalidPattern('is too large with all its definitions');
  }
}
