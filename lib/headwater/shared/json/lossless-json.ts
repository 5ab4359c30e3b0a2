/**
 * JSON whose integers keep all their digits. `JSON.parse` rounds integers beyond 2^53; this parser makes bigints of them.
 * `JSON.stringify` refuses bigints; `writeJson` writes them. The client has a copy of this file (client.ts).
 */

/** @param literal The literal of the number. */
export function isLongInteger(value: number, literal: string): boolean {
  return !Number.isSafeInteger(value) && /^[+-]?\d+$/.test(literal);
}

/**
 * Parses integers beyond 2^53 as bigints. It takes five times as long as `JSON.parse`.
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

/** Detects long numbers in JSON without white space, as `writeJson` makes it. It may also match within a text. */
const longNumber = /(?:^|[:,[])-?\d{16}/;

/**
 * Like `parseExactly`, and about as fast as `JSON.parse` if there is no such integer.
 *
 * @param text The output of `writeJson`.
 */
export function readJson(text: string): unknown {
  return longNumber.test(text) ? parseExactly(text) : JSON.parse(text);
}

/**
 * Like `JSON.stringify`, but writes a bigint as a number with its digits.
 *
 * @param indent The number of spaces; by default, the output is one line.
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

/** Returns a bigint in a form that `JSON.stringify` writes as its digits, and any other value unchanged. */
export function withDigits(value: unknown): unknown {
  return typeof value === 'bigint' ? rawNumber(String(value)) : value;
}

/** Returns a value that `JSON.stringify` writes as these characters. */
export function rawNumber(literal: string): unknown {
  return (JSON as RawJson).rawJSON(literal);
}

/** TypeScript lacks these declarations. */
interface RawJson extends JSON {
  rawJSON(text: string): unknown;
}
