/** Parses JSON with comments, without losing digits or members. */

import { hasTooManyDigits, maxDigits } from '../../headwater/shared/json/long-integers.ts';
import { isLongInteger } from '../../headwater/shared/json/lossless-json.ts';
import { maxJsonDepth } from '../../headwater/shared/json/max-json-depth.ts';
import { isPlainJson } from '../../headwater/shared/json/plain-json.ts';
import { type DataRecord, type RecordValue, writeMember } from '../base/record.ts';

interface JsonOptions {
  /** The last of two members with the same name counts; otherwise they are an error. */
  readonly allowDuplicates: boolean;
  /** Text after the value is ignored; otherwise it is an error. */
  readonly ignoresRest: boolean;
}

/** What is wrong with a text, in words, and where: in characters from 0. */
export class JsonTextError extends Error {}

/**
 * Integers beyond 2^53 are bigints. A text without a value is null.
 *
 * @throws JsonTextError
 */
export function parseJsonText(text: string, options: JsonOptions): RecordValue {
  const plain = parsePlain(text);
  return plain === undefined ? new JsonReader(text, options).read() : plain;
}

/** Twice as fast as the reader below, and enough for most logs. Undefined for a text that needs the reader. */
function parsePlain(text: string): RecordValue | undefined {
  if (!isBracketed(text)) return undefined;
  try {
    const value = JSON.parse(text) as RecordValue;
    return isPlainJson(value, text) ? value : undefined;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

/** False for most texts with a comment or a rest: an error of JSON.parse takes longer than to read them. */
function isBracketed(text: string): boolean {
  const end = text.trimEnd().at(-1);
  return text.startsWith('{') ? end === '}' : text.startsWith('[') && end === ']';
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
/** By their first character. */
const literals = new Map<string | undefined, { readonly word: string; readonly value: RecordValue }>([
  ['t', { word: 'true', value: true }],
  ['f', { word: 'false', value: false }],
  ['n', { word: 'null', value: null }],
]);

class JsonReader {
  readonly #text: string;
  readonly #options: JsonOptions;
  #at = 0;
  #depth = 0;

  constructor(text: string, options: JsonOptions) {
    this.#text = text;
    this.#options = options;
  }

  read(): RecordValue {
    this.#skip();
    if (this.#at === this.#text.length) return null;
    const value = this.#value();
    if (this.#options.ignoresRest) return value;
    this.#skip();
    if (this.#at < this.#text.length) throw this.#error('the end');
    return value;
  }

  #error(expected: string): JsonTextError {
    return new JsonTextError(`expected ${expected} at ${this.#at}`);
  }

  #skip(): void {
    for (;;) {
      const character = this.#text.charCodeAt(this.#at);
      if (character === 32 || character === 10 || character === 13 || character === 9) this.#at++;
      else if (character !== 47 || !this.#skipComment()) return;
    }
  }

  #skipComment(): boolean {
    const isLine = this.#text[this.#at + 1] === '/';
    if (!isLine && this.#text[this.#at + 1] !== '*') return false;
    const end = this.#text.indexOf(isLine ? '\n' : '*/', this.#at + 2);
    if (end === -1 && !isLine) throw this.#error('*/ after the comment');
    this.#at = end === -1 ? this.#text.length : end + (isLine ? 1 : 2);
    return true;
  }

  #value(): RecordValue {
    const character = this.#text[this.#at];
    if (character === '{') return this.#nested(() => this.#object());
    if (character === '[') return this.#nested(() => this.#list());
    if (character === '"') return this.#string();
    const literal = literals.get(character);
    return literal ? this.#literal(literal) : this.#number();
  }

  #literal({ word, value }: { readonly word: string; readonly value: RecordValue }): RecordValue {
    const end = this.#at + word.length;
    if (!this.#text.startsWith(word, this.#at) || /\w/.test(this.#text[end] ?? ''))
      throw this.#error('a value');
    this.#at = end;
    return value;
  }

  #nested<Value>(read: () => Value): Value {
    if (++this.#depth > maxJsonDepth) throw this.#error(`at most ${maxJsonDepth} levels`);
    this.#at++;
    const value = read();
    this.#depth--;
    return value;
  }

  #object(): DataRecord {
    const record: DataRecord = {};
    if (this.#ends('}')) return record;
    do {
      this.#skip();
      if (this.#text[this.#at] !== '"') throw this.#error('the name of a member');
      const name = this.#string();
      if (!this.#options.allowDuplicates && Object.hasOwn(record, name))
        throw this.#error('members with different names');
      this.#skip();
      if (this.#text[this.#at] !== ':') throw this.#error(':');
      this.#at++;
      this.#skip();
      writeMember(record, name, this.#value());
    } while (this.#continues('}'));
    return record;
  }

  #list(): RecordValue[] {
    const list: RecordValue[] = [];
    if (this.#ends(']')) return list;
    do {
      this.#skip();
      list.push(this.#value());
    } while (this.#continues(']'));
    return list;
  }

  #ends(bracket: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== bracket) return false;
    this.#at++;
    return true;
  }

  #continues(bracket: string): boolean {
    if (this.#ends(bracket)) return false;
    if (this.#text[this.#at] !== ',') throw this.#error(`, or ${bracket}`);
    this.#at++;
    return true;
  }

  #string(): string {
    let end = this.#at + 1;
    for (; this.#text[end] !== '"'; end++) {
      if (end >= this.#text.length) throw this.#error('a string with its end');
      if (this.#text[end] === '\\') end++;
    }
    const literal = this.#text.slice(this.#at, end + 1);
    try {
      const value = JSON.parse(literal) as string;
      this.#at = end + 1;
      return value;
    } catch {
      throw this.#error('a valid string');
    }
  }

  #number(): RecordValue {
    numberPattern.lastIndex = this.#at;
    const [literal] = numberPattern.exec(this.#text) ?? [];
    if (literal === undefined) throw this.#error('a value');
    const value = Number(literal);
    const isLong = isLongInteger(value, literal);
    if (isLong && hasTooManyDigits(literal)) throw this.#error(`an integer of at most ${maxDigits} digits`);
    if (!isLong && !Number.isFinite(value)) throw this.#error('a number within the range of a double');
    this.#at += literal.length;
    return isLong ? BigInt(literal) : value;
  }
}
