/**
 * The terms of records, as hashes of 32 bits, and what a clause of a query needs of them: records without these terms
 * cannot match. A term says nothing of the field that has it; the paths of the fields are apart.
 */

import { exactNumberOf } from '../../headwater/shared/json/long-integers.ts';
import { foldedTerm } from '../../headwater/shared/query/evaluate.ts';
import { fold, wordsOf } from '../../headwater/shared/query/fold.ts';
import { periodOfDate } from '../../headwater/shared/query/period.ts';
import type { FieldPath } from '../base/field-path.ts';
import type { DataRecord, RecordValue } from '../base/record.ts';
import { hashEnd, hashNext, hashOf } from '../text/hash.ts';
import { networkOf } from '../text/ip-address.ts';

/** What a filter says of some records. Each function may return true of what they do not have, never false of what they have. */
export interface KnownTerms {
  readonly hasTerm: (hash: number) => boolean;
  /** @param hash As `pathHash`. */
  readonly hasPath: (hash: number) => boolean;
}

/** What records need so that one may match: terms, paths of fields (`pathHash`), and all or one of several needs. */
export type Needs =
  | { readonly kind: 'term' | 'path'; readonly hash: number }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Needs[] };

/** Whether one of the records may match. */
export function mayMatch(needs: Needs, known: KnownTerms): boolean {
  switch (needs.kind) {
    case 'term':
      return known.hasTerm(needs.hash);
    case 'path':
      return known.hasPath(needs.hash);
    case 'and':
      return needs.of.every((one) => mayMatch(one, known));
    case 'or':
      return needs.of.some((one) => mayMatch(one, known));
  }
}

/**
 * The kinds of terms, each with the basis of its hashes, digits of pi: a word of a text with white space; a word of
 * another text, a number or a boolean; a whole text without white space whose words are short, such as an address. A
 * clause with a field compares whole texts or words, according to the white space.
 */
const kinds = { spaced: 0x243f6a88, word: 0x85a308d3, whole: 0x13198a2e } as const;

/** A signed integer, which V8 keeps in a set without an object of its own. */
function termHash(kind: keyof typeof kinds, text: string): number {
  return hashOf(text, kinds[kind]) | 0;
}

/** Numbers that compare as equal have the same term: a bigint and a double round alike. */
function numberHash(value: number | bigint): number {
  return termHash('word', String(Number(value)));
}

export const needsNothing: Needs = { kind: 'and', of: [] };
const relativeDate = /^now(?:[+-]|$)/;

/** What `termTest` needs: nothing if the text is a date or a network, which match other texts. */
export function needsTerms(text: string, hasField: boolean): Needs {
  if (relativeDate.test(text) || periodOfDate(text, 0) || networkOf(text) !== undefined) return needsNothing;
  const { value, words } = foldedTerm({ text, at: 0 });
  const withWords = hasField ? [allOf('spaced', words)] : [allOf('spaced', words), allOf('word', words)];
  return {
    kind: 'or',
    of: [wholeText(value, words), ...equalNumber(text), ...(words.length > 0 ? withWords : [])],
  };
}

/** What `exactTest` needs. */
export function needsExactly(text: string): Needs {
  const value = fold(text);
  return { kind: 'or', of: [wholeText(value, wordsOf(value)), ...equalNumber(text)] };
}

/** The whole text is a value. */
function wholeText(folded: string, words: readonly string[]): Needs {
  if (/\s/.test(folded)) return allOf('spaced', words);
  return hasWholeTerm(folded, words) ? allOf('whole', [folded]) : allOf('word', words);
}

/** A word of more characters says nearly as much as the text. */
const maxShortWord = 4;

/** Whether a text without white space has a term of its own, beside its words. */
function hasWholeTerm(folded: string, words: readonly string[]): boolean {
  return words[0] !== folded && words.every((word) => word.length <= maxShortWord);
}

/** Returns none for a text that a number cannot equal. */
function equalNumber(text: string): readonly Needs[] {
  const number = exactNumberOf(text);
  return number === undefined ? [] : [{ kind: 'term', hash: numberHash(number) }];
}

function allOf(kind: keyof typeof kinds, texts: readonly string[]): Needs {
  return { kind: 'and', of: texts.map((text) => ({ kind: 'term', hash: termHash(kind, text) })) };
}

/** A record that has all fields. */
export function needsFields(...fields: readonly FieldPath[]): Needs {
  return { kind: 'and', of: fields.map((field) => ({ kind: 'path', hash: pathHash(field) })) };
}

