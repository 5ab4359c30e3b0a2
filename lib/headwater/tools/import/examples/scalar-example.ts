/** Makes an example of a number or a text: a common one if it is valid, otherwise one near it, or that fast-check makes. */

import { sample, stringMatching } from 'fast-check';
import { typesIn } from '../../../compile/schema/flat.ts';
import { formatRange } from '../../../compile/schema/json-schema.ts';
import { formats, type StringFormat, stringFormats } from '../../../shared/json/formats.ts';
import { isMultipleOf } from '../../../shared/json/multiple-of.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import type { Example } from './example.ts';

/** @param nth the number of the example, if several must differ. */
export function numberExample(schema: Schema, nth: number): Example {
  const isValid = numberCheck(schema);
  const [minimum, maximum] = limitsOf(schema);
  const first = Math.min(Math.max(1, minimum), maximum);
  const candidates = [...(nth === 0 ? [first] : []), ...nearby(schema, first, nth)];
  // Items may differ in their other members.
  const value = [...candidates, first].find(isValid);
  return value === undefined ? { reason: 'no number is within its limits' } : { value };
}

function isInteger(schema: Schema): boolean {
  const types = typesIn(schema);
  return types?.includes('integer') === true && !types.includes('number');
}

/** The least and the greatest, which may themselves be excluded. */
function limitsOf(schema: Schema): readonly [minimum: number, maximum: number] {
  const { minimum: least, maximum: most } = formatRange(schema) ?? {
    minimum: -Number.MAX_VALUE,
    maximum: Number.MAX_VALUE,
  };
  const lower = Math.max(schema.minimum ?? least, schema.exclusiveMinimum ?? least, least);
  const upper = Math.min(schema.maximum ?? most, schema.exclusiveMaximum ?? most, most);
  return isInteger(schema) ? [Math.ceil(lower), Math.floor(upper)] : [lower, upper];
}

export function numberCheck(schema: Schema): (value: number) => boolean {
  const [minimum, maximum] = limitsOf(schema);
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity, multipleOf } = schema;
  return (value) =>
    value >= minimum &&
    value <= maximum &&
    value > exclusiveMinimum &&
    value < exclusiveMaximum &&
    (!isInteger(schema) || Number.isInteger(value)) &&
    (multipleOf === undefined || isMultipleOf(value, multipleOf));
}

/** Numbers around the first one: multiples of the step, if there is one. */
function nearby(schema: Schema, first: number, nth: number): number[] {
  const { multipleOf: step, exclusiveMinimum, exclusiveMaximum } = schema;
  const [minimum, maximum] = limitsOf(schema);
  const middle = minimum / 2 + maximum / 2;
  if (step === undefined) {
    const isOpen = exclusiveMinimum !== undefined || exclusiveMaximum !== undefined;
    const within = isOpen ? [first + 1 + nth, first - 1 - nth, middle / (nth + 1), middle] : [];
    return [first + nth, first - nth, first + nth / 1_000, ...within];
  }
  const start = Math.ceil(first / step);
  const counts = [start + nth, start - nth, start + nth + 1, start - nth - 1, Math.floor(middle / step)];
  // Rounded to the digits of the step: 3 * 0.1 is 0.30000000000000004.
  return counts.map((count) => Number((count * step).toPrecision(15)));
}

const maxLength = 5_000;
const sampleSize = 100;
/** A pattern with more repeats makes texts that are too long. */
const maxRepeats = 1_000;

/** Texts that match real patterns, the most likely first. */
const plainTexts = [
  ...'text TEXT Text a A 1 0 10 100 12345 1234567890 a1 a-1 en EN en-US en_US EUR 1.0 1.0.0'.split(' '),
  ...'2024-02-29 2024-02-29T12:00:00Z 12:00 12:00:00 somebody@example.com example.com'.split(' '),
  ...'https://example.com/ /path 192.0.2.1 +14155550100 5a0d3f1e9b8c7d6e5f4a3b2c'.split(' '),
  ...'0123456789abcdef0123456789abcdef 3f2504e0-4f89-41d3-9a0c-0305e82c3301 #a1b2c3'.split(' '),
  '',
];

/** @param nth the number of the example, if several must differ. */
export function stringExample(schema: Schema, nth: number): Example {
  const isValid = textCheck(schema);
  const { minLength = 0, pattern } = schema;
  if (minLength > maxLength) return { reason: `it has at least ${minLength} characters` };
  const format = checkedFormat(schema);
  const candidates = format ? formatTexts(format, minLength, nth) : freeTexts(schema, nth);
  const plain = candidates.filter(isValid);
  if (plain[0] !== undefined && (pattern === undefined || nth === 0)) return { value: plain[0] };
  const matching = pattern === undefined ? [] : matchingTexts(pattern).filter(isValid);
  const distinct = [...new Set([...plain, ...matching])];
  const value = distinct[nth];
  if (value !== undefined) return { value };
  return {
    reason: pattern === undefined ? 'no text is within its limits' : `no text for ${pattern} was found`,
  };
}

function checkedFormat({ format }: Schema): StringFormat | undefined {
  return stringFormats.find((each) => each === format);
}

export function textCheck(schema: Schema): (text: string) => boolean {
  const { pattern, minLength = 0, maxLength: most } = schema;
  const format = checkedFormat(schema);
  // By code points, like ajv.
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  return (text) => {
    const { length } = [...text];
    if (length < minLength || (most !== undefined && length > most)) return false;
    if (format && !formats[format](text)) return false;
    return expression?.test(text) ?? true;
  };
}

function freeTexts({ pattern, minLength = 0, maxLength: most }: Schema, nth: number): string[] {
  if (pattern !== undefined) return [...plainTexts];
  const ending = nth === 0 ? '' : String(nth);
  const padded = `text${ending}`.padStart(minLength, 'a');
  return [padded, ending.padStart(Math.min(Math.max(minLength, 1), most ?? 1), 'a'), ending];
}

function formatTexts(format: StringFormat, minLength: number, nth: number): string[] {
  // The 31 days of January, year after year.
  const date = `${2024 + Math.floor(nth / 31)}-01-${String((nth % 31) + 1).padStart(2, '0')}`;
  if (format === 'date') return [date];
  if (format === 'date-time') {
    const fraction = '.'.padEnd(minLength - `${date}T12:00:00Z`.length, '0');
    return [`${date}T12:00:00Z`, `${date}T12:00:00${fraction}Z`];
  }
  const bytes = Buffer.from(nth === 0 ? 'text' : `text${nth}`);
  const padded = Buffer.concat([bytes, Buffer.alloc(Math.ceil((minLength * 3) / 4))]);
  // One byte, the minimum length, and no byte.
  const short = [Buffer.from([nth]), Buffer.alloc(Math.ceil(minLength / 4) * 3), Buffer.alloc(0)];
  return [bytes, padded, ...short].map((each) => each.toString('base64'));
}

/** Deterministic. Empty for patterns that fast-check does not support, such as look-around. */
function matchingTexts(pattern: string): string[] {
  const repeats = [...pattern.matchAll(/\{(\d+)/g)].reduce(
    (product, [, count]) => product * Number(count || 1),
    1,
  );
  if (repeats > maxRepeats) return [];
  try {
    return sample(stringMatching(new RegExp(pattern, 'u'), { size: 'small' }), {
      numRuns: sampleSize,
      seed: 1,
    });
  } catch {
    return [];
  }
}
