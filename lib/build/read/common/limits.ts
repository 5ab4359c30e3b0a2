/** Limits of a type: ranges, allowed values, lengths, patterns, counts. */

import { isObject } from '../../../shared/json/is-object.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { typesIn } from '../../schema/flat.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readPattern } from './pattern.ts';
import type { ReadContext } from './read-context.ts';

/** Every limit, and the kinds of type that it applies to. */
const kindsOfLimits: Readonly<Record<string, readonly string[]>> = {
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  min: ['integer', 'number'],
  max: ['integer', 'number'],
  enum: ['integer', 'number', 'string', 'boolean', 'array'],
  allowableValues: ['integer', 'number', 'string', 'boolean', 'array'],
  pattern: ['string'],
  'x-message': ['string'],
  minLength: ['string'],
  maxLength: ['string'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
};

export const limitKeys: readonly string[] = Object.keys(kindsOfLimits);

/** The limits that apply to each item if they stand next to a list. */
export const valueLimitKeys: readonly string[] = ['enum', 'allowableValues'];

/** The default maximum of a list of unique objects. */
const maxUniqueObjects = 1_000;

/** Warns of limits that do not apply to a type of this kind. */
export function reportMisplacedLimits(holder: SourceNode, kind: string): void {
  for (const [key, value] of holder.members()) {
    const kinds = Object.hasOwn(kindsOfLimits, key) ? kindsOfLimits[key] : undefined;
    if (!kinds || kinds.includes(kind) || value.value === false) continue;
    const found = `${key} on ${kind}, where it is ignored`;
    value.report('W-LIMIT', found, `${key} on ${kinds.join(', ')}`);
  }
}

export function readNumberLimits(holder: SourceNode): Schema {
  const range = rangeOf(holder);
  const minimum = readBound(holder, range, ['minimum', 'min']);
  const maximum = readBound(holder, range, ['maximum', 'max']);
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    const at = range ?? holder.member('minimum') ?? holder;
    at.report('E-LIMIT', `min ${minimum} greater than max ${maximum}`, 'min at most max');
    return {};
  }
  return omitUndefined({ minimum, maximum, enum: readEnum(holder, readNumber, 'a number') });
}

export function readStringLimits(holder: SourceNode, context: ReadContext): Schema {
  const lengths = readCounts(holder, 'Length');
  const pattern = readPattern(holder.member('pattern'), lengths.maxLength, context);
  const message = readMessage(holder);
  const range = rangeOf(holder);
  if (range) range.report('W-LIMIT', 'a range on string, where it is ignored', 'a range on integer, number');
  const values = readEnum(holder, readText, 'a string');
  return { ...lengths, ...pattern, ...omitUndefined({ 'x-message': message, enum: values }) };
}

/** `x-message`: what a value must be, in words. */
function readMessage(holder: SourceNode): string | undefined {
  const text = holder.text('x-message');
  if (text === undefined || (text !== '' && holder.member('pattern'))) return text;
  const found = `x-message ${text === '' ? 'without text' : 'without a pattern'}, which is ignored`;
  const accepted = 'what a value must be, such as "must be a postal code", beside a pattern';
  (holder.member('x-message') ?? holder).report('W-LIMIT', found, accepted);
  return undefined;
}

export function readArrayLimits(
  holder: SourceNode,
  { items, isSet }: { readonly items: Schema; readonly isSet: boolean },
): Schema {
  const counts = readCounts(holder, 'Items');
  if (!holder.flag('uniqueItems') && !isSet) return counts;
  const unique = { uniqueItems: true, ...counts };
  if (counts.maxItems !== undefined || isScalar(items)) return unique;
  // ajv compares every pair of objects, which takes seconds for 20,000 of them.
  const at = holder.member('uniqueItems') ?? holder;
  const accepted = `maxItems; without it, ${maxUniqueObjects} items are accepted`;
  at.report('W-LIMIT', 'an unlimited number of unique items that are not scalars', accepted);
  return { ...unique, maxItems: Math.max(counts.minItems ?? 0, maxUniqueObjects) };
}

export function readMemberCounts(holder: SourceNode): Schema {
  return readCounts(holder, 'Properties');
}

/** `min…` and `max…`. Empty if the one is greater than the other, which is reported. */
function readCounts(holder: SourceNode, what: 'Length' | 'Items' | 'Properties'): Schema {
  const [key, other] = [`min${what}`, `max${what}`];
  const [least, most] = [readCount(holder, key), readCount(holder, other)];
  if (least === undefined || most === undefined || least <= most)
    return omitUndefined({ [key]: least, [other]: most });
  const found = `${key} ${least} greater than its maximum ${most}`;
  (holder.member(key) ?? holder).report('E-LIMIT', found, 'a minimum that is at most the maximum');
  return {};
}

