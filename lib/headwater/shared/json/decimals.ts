/**
 * Whole numbers that are written as decimals, such as 1.0 and 1e3. `JSON.parse` makes 1 and 1000 of them, but Elasticsearch
 * maps them as decimals. A parser that knows the text notes them in the objects and lists that hold them, under a symbol: a
 * copy by `{ ...object }` has the notes, too, and JSON has not. Pushes make no notes, since they map no documents.
 */

import { isLongInteger, rawNumber, withDigits } from './lossless-json.ts';

const noted = Symbol('decimals');

interface Holder {
  /** By the name in the object or list: the number. Copies share the notes, so a change makes new ones. */
  [noted]?: ReadonlyMap<string, number> | undefined;
}

function notesOf(holder: object): ReadonlyMap<string, number> | undefined {
  return (holder as Holder)[noted];
}

function setNotes(holder: object, notes: ReadonlyMap<string, number>): void {
  (holder as Holder)[noted] = notes;
}

/** Whether the number has the form of a decimal, and is still the one that was noted. */
export function isDecimal(holder: object, name: string, value: unknown): boolean {
  const decimal = notesOf(holder)?.get(name);
  return decimal !== undefined && decimal === value;
}

/** Notes whether the number has the form of a decimal. */
export function noteForm(holder: object, name: string, value: unknown, hasPoint: boolean): void {
  const notes = new Map(notesOf(holder));
  if (hasPoint && isWhole(value)) notes.set(name, value);
  else notes.delete(name);
  setNotes(holder, notes);
}

/** Notes that all numbers of the list have the form of decimals. */
export function noteItems(list: readonly unknown[]): void {
  setNotes(list, new Map(list.flatMap((item, index) => (isWhole(item) ? [[String(index), item]] : []))));
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value);
}

/** A copy of a record in which steps note what they make. */
export function withNotes<Record extends object>(record: Record): Record {
  return { ...record, [noted]: notesOf(record) ?? new Map() };
}

/** False for the records of a push. */
export function hasNotes(record: object): boolean {
  return notesOf(record) !== undefined;
}

/** @param to A copy that is not made by `{ ...from }`. */
export function copyNotes<Copy extends object>(from: object, to: Copy): Copy {
  const notes = notesOf(from);
  if (notes) setNotes(to, new Map([...(notesOf(to) ?? []), ...notes]));
  return to;
}

/** Whether JSON may have such numbers; a text in it may look like one, too. */
export function mayHaveDecimals(json: string): boolean {
  return /\.0+(?!\d)|\d[eE]/.test(json);
}

/**
 * Like `parseExactly`, and notes decimals.
 *
 * @throws SyntaxError
 */
export function parseWithDecimals(text: string): unknown {
  const made = new Map<object, Map<string, number>>();
  const parsed: unknown = JSON.parse(
    text,
    function (this: object, name, value: unknown, context?: { readonly source?: string }) {
      const { source = '' } = context ?? {};
      if (typeof value !== 'number') return value;
      if (isLongInteger(value, source)) return BigInt(source);
      if (isWhole(value) && /[.eE]/.test(source))
        made.set(this, (made.get(this) ?? new Map<string, number>()).set(name, value));
      return value;
    },
  );
  for (const [holder, notes] of made) setNotes(holder, notes);
  return parsed;
}

/**
 * Like `writeJson`, and gives each noted decimal its form.
 *
 * @example writeWithDecimals(parseWithDecimals('{"a":1.0,"b":1}')) // '{"a":1.0,"b":1}'
 */
export function writeWithDecimals(value: unknown): string {
  return JSON.stringify(value, function (this: object, name, inner: unknown) {
    if (!isDecimal(this, name, inner)) return withDigits(inner);
    const text = String(inner);
    return rawNumber(text.includes('e') ? text : `${text}.0`);
  });
}
