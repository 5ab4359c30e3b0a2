/** Whether a document has all the text of its record: each word and number as often, apart from times and literal text. */

import { type DataRecord, isRecord, type RecordValue } from '../base/record.ts';
import type { Configuration } from './layout/grok-of-layout.ts';
import { timeForms } from './layout/times.ts';

const word = /\p{L}+|\p{N}+/gu;
const number = /[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** What a date becomes. */
const date = /^[+-]?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
/** The time of klog begins with the letter of the level. */
const klogTime = String.raw`[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{6}`;

const sourcesOf = (kind: string) =>
  timeForms.flatMap((form) => (form.kind === kind ? [`(?:${form.source})`] : [])).join('|');
const dates = sourcesOf('date');
/** A date and a clock may be columns of their own. */
const clocks = sourcesOf('clock');
const times = new RegExp(
  [klogTime, sourcesOf('time'), `(?:${dates})\\s+(?:${clocks})`, dates, sourcesOf('epoch')]
    .map((source) => `(?<![A-Za-z\\d])(?:${source})(?![A-Za-z\\d])`)
    .join('|'),
  'g',
);
const isDay = new RegExp(`^(?:${dates})$`);
const isClock = new RegExp(`^(?:${clocks})$`);

/** The literal words of patterns, outside of their columns: no field needs to have them. */
export function literalWords(steps: readonly Configuration[]): ReadonlySet<string> {
  const patterns = steps.flatMap(({ patterns: own }) => (Array.isArray(own) ? own.map(String) : []));
  return new Set(
    patterns.flatMap((pattern) =>
      wordsOf(pattern.replace(/\\./g, ' ').replace(/%\{[^}]*\}|\(\?<[^>]*>|\[[^\]]*\]|\{[\d,]*\}/g, ' ')),
    ),
  );
}

/** @param literals Words that need no field. */
export function losesText(record: DataRecord, document: DataRecord, literals: ReadonlySet<string>): boolean {
  const content = new Content(document, literals);
  return withClocks(scalarsOf(record)).some((value) => !content.take(value));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(word) ?? [];
}

/** Escaped characters as what they stand for. */
function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text
    .replace(/\\u([\da-fA-F]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\[nrtbf]/g, ' ');
}

function scalarsOf(value: RecordValue | undefined): readonly (string | number | bigint)[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return [value];
  if (Array.isArray(value)) return value.flatMap(scalarsOf);
  return isRecord(value) ? Object.values(value).flatMap(scalarsOf) : [];
}

/** A clock belongs to the date before it. */
function withClocks(values: readonly (string | number | bigint)[]): readonly (string | number | bigint)[] {
  const texts = values.map(String);
  const follows = (index: number) => isClock.test(texts[index] ?? '') && isDay.test(texts[index - 1] ?? '');
  return values.flatMap((value, index) => {
    if (follows(index)) return [];
    return [follows(index + 1) ? `${value} ${texts[index + 1]}` : value];
  });
}

function namesOf(value: RecordValue | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesOf);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesOf(inner)]);
}

/** Counts each word and each number of a document, and takes away the words and numbers of its record. */
class Content {
  readonly #words = new Map<string, number>();
  readonly #numbers = new Map<number, number>();
  readonly #literals: ReadonlySet<string>;
  #dates = 0;

  constructor(document: DataRecord, literals: ReadonlySet<string>) {
    this.#literals = literals;
    for (const name of namesOf(document)) this.#add(name);
    for (const value of scalarsOf(document)) {
      if (typeof value === 'string' && date.test(value)) this.#dates++;
      else this.#add(String(value));
    }
  }

  /** @returns whether the document has the value. */
  take(value: string | number | bigint): boolean {
    const text = withoutEscapes(String(value));
    const rest = this.#dates > 0 ? text.replace(times, (found) => (this.#dates-- > 0 ? ' ' : found)) : text;
    const missing = wordsOf(rest).filter((each) => !this.#literals.has(each) && !remove(this.#words, each));
    return missing.length === 0 || this.#hasNumbers(rest, missing);
  }

  #add(text: string): void {
    const plain = withoutEscapes(text);
    for (const each of wordsOf(plain)) add(this.#words, each);
    for (const literal of plain.match(number) ?? []) add(this.#numbers, Number(literal));
  }

  /** A number may be written with other digits: `1.50` is 1.5. */
  #hasNumbers(text: string, missing: readonly string[]): boolean {
    const written = text.match(number) ?? [];
    return missing.every((digits) => {
      const literal = written.find((each) => each.match(/\d+/g)?.includes(digits));
      return literal !== undefined && remove(this.#numbers, Number(literal));
    });
  }
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function remove<Key>(counts: Map<Key, number>, key: Key): boolean {
  const count = counts.get(key) ?? 0;
  counts.set(key, count - 1);
  return count > 0;
}
