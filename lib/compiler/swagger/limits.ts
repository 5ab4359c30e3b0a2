/** Limits of a type: ranges, allowed values, lengths, patterns, counts. */

import { omitUndefined } from '../../json/omit-undefined.ts';
import type { ArrayType, NumberLimits, StringType, TypePlan } from '../../plan/type-plan.ts';
import type { Report } from '../source/problem.ts';
import {
  anyMember,
  expectType,
  flagMember,
  isObject,
  items,
  member,
  members,
  problemAt,
  quote,
  type SourceNode,
} from '../source/source-node.ts';
import { readPattern } from './pattern.ts';
import type { ReadContext } from './type-context.ts';

/** Every limit, and the kinds of type that it applies to. */
const limitWords: Readonly<Record<string, readonly string[]>> = {
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  enum: ['integer', 'number', 'string', 'boolean', 'array'],
  allowableValues: ['integer', 'number', 'string', 'boolean', 'array'],
  pattern: ['string'],
  minLength: ['string'],
  maxLength: ['string'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
};

export const limitKeys: readonly string[] = Object.keys(limitWords);

/** The limits that apply to each item if they stand next to a list. */
export const valueLimitKeys: readonly string[] = ['enum', 'allowableValues'];

/** The default maximum of a list of unique objects. */
const maxUniqueObjects = 1_000;

/** Warns of limits that do not apply to a type of this kind. */
export function reportMisplacedLimits(holder: SourceNode, kind: string, report: Report): void {
  for (const [key, value] of members(holder)) {
    const kinds = Object.hasOwn(limitWords, key) ? limitWords[key] : undefined;
    if (!kinds || kinds.includes(kind) || value.value === false) continue;
    const found = `${key} on ${kind}, where it is ignored`;
    report(problemAt(value, 'W-LIMIT', found, `${key} on ${kinds.join(', ')}`));
  }
}

export function readNumberLimits(holder: SourceNode, report: Report): NumberLimits & { allowed?: number[] } {
  const range = rangeOf(holder);
  const minimum = readBound(member(holder, 'minimum') ?? (range && member(range, 'min')), report);
  const maximum = readBound(member(holder, 'maximum') ?? (range && member(range, 'max')), report);
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    const at = range ?? member(holder, 'minimum') ?? holder;
    report(problemAt(at, 'E-LIMIT', `min ${minimum} greater than max ${maximum}`, 'min at most max'));
    return {};
  }
  const allowed = readAllowed(holder, readNumber, 'a number', report);
  return omitUndefined({ minimum, maximum, allowed });
}

export function readStringLimits(
  holder: SourceNode,
  context: ReadContext,
): Omit<StringType, 'kind' | 'format'> {
  const { report } = context;
  const minLength = readCount(holder, 'minLength', report);
  const maxLength = readCount(holder, 'maxLength', report);
  const isCrossed = reportCrossed(holder, { key: 'minLength', min: minLength, max: maxLength }, report);
  const pattern = readPattern(member(holder, 'pattern'), context);
  warnOfTextRange(holder, report);
  const allowed = readAllowed(holder, readText, 'a string', report);
  return omitUndefined({ ...(isCrossed ? {} : { minLength, maxLength }), pattern, allowed });
}

export function readArrayLimits(
  holder: SourceNode,
  { itemType, isSet }: { readonly itemType: TypePlan; readonly isSet: boolean },
  report: Report,
): Pick<ArrayType, 'unique' | 'minItems' | 'maxItems'> {
  const minItems = readCount(holder, 'minItems', report);
  const maxItems = readCount(holder, 'maxItems', report);
  const isCrossed = reportCrossed(holder, { key: 'minItems', min: minItems, max: maxItems }, report);
  const unique = flagMember(holder, 'uniqueItems', report) || isSet;
  if (isCrossed) return { unique };
  if (!unique || maxItems !== undefined || isScalar(itemType))
    return { unique, ...omitUndefined({ minItems, maxItems }) };
  // ajv compares every pair of objects, which takes seconds for 20,000 of them.
  const at = member(holder, 'uniqueItems') ?? holder;
  const accepted = `maxItems; without it, ${maxUniqueObjects} items are accepted`;
  report(problemAt(at, 'W-LIMIT', 'an unlimited number of unique items that are not scalars', accepted));
  return { unique, ...omitUndefined({ minItems, maxItems: Math.max(minItems ?? 0, maxUniqueObjects) }) };
}

/** ajv finds repeated scalars with a table, without comparing pairs. */
function isScalar({ kind }: TypePlan): boolean {
  return kind === 'string' || kind === 'integer' || kind === 'number' || kind === 'boolean';
}

