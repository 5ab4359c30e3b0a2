/** Makes an example of a string type: a common text if it is valid, otherwise one that fast-check makes for the pattern. */

import { sample, stringMatching } from 'fast-check';
import { formats, type StringFormat, stringFormats } from '../../shared/json/formats.ts';
import type { Schema } from '../../shared/plan/schema.ts';
import type { Example } from './example.ts';

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
