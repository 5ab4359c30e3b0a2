/** Compiles dissect patterns: keys and the delimiters between them, without regular expressions. */

import { InvalidPattern } from '../base/definition.ts';

export interface DissectKey {
  readonly kind: 'value' | 'skip' | 'append' | 'name' | 'reference';
  readonly name: string;
  /** The position of an appended value; undefined for the order of the pattern. */
  readonly order: number | undefined;
  readonly skipsPadding: boolean;
  /** The text may end before the key; so may all keys after it. */
  readonly isOptional: boolean;
  /** What follows the key in the pattern; empty for the last. */
  readonly delimiter: string;
}

interface DissectMatch {
  /** The names, when they are not the names of the pattern in their order. */
  readonly names?: readonly string[];
  /** May be fewer than the names: the others are absent. */
  readonly values: readonly string[];
}

interface Dissect {
  /** The keys whose names the pattern gives. */
  readonly names: readonly string[];
  /** Some names come from the text. */
  readonly hasReferences: boolean;
  /** The names and values that the text gives; undefined when it does not match. */
  match(text: string): DissectMatch | undefined;
}

export interface DissectOptions {
  /** Stands between appended values. */
  readonly appendSeparator: string;
  /** As in Elasticsearch, an empty value ends with the delimiter before it, whatever its own one is. */
  readonly repeatsDelimiters: boolean;
}

/**
 * @throws InvalidPattern
 * @example compileDissect('%{a} [%{b}]').match('x [y]') // { values: ['x', 'y'] }
 */
export function compileDissect(
  pattern: string,
  { appendSeparator, repeatsDelimiters }: DissectOptions = { appendSeparator: '', repeatsDelimiters: false },
): Dissect {
  const { leading, keys } = readDissectPattern(pattern);
  const used = keys.filter(({ kind }) => kind !== 'skip');
  if (used.length === 0) throw new InvalidPattern('has no key, such as %{name}');
  checkReferences(used);
  const required = countRequired(keys);
  const isSimple = used.every(({ kind }) => kind === 'value');
  const named = used.filter(({ kind }) => kind === 'value' || kind === 'append');
  const names = [...new Set(named.map(({ name }) => name))];
  const isDirect = isSimple && names.length === keys.length;
  const distinct = new Set(used.map(({ name }) => name)).size;
  return {
    names,
    hasReferences: used.some(({ kind }) => kind === 'reference'),
    match(text) {
      if (text.length <= leading.length || !text.startsWith(leading)) return undefined;
      const values = walk(text, leading.length, { keys, required, repeatsDelimiters });
      if (!values || isDirect) return values && { values };
      return combine(keys, values, { appendSeparator, distinct });
    },
  };
}

/** The text before the first key, and the keys. @throws InvalidPattern */
export function readDissectPattern(pattern: string) {
  const start = pattern.indexOf('%{');
  const leading = start === -1 ? '' : pattern.slice(0, start);
  return { leading, keys: markAppended(readKeys(pattern.slice(Math.max(start, 0)))) };
}

/** The number of keys before the optional ones; 0 when none is optional. */
export function countRequired(keys: readonly DissectKey[]): number {
  const first = keys.findIndex(({ isOptional }) => isOptional);
  if (first === -1) return 0;
  if (!keys.slice(first).every(({ isOptional }) => isOptional))
    throw new InvalidPattern('has a key that must be there after an optional one');
  if (first === 0) throw new InvalidPattern('has only optional keys');
  return first;
}

function readKeys(pattern: string): readonly DissectKey[] {
  const keys: DissectKey[] = [];
  let at = 0;
  while (pattern.startsWith('%{', at)) {
    const end = pattern.indexOf('}', at);
    if (end === -1) break;
    // A delimiter has at least one character, unless the pattern ends.
    const next = pattern.indexOf('%{', end + 2);
    const delimiter = pattern.slice(end + 1, next === -1 ? undefined : next);
    keys.push({ ...readKey(pattern.slice(at + 2, end)), delimiter });
    if (next === -1) break;
    at = next;
  }
  return keys;
}

const kinds = { '?': 'skip', '+': 'append', '*': 'name', '&': 'reference' } as const;

function readKey(text: string): Omit<DissectKey, 'delimiter'> {
  const skipsPadding = text.endsWith('->');
  const padded = skipsPadding ? text.slice(0, -2) : text;
  const isOptional = /^[^/+*&?]+\?$/.test(padded);
  const body = isOptional ? padded.slice(0, -1) : padded;
  const rest = { order: undefined, skipsPadding, isOptional };
  const symbols = (body.match(/[/+*&?]/g) ?? []).join('');
  if (symbols === '') return { kind: body === '' ? 'skip' : 'value', name: body, ...rest };
  if (symbols === '+/') return { ...rest, ...readOrdered(text, body) };
  if (symbols.length > 1) throw new InvalidPattern(`has more than one modifier in %{${text}}`);
  if (!isModifier(symbols)) throw new InvalidPattern(`has an order without + in %{${text}}`);
  const name = body.slice(body.indexOf(symbols) + 1);
  if (name === '' && symbols !== '?') throw new InvalidPattern(`has no name in %{${text}}`);
  return { kind: kinds[symbols], name, ...rest };
}

