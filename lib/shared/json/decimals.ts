/**
 * Integral numbers in the form of decimals, such as 1.0 and 1e3. `JSON.parse` makes 1 and 1000 of them, but Elasticsearch
 * maps them as decimals. Their names are noted beside the objects and lists that hold them. Pushes keep no such notes:
 * they do not map documents.
 */

import { isLongInteger, rawNumber, withDigits } from './lossless-json.ts';

/** The noted numbers by the object or list that holds them, and by their names in it. */
const decimals = new WeakMap<object, Map<string, number>>();
/** Whether notes are made. Code that writes a value tests it first, since a call for each value costs a push 5 % to 10 %. */
export let areDecimalsKept = false;

/** Makes notes from now on. */
export function keepDecimals(): void {
  areDecimalsKept = true;
}

/** Notes whether a number of an object or list has the form of a decimal; nothing if it is not integral. */
export function noteForm(holder: object, name: string, value: unknown, hasPoint: boolean): void {
  if (!areDecimalsKept) return;
  const noted = decimals.get(holder);
  if (!hasPoint) noted?.delete(name);
  else if (typeof value === 'number' && Number.isInteger(value))
    decimals.set(holder, (noted ?? new Map<string, number>()).set(name, value));
}

/** Whether the number has the form of a decimal, and is still the one that was noted. */
export function isDecimal(holder: object, name: string, value: unknown): boolean {
  const noted = areDecimalsKept ? decimals.get(holder)?.get(name) : undefined;
  return noted !== undefined && noted === value;
}

/** @param to A copy of `from`. */
export function copyDecimals<Holder extends object>(from: Holder, to: Holder): Holder {
  const noted = areDecimalsKept ? decimals.get(from) : undefined;
  if (noted) decimals.set(to, new Map(noted));
  return to;
}

/** @param literal Of a number. */
export function isDecimalLiteral(literal: string): boolean {
  return /[.eE]/.test(literal);
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
  keepDecimals();
  return JSON.parse(
    text,
    function (this: object, name, value: unknown, context?: { readonly source?: string }) {
      const { source = '' } = context ?? {};
      if (typeof value !== 'number') return value;
      if (isLongInteger(value, source)) return BigInt(source);
      noteForm(this, name, value, isDecimalLiteral(source));
      return value;
    },
  );
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
