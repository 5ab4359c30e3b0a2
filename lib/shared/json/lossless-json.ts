/**
 * JSON whose integers keep all their digits. `JSON.parse` rounds those beyond 2^53, so they become bigints here;
 * `JSON.stringify` refuses bigints, so they are written here. The client has a copy of this file (client-source.ts).
 */

/** @param literal of the number. */
export function isLongInteger(value: number, literal: string): boolean {
  return !Number.isSafeInteger(value) && /^[+-]?\d+$/.test(literal);
}

/**
 * Integers beyond 2^53 become bigints. It takes five times as long as `JSON.parse`.
 *
 * @throws SyntaxError
 * @example parseExactly('[9007199254740993, 1e30, 7]') // [9007199254740993n, 1e30, 7]
 */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) => {
    const { source = '' } = context ?? {};
    return typeof value === 'number' && isLongInteger(value, source) ? BigInt(source) : value;
  });
}

/** In JSON without white space, as `writeJson` makes it; a text may look like one. */
const longNumber = /(?:^|[:,[])-?\d{16}/;

/** Like `parseExactly`, and about as fast as `JSON.parse` when there is no such integer. @param text of `writeJson`. */
export function readJson(text: string): unknown {
  return longNumber.test(text) ? parseExactly(text) : JSON.parse(text);
}

/**
 * Like `JSON.stringify`, and a bigint is a number with its digits.
 *
 * @param indent in spaces; by default, all is on one line.
 * @throws TypeError for a cycle.
 * @example writeJson({ n: 9007199254740993n }) // '{"n":9007199254740993}'
 */
export function writeJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    return JSON.stringify(value, (_name, inner: unknown) => withDigits(inner), indent);
  }
}

/** What `JSON.stringify` writes as the digits of a bigint; another value is the same. */
export function withDigits(value: unknown): unknown {
  return typeof value === 'bigint' ? (JSON as RawJson).rawJSON(String(value)) : value;
}

/** TypeScript does not know it yet. */
interface RawJson extends JSON {
  rawJSON(text: string): unknown;
}