function isModifier(symbol: string): symbol is keyof typeof kinds {
  return Object.hasOwn(kinds, symbol);
}

function readOrdered(text: string, body: string) {
  const [, name, order] = /^[^+]*\+([^/]+)\/(\d{1,5})$/.exec(body) ?? [];
  if (name === undefined) throw new InvalidPattern(`has no name or order in %{${text}}`);
  return { kind: 'append', name, order: Number(order) } as const;
}

/** A key is appended to when another one with its name has a +. */
function markAppended(keys: readonly DissectKey[]): readonly DissectKey[] {
  const appended = new Set(keys.filter(({ kind }) => kind === 'append').map(({ name }) => name));
  return keys.map((key) =>
    key.kind === 'value' && appended.has(key.name) ? { ...key, kind: 'append' } : key,
  );
}

function checkReferences(keys: readonly DissectKey[]): void {
  const pairs = Map.groupBy(
    keys.filter(({ kind }) => kind === 'name' || kind === 'reference'),
    ({ name }) => name,
  );
  for (const [name, pair] of pairs)
    if (pair.length !== 2 || pair[0]?.kind === pair[1]?.kind)
      throw new InvalidPattern(`needs one %{*${name}} and one %{&${name}}`);
}

interface Walk extends Pick<DissectOptions, 'repeatsDelimiters'> {
  readonly keys: readonly DissectKey[];
  readonly required: number;
}

/** The values of the keys in their order; undefined when a delimiter is missing that is not optional. */
function walk(text: string, start: number, { keys, required, repeatsDelimiters }: Walk) {
  const values: string[] = [];
  let at = start;
  while (values.length < keys.length) {
    const index = values.length;
    const delimiter = keys[index]?.delimiter ?? '';
    const end = delimiter === '' ? -1 : text.indexOf(delimiter, at);
    if (end === -1) {
      values.push(text.slice(at));
      return values.length === keys.length && delimiter === '' ? values : endEarly(values, required);
    }
    values.push(text.slice(at, end));
    at = end + delimiter.length;
    if (text.charCodeAt(at) === delimiter.charCodeAt(0))
      at = skipRepetitions(text, at, { delimiter, keys, values, repeatsDelimiters });
  }
  return values;
}

/** A delimiter that is repeated at once is padding, or else belongs to the next value unless `repeatsDelimiters` is set. */
export function skipRepetitions(
  text: string,
  start: number,
  state: Pick<Walk, 'keys' | 'repeatsDelimiters'> & { readonly delimiter: string; readonly values: string[] },
): number {
  const { delimiter, keys, values, repeatsDelimiters } = state;
  let at = start;
  while (text.startsWith(delimiter, at)) {
    if (!keys[values.length - 1]?.skipsPadding) {
      if (!repeatsDelimiters || values.length === keys.length) break;
      values.push('');
    }
    at += delimiter.length;
  }
  return at;
}

/** The text may end before the keys that are optional. */
function endEarly(values: string[], required: number): string[] | undefined {
  return required > 0 && values.length >= required ? values : undefined;
}

function combine(
  keys: readonly DissectKey[],
  values: readonly string[],
  { appendSeparator, distinct }: { readonly appendSeparator: string; readonly distinct: number },
): DissectMatch | undefined {
  const found = values.map((value, index) => ({ ...(keys[index] as DissectKey), value, index }));
  const ofKind = (kind: DissectKey['kind']) => found.filter((key) => key.kind === kind);
  const results = new Map(ofKind('value').map(({ name, value }) => [name, value]));
  const references = ofKind('reference');
  for (const { name, value: key } of ofKind('name'))
    results.set(key, references.find((reference) => reference.name === name)?.value ?? '');
  // Values without an order come first, in the order of the pattern.
  for (const [name, parts] of Map.groupBy(ofKind('append'), (key) => key.name)) {
    const sorted = parts.toSorted((a, b) => (a.order ?? a.index - 1000) - (b.order ?? b.index - 1000));
    results.set(name, sorted.map(({ value }) => value).join(appendSeparator));
  }
  if (results.size !== distinct && values.length === keys.length) return undefined;
  return { names: [...results.keys()], values: [...results.values()] };
}