export function readAllowedBooleans(holder: SourceNode, report: Report): { allowed?: boolean[] } {
  return omitUndefined({ allowed: readAllowed(holder, readBoolean, 'true or false', report) });
}

/** A string has no range. */
function warnOfTextRange(holder: SourceNode, report: Report): void {
  const range = rangeOf(holder);
  if (range)
    report(
      problemAt(range, 'W-LIMIT', 'a range on string, where it is ignored', 'a range on integer, number'),
    );
}

/** `allowableValues` of valueType RANGE. */
function rangeOf(holder: SourceNode): SourceNode | undefined {
  const found = member(holder, 'allowableValues');
  return found && valueTypeOf(found) === 'RANGE' ? found : undefined;
}

/** LIST or RANGE, in any letter case. If it is missing, the other members decide. */
function valueTypeOf({ value }: SourceNode): string | undefined {
  if (!isObject(value)) return undefined;
  if (typeof value.valueType === 'string') return value.valueType.toUpperCase();
  if (Array.isArray(value.values)) return 'LIST';
  return 'min' in value || 'max' in value ? 'RANGE' : undefined;
}

function readBound(node: SourceNode | undefined, report: Report): number | undefined {
  // Real files write "Infinity" for a range without a bound on that side.
  if (!node || /^-?infinity$/i.test(String(node.value))) return undefined;
  const bound = readNumber(node.value);
  if (bound === undefined)
    report(problemAt(node, 'E-LIMIT', quote(node.value), 'a number, or "Infinity" for no bound'));
  return bound;
}

/** A number or its text: Swagger 1.2 writes bounds as strings. */
function readNumber(value: unknown): number | undefined {
  // YAML has numbers that JSON does not have.
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function readBoolean(value: unknown): boolean | undefined {
  const text = String(value).toLowerCase();
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

/** If no value has the type, the list is documentation, e.g. `["1-active", "2-closed"]` of an integer, and is ignored. */
function readAllowed<T>(
  holder: SourceNode,
  read: (value: unknown) => T | undefined,
  wanted: string,
  report: Report,
): T[] | undefined {
  const list = allowedList(holder, report);
  if (!list) return undefined;
  const values = list.map((item) => read(item.value));
  const fitting = values.filter((value) => value !== undefined);
  if (fitting.length === 0) {
    const at = anyMember(holder, ['enum', 'allowableValues']) ?? holder;
    if (list.length === 0)
      report(
        problemAt(at, 'E-LIMIT', 'an empty list of allowed values', 'at least one value', { path: at.path }),
      );
    else report(problemAt(at, 'W-LIMIT', `${quote(at.value)}, which is ignored`, `${wanted} for each value`));
    return undefined;
  }
  for (const [index, item] of list.entries()) {
    if (values[index] === undefined) report(problemAt(item, 'E-LIMIT', quote(item.value), wanted));
  }
  return fitting;
}

function allowedList(holder: SourceNode, report: Report): SourceNode[] | undefined {
  const allowable = member(holder, 'allowableValues');
  const valueType = allowable && valueTypeOf(allowable);
  const isEmpty = isObject(allowable?.value) && Object.keys(allowable.value).length === 0;
  if (allowable && !isEmpty && valueType !== 'LIST' && valueType !== 'RANGE') {
    report(problemAt(allowable, 'E-LIMIT', quote(allowable.value), 'a valueType of LIST or RANGE'));
  }
  const values =
    member(holder, 'enum') ?? (valueType === 'LIST' && allowable ? member(allowable, 'values') : undefined);
  if (valueType === 'LIST' && !values) return [];
  return values && expectType(values, 'array', report) ? items(values) : undefined;
}

function readCount(holder: SourceNode, key: string, report: Report): number | undefined {
  const node = member(holder, key);
  if (!node) return undefined;
  if (Number.isSafeInteger(node.value) && (node.value as number) >= 0) return node.value as number;
  report(problemAt(node, 'E-LIMIT', quote(node.value), 'a whole number from 0'));
  return undefined;
}

function reportCrossed(
  holder: SourceNode,
  { key, min, max }: { key: string; min: number | undefined; max: number | undefined },
  report: Report,
): boolean {
  if (min === undefined || max === undefined || min <= max) return false;
  const found = `${key} ${min} greater than its maximum ${max}`;
  report(problemAt(member(holder, key) ?? holder, 'E-LIMIT', found, 'a minimum that is at most the maximum'));
  return true;
}
