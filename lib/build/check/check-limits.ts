/** Limits beside a type: ranges, allowed values, lengths, patterns, counts. */

import type { ArrayType, NumberLimits, StringType } from '../../plan/type-plan.ts';
import { given } from '../given.ts';
import type { Report } from '../problem.ts';
import {
  anyMember,
  expectType,
  flagMember,
  isObject,
  items,
  type Located,
  member,
  members,
  problemAt,
  quote,
} from './located.ts';

/** Every word that limits a value, and the kinds of type it can limit. */
const limitWords: Readonly<Record<string, readonly string[]>> = {
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  enum: ['integer', 'number', 'string'],
  allowableValues: ['integer', 'number', 'string'],
  pattern: ['string'],
  minLength: ['string'],
  maxLength: ['string'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
};

export const limitKeys: readonly string[] = Object.keys(limitWords);

/** Reports the limits that say nothing about a type of this kind. */
export function reportMisplacedLimits(holder: Located, kind: string, report: Report): void {
  for (const [key, value] of members(holder)) {
    const kinds = Object.hasOwn(limitWords, key) ? limitWords[key] : undefined;
    if (!kinds || kinds.includes(kind) || value.value === false) continue;
    report(
      problemAt(value, 'E-LIMIT', `${key} on a type that is ${kind}`, `${key} on ${kinds.join(', ')} only`),
    );
  }
}

export function readNumberLimits(holder: Located, report: Report): NumberLimits & { allowed?: number[] } {
  const range = rangeOf(holder);
  const minimum = readBound(member(holder, 'minimum') ?? (range && member(range, 'min')), report);
  const maximum = readBound(member(holder, 'maximum') ?? (range && member(range, 'max')), report);
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    const at = range ?? member(holder, 'minimum') ?? holder;
    report(problemAt(at, 'E-LIMIT', `min ${minimum} greater than max ${maximum}`, 'min at most max'));
  }
  const allowed = readAllowed(holder, readNumber, 'a number', report);
  return given({ minimum, maximum, allowed });
}

export function readStringLimits(holder: Located, report: Report): Omit<StringType, 'kind' | 'format'> {
  const minLength = readCount(holder, 'minLength', report);
  const maxLength = readCount(holder, 'maxLength', report);
  reportCrossed(holder, { key: 'minLength', min: minLength, max: maxLength }, report);
  const pattern = readPattern(member(holder, 'pattern'), report);
  const asString = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const allowed = readAllowed(holder, asString, 'a string', report);
  return given({ minLength, maxLength, pattern, allowed });
}

export function readArrayLimits(
  holder: Located,
  report: Report,
): Pick<ArrayType, 'unique' | 'minItems' | 'maxItems'> {
  const minItems = readCount(holder, 'minItems', report);
  const maxItems = readCount(holder, 'maxItems', report);
  reportCrossed(holder, { key: 'minItems', min: minItems, max: maxItems }, report);
  const uniqueItems = member(holder, 'uniqueItems');
  const unique = flagMember(holder, 'uniqueItems', report);
  // Comparing every pair of 20,000 objects takes seconds, so the number of pairs has to be bounded.
  if (unique && uniqueItems && maxItems === undefined) {
    report(
      problemAt(uniqueItems, 'E-LIMIT', 'uniqueItems without maxItems', 'uniqueItems beside a maxItems'),
    );
  }
  return { unique, ...given({ minItems, maxItems }) };
}

/** `allowableValues` of valueType RANGE. */
function rangeOf(holder: Located): Located | undefined {
  const found = member(holder, 'allowableValues');
  return found && valueTypeOf(found) === 'RANGE' ? found : undefined;
}

function valueTypeOf(allowable: Located): string | undefined {
  const { value } = allowable;
  return isObject(value) && typeof value.valueType === 'string' ? value.valueType.toUpperCase() : undefined;
}

function readBound(node: Located | undefined, report: Report): number | undefined {
  // "Infinity" is how real files say that a range has no bound on that side.
  if (!node || /^-?infinity$/i.test(String(node.value))) return undefined;
  const bound = readNumber(node.value);
  if (bound === undefined)
    report(problemAt(node, 'E-LIMIT', quote(node.value), 'a number, or "Infinity" for no bound'));
  return bound;
}

/** A number, or the text of one, as Swagger 1.2 writes bounds. */
function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function readAllowed<T>(
  holder: Located,
  read: (value: unknown) => T | undefined,
  wanted: string,
  report: Report,
): T[] | undefined {
  const list = allowedList(holder, report);
  if (!list) return undefined;
  if (list.length === 0) {
    const at = anyMember(holder, ['enum', 'allowableValues']) ?? holder;
    report(problemAt(at, 'E-LIMIT', 'an empty list of allowed values', 'at least one value'));
  }
  return list.flatMap((item) => {
    const value = read(item.value);
    if (value === undefined) report(problemAt(item, 'E-LIMIT', quote(item.value), wanted));
    return value === undefined ? [] : [value];
  });
}

function allowedList(holder: Located, report: Report): Located[] | undefined {
  const allowable = member(holder, 'allowableValues');
  const valueType = allowable && valueTypeOf(allowable);
  if (allowable && valueType !== 'LIST' && valueType !== 'RANGE') {
    report(problemAt(allowable, 'E-LIMIT', quote(allowable.value), 'a valueType of LIST or RANGE'));
  }
  const values =
    member(holder, 'enum') ?? (valueType === 'LIST' && allowable ? member(allowable, 'values') : undefined);
  if (valueType === 'LIST' && !values) return [];
  return values && expectType(values, 'array', report) ? items(values) : undefined;
}

function readCount(holder: Located, key: string, report: Report): number | undefined {
  const node = member(holder, key);
  if (!node) return undefined;
  if (Number.isSafeInteger(node.value) && (node.value as number) >= 0) return node.value as number;
  report(problemAt(node, 'E-LIMIT', quote(node.value), 'a whole number from 0'));
  return undefined;
}

function reportCrossed(
  holder: Located,
  { key, min, max }: { key: string; min: number | undefined; max: number | undefined },
  report: Report,
): void {
  if (min === undefined || max === undefined || min <= max) return;
  const found = `${key} ${min} greater than its maximum ${max}`;
  report(problemAt(member(holder, key) ?? holder, 'E-LIMIT', found, 'a minimum that is at most the maximum'));
}

function readPattern(node: Located | undefined, report: Report): string | undefined {
  const pattern = node && expectType(node, 'string', report);
  if (node === undefined || pattern === undefined) return undefined;
  try {
    new RegExp(pattern, 'u');
    return pattern;
  } catch (error) {
    report(problemAt(node, 'E-PATTERN', (error as Error).message, 'an ECMA-262 regular expression (flag u)'));
    return undefined;
  }
}
