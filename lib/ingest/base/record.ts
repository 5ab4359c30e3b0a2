/**
 * A record: what JSON can hold. A member that is undefined counts as absent. An integer beyond 2^53 is a bigint, and no
 * other value is one.
 */

import { copyNotes } from '../../headwater/shared/json/decimals.ts';

export type RecordValue = null | boolean | number | bigint | string | RecordValue[] | DataRecord;

export interface DataRecord {
  [name: string]: RecordValue | undefined;
}

export function isRecord(value: unknown): value is DataRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names that every object inherits: reading or writing them directly is not safe. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));

export function isInherited(name: string): boolean {
  return inherited.has(name);
}

/** Reads a member; undefined when the record does not have it. */
export function readMember(record: DataRecord, name: string): RecordValue | undefined {
  return inherited.has(name) && !Object.hasOwn(record, name) ? undefined : record[name];
}

/** Sets a member, `__proto__` included. */
export function writeMember(record: DataRecord, name: string, value: RecordValue | undefined): void {
  if (inherited.has(name))
    Object.defineProperty(record, name, { value, writable: true, enumerable: true, configurable: true });
  else record[name] = value;
}

/** A record of more members is copied one by one: a spread takes twice as long then. */
const maxSpread = 1000;

/** A deep copy. */
export function copyRecord(record: DataRecord): DataRecord {
  const names = Object.keys(record);
  if (names.length > maxSpread) return copyMembers(record, names);
  const copy = { ...record };
  for (const name in copy) {
    const value = copy[name];
    if (typeof value === 'object' && value !== null) writeMember(copy, name, copyValue(value));
  }
  return copy;
}

function copyMembers(record: DataRecord, names: readonly string[]): DataRecord {
  const copy: DataRecord = {};
  for (const name of names) {
    const value = record[name];
    writeMember(copy, name, value === undefined ? value : copyValue(value));
  }
  return copyNotes(record, copy);
}

export function copyValue(value: RecordValue): RecordValue {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? copyNotes(value, value.map(copyValue)) : copyRecord(value);
}

/** The kind of a value in words, with its article. */
export function kindInWords(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'bigint' ? 'a number' : `a ${typeof value}`;
}

/**
 * The text of a value as Java writes it, which Elasticsearch uses for texts made of other values.
 *
 * @example textOf([1, { a: 'x' }]) // '[1, {a=x}]'
 */
export function textOf(value: RecordValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`;
  const members = Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined ? [] : [`${name}=${textOf(inner)}`],
  );
  return `{${members.join(', ')}}`;
}

/**
 * The text of a number as Java writes a `double`. Integers are written as such: records do not tell 1.0 from 1.
 *
 * @example numberText(0.0001) // '1.0E-4'
 */
function numberText(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) ? size < 1e21 : size >= 1e-3 && size < 1e7) return String(value);
  const [digits = '', exponent] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
}

/** About the length of the value's JSON text, without writing it. */
export function sizeOf(value: RecordValue): number {
  if (typeof value === 'string') return lengthOf(value) + 2;
  if (typeof value !== 'object' || value === null) return sizeOfSingle(value);
  let size = 2;
  if (Array.isArray(value)) for (const item of value) size += sizeOf(item) + 1;
  else
    for (const name in value) {
      const member = value[name];
      if (typeof member === 'string') size += lengthOf(name) + lengthOf(member) + 6;
      else if (member !== undefined) size += lengthOf(name) + 4 + sizeOf(member);
    }
  return size;
}

/** The digits of a bigint in base 16 are five sixths of those in base 10, and made in less time. */
function sizeOfSingle(value: null | boolean | number | bigint): number {
  return typeof value === 'bigint' ? value.toString(16).length : 5;
}

/** An equal text for caches: a part of a text keeps the whole text in memory, which may be a record of 1 MiB. */
export function detach(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** The template saves a third of the time: without it V8 looks up `length` in each of its kinds of strings. */
function lengthOf(text: string): number {
  return `${text}`.length;
}

/** A larger document is refused, in characters. */
export const maxDocumentSize = 1_048_576;