/** A segment that may be the index of a list. */
const index = /^\d{1,9}$/;
const separator = '\0';

/** The names of a path without the indexes of lists. */
export function pathHash({ segments }: Pick<FieldPath, 'segments'>): number {
  return hashOf(segments.filter((segment) => !index.test(segment)).join(separator)) | 0;
}

/** A field of records, and the fields within it. */
interface KnownField {
  readonly path: string;
  readonly members: Map<string, KnownField>;
}

/** A power of two. */
const latestWords = 4_096;

/** Collects the terms of records. */
export class RecordTerms {
  readonly terms = new Set<number>();
  /** The path `0` also has the hash of the empty path. */
  readonly paths = new Set<number>([hashOf('') | 0]);
  /** Texts repeat from record to record. */
  readonly #texts = new Set<string>();
  readonly #root: KnownField = { path: '', members: new Map() };
  /** The words that came last at each place, so that few come again. */
  readonly #latest = new Int32Array(latestWords);
  #bytes = new Uint8Array(1_024);

  add(record: DataRecord): void {
    this.#addMembers(record, this.#root);
  }

  #addMembers(record: DataRecord, field: KnownField): void {
    for (const [name, value] of Object.entries(record))
      if (value !== undefined) this.#addValue(value, this.#member(field, name));
  }

  #member(field: KnownField, name: string): KnownField {
    const known = field.members.get(name);
    if (known) return known;
    const path = index.test(name) ? field.path : field.path === '' ? name : field.path + separator + name;
    const member = { path, members: new Map() };
    field.members.set(name, member);
    this.paths.add(hashOf(path) | 0);
    return member;
  }

  #addValue(value: RecordValue, field: KnownField): void {
    if (typeof value === 'string') this.#addText(value);
    else if (typeof value === 'number' || typeof value === 'bigint') this.terms.add(numberHash(value));
    else if (typeof value === 'boolean') this.terms.add(termHash('word', String(value)));
    else if (Array.isArray(value)) for (const item of value) this.#addValue(item, field);
    else if (value !== null) this.#addMembers(value, field);
  }

  #addText(text: string): void {
    if (this.#texts.has(text)) return;
    this.#texts.add(text);
    const { length } = text;
    if (this.#bytes.length < length) this.#bytes = new Uint8Array(2 * length);
    const { read, written } = encoder.encodeInto(text, this.#bytes);
    // A character outside ASCII takes more than one byte.
    if (read === length && written === length) {
      this.#addAscii(text);
      return;
    }
    const folded = fold(text);
    const words = wordsOf(folded);
    const isSpaced = /\s/.test(folded);
    if (!isSpaced && hasWholeTerm(folded, words)) this.terms.add(termHash('whole', folded));
    for (const word of words) this.terms.add(termHash(isSpaced ? 'spaced' : 'word', word));
  }

  /** Most words repeat soon, and a set takes longer than all else. */
  #addWord(hash: number): void {
    const place = hash & (latestWords - 1);
    if (this.#latest[place] === hash && hash !== 0) return;
    this.#latest[place] = hash;
    this.terms.add(hash);
  }

  /**
   * The same terms, without a text for each word. V8 takes longer for a character of a part of another text than for a byte.
   *
   * @param text Its bytes are in `#bytes`.
   */
  #addAscii(text: string): void {
    const { length } = text;
    const bytes = this.#bytes;
    const trimmed = text.trim();
    const isSpaced = /\s/.test(trimmed);
    const basis: number = isSpaced ? kinds.spaced : kinds.word;
    let [hash, start, longest] = [basis, 0, 0];
    for (let at = 0; at <= length; at++) {
      const code = at < length ? (inWord[bytes[at] ?? 0] ?? 0) : 0;
      if (code !== 0) {
        hash = hashNext(hash, code);
        continue;
      }
      if (at > start) {
        this.#addWord(hashEnd(hash));
        longest = Math.max(longest, at - start);
        hash = basis;
      }
      start = at + 1;
    }
    const isOneWord = longest > 0 && longest === trimmed.length;
    if (!isSpaced && !isOneWord && longest <= maxShortWord)
      this.terms.add(termHash('whole', trimmed.toLowerCase()));
  }
}

const encoder = new TextEncoder();

/** Maps each ASCII code in a word to its lower case, and all others to 0. */
const inWord = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(character) ? character.charCodeAt(0) : 0;
});