/** ajv finds repeated scalars with a table, without comparing pairs. */
function isScalar(schema: Schema): boolean {
  const scalars = ['string', 'integer', 'number', 'boolean'];
  return typesIn(schema)?.every((type) => scalars.includes(type)) ?? false;
}

/** `allowableValues` of valueType RANGE. */
function rangeOf(holder: SourceNode): SourceNode | undefined {
  const found = holder.member('allowableValues');
  return found && valueTypeOf(found) === 'RANGE' ? found : undefined;
}

/** Beside the type, or in the range; the short members of a range are also found beside the type. */
function readBound(
  holder: SourceNode,
  range: SourceNode | undefined,
  [key, short]: readonly [key: string, short: string],
): number | undefined {
  const declared = holder.member(key) ?? range?.member(short);
  const node = declared ?? holder.member(short);
  if (node && node !== declared)
    node.report('W-LIMIT', `"${short}" beside the type`, `"${key}", which is assumed`);
  // Real files write "Infinity" for a range without a bound on that side.
  if (!node || /^-?infinity$/i.test(String(node.value))) return undefined;
  const bound = readNumber(node.value);
  if (bound === undefined) node.report('E-LIMIT', quote(node.value), 'a number, or "Infinity" for no bound');
  return bound;
}

function readCount(holder: SourceNode, key: string): number | undefined {
  const node = holder.member(key);
  if (!node) return undefined;
  if (Number.isSafeInteger(node.value) && (node.value as number) >= 0) return node.value as number;
  const meant =
    typeof node.value === 'string' && /^\d{1,9}$/.test(node.value) ? Number(node.value) : undefined;
  const isMeant = meant !== undefined;
  const accepted = isMeant ? `${meant}, which is assumed` : 'a whole number from 0';
  node.report(isMeant ? 'W-LIMIT' : 'E-LIMIT', quote(node.value), accepted);
  return meant;
}

export function readAllowedBooleans(holder: SourceNode): Schema {
  return omitUndefined({ enum: readEnum(holder, readBoolean, 'true or false') });
}

/** LIST or RANGE, in any letter case. If it is missing, the other members decide. */
function valueTypeOf({ value }: SourceNode): string | undefined {
  if (!isObject(value)) return undefined;
  if (typeof value.valueType === 'string') return value.valueType.toUpperCase();
  if (Array.isArray(value.values)) return 'LIST';
  return 'min' in value || 'max' in value ? 'RANGE' : undefined;
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
function readEnum<T>(
  holder: SourceNode,
  read: (value: unknown) => T | undefined,
  wanted: string,
): T[] | undefined {
  const list = allowedList(holder);
  if (!list) return undefined;
  const values = list.map((item) => read(item.value));
  const fitting = values.filter((value) => value !== undefined);
  if (fitting.length === 0) {
    const at = holder.anyMember(['enum', 'allowableValues']) ?? holder;
    if (list.length === 0) reportEmptyList(at);
    else at.report('W-LIMIT', `${quote(at.value)}, which is ignored`, `${wanted} for each value`);
    return undefined;
  }
  for (const [index, item] of list.entries()) {
    if (values[index] === undefined) item.report('E-LIMIT', quote(item.value), wanted);
  }
  return fitting;
}

function reportEmptyList(at: SourceNode): void {
  const accepted = 'at least one value, e.g. "values": ["open", "closed"]';
  const isMissing = isObject(at.value) && !at.member('values');
  const misspelt = isMissing ? nearSpelling('values', Object.keys(Object(at.value))) : undefined;
  const fix = misspelt === undefined ? { path: at.path } : { path: [...at.path, misspelt], rename: 'values' };
  const instead = misspelt === undefined ? '' : `, but with ${quote(misspelt)}`;
  const found = isMissing ? `a LIST without "values"${instead}` : 'an empty list of allowed values';
  at.report('E-LIMIT', found, accepted, fix);
}

function allowedList(holder: SourceNode): SourceNode[] | undefined {
  const allowable = holder.member('allowableValues');
  const valueType = allowable && valueTypeOf(allowable);
  const isEmpty = isObject(allowable?.value) && Object.keys(allowable.value).length === 0;
  if (allowable && !isEmpty && valueType !== 'LIST' && valueType !== 'RANGE') {
    allowable.report('E-LIMIT', quote(allowable.value), 'a valueType of LIST or RANGE');
  }
  const values =
    holder.member('enum') ?? (valueType === 'LIST' && allowable ? allowable.member('values') : undefined);
  if (valueType === 'LIST' && !values) return [];
  return values?.expect('array') ? values.items() : undefined;
}
