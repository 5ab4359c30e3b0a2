/** JSON with its numbers as written: 1.0 is a decimal number, and long integers keep their digits. */

import type { RecordValue } from '../base/record.ts';

/** A number with a fraction or an exponent whose value is an integer, such as 1.0. */
export class DecimalNumber {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A value of a document, as the dynamic mapping of Elasticsearch sees it. */
export type MappedValue =
  | RecordValue
  | DecimalNumber
  | readonly MappedValue[]
  | { readonly [name: string]: MappedValue | undefined };

/**
 * @throws SyntaxError
 * @example parseExactJson('{"a": 1.0}') // { a: DecimalNumber { value: 1 } }
 */
export function parseExactJson(text: string): MappedValue {
  return JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? exactNumber(value, context?.source ?? String(value)) : value,
  ) as MappedValue;
}

function exactNumber(value: number, source: string): number | bigint | DecimalNumber {
  const isDecimal = /[.eE]/.test(source);
  if (isDecimal) return Number.isInteger(value) ? new DecimalNumber(value) : value;
  return Number.isSafeInteger(value) ? value : BigInt(source);
}
