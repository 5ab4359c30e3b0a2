/** Limits of a type: ranges, allowed values, lengths, patterns, counts. */

import { isObject, membersOf } from '../../../shared/json/is-object.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { typesIn } from '../../schema/flat.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readPattern } from './pattern.ts';
import type { ReadContext } from './read-context.ts';

const numberLimits = ['minimum', 'maximum', 'min', 'max'];
/** The limits that apply to each item if they stand next to a list. */
export const valueLimitKeys: readonly string[] = ['enum', 'allowableValues'];
const limitsOfKind: Readonly<Record<string, readonly string[]>> = {
  integer: [...numberLimits, ...valueLimitKeys],
  number: [...numberLimits, ...valueLimitKeys],
  string: [...valueLimitKeys, 'pattern', 'x-message', 'minLength', 'maxLength'],
  boolean: valueLimitKeys,
  array: [...valueLimitKeys, 'minItems', 'maxItems', 'uniqueItems'],
};

export const limitKeys: readonly string[] = [...new Set(Object.values(limitsOfKind).flat())];

/** The default maximum of a list of unique objects. */
const maxUniqueObjects = 1_000;

/** Warns of limits that do not apply to a type of this kind. */
export function reportMisplacedLimits(holder: SourceNode, kind: string): void {
  for (const [key, value] of holder.members()) {
    const kinds = Object.keys(limitsOfKind).filter((each) => ownMember(limitsOfKind, each)?.includes(key));
    if (kinds.length === 0 || kinds.includes(kind) || value.value === false || isShort(key, holder)) continue;
    const counted = ownMember({ string: 'Length', array: 'Items' }, kind);
    const bound = /^(min|max)/.exec(key)?.[0];
    const meant = bound && counted ? `${quote(bound + counted)}, or ` : '';
    const accepted = `${meant}${key} on ${kinds.join(', ')}`;
    value.report('W-LIMIT', `${key} on ${kind}, where it is ignored`, accepted);
  }
}

/** The short members of a range, of which the reader of OpenAPI warns in all schemas. */
function isShort(key: string, { file }: SourceNode): boolean {
  return file.terms !== undefined && (key === 'min' || key === 'max');
}

export function readValueLimits(holder: SourceNode, kind: string, context: ReadContext): Schema {
  const isNumber = kind === 'integer' || kind === 'number';
  const limits = isNumber ? readRange(holder) : kind === 'string' ? readTextLimits(holder, context) : {};
  return { ...limits, ...omitUndefined({ enum: readEnum(holder, kind) }) };
}

function readRange(holder: SourceNode): Schema {
  const range = rangeOf(holder);
  const minimum = readBound(holder, range, ['minimum', 'min']);
  const maximum = readBound(holder, range, ['maximum', 'max']);
  if (minimum === undefined || maximum === undefined || minimum <= maximum)
    return omitUndefined({ minimum, maximum });
  const at = range ?? holder.at('minimum');
  at.report('E-LIMIT', `min ${minimum} greater than max ${maximum}`, 'min at most max');
  return {};
}

function readTextLimits(holder: SourceNode, context: ReadContext): Schema {
  const lengths = readCounts(holder, 'Length');
  const pattern = readPattern(holder.member('pattern'), lengths.maxLength, context);
  rangeOf(holder)?.report('W-LIMIT', 'a range on string, where it is ignored', 'a range on integer, number');
  return { ...lengths, ...pattern, ...omitUndefined({ 'x-message': readMessage(holder) }) };
}

/** `x-message`: what a value must be, in words. */
function readMessage(holder: SourceNode): string | undefined {
  const text = holder.text('x-message');
  if (text === undefined || (text !== '' && holder.member('pattern'))) return text;
  const found = `x-message ${text === '' ? 'without text' : 'without a pattern'}, which is ignored`;
  const accepted = 'what a value must be, such as "must be a postal code", beside a pattern';
  return holder.at('x-message').report('W-LIMIT', found, accepted);
}

export function readArrayLimits(holder: SourceNode, items: Schema, isSet = false): Schema {
  const counts = readCounts(holder, 'Items');
  if (!holder.flag('uniqueItems') && !isSet) return counts;
  const unique = { uniqueItems: true, ...counts };
  if (counts.maxItems !== undefined || isScalar(items)) return unique;
  // ajv compares every pair of objects, which takes seconds for 20,000 of them.
  const at = holder.at('uniqueItems');
  const accepted = `maxItems; without it, ${maxUniqueObjects} items are accepted`;
  at.report('W-LIMIT', 'an unlimited number of unique items that are not scalars', accepted);
  return { ...unique, maxItems: Math.max(counts.minItems ?? 0, maxUniqueObjects) };
}

/** `min…` and `max…`. Empty if the one is greater than the other, which is reported. */
export function readCounts(holder: SourceNode, what: 'Length' | 'Items' | 'Properties'): Schema {
  const [key, other] = [`min${what}`, `max${what}`];
  const [least, most] = [readCount(holder, key), readCount(holder, other)];
  if (least === undefined || most === undefined || least <= most)
    return omitUndefined({ [key]: least, [other]: most });
  const found = `${key} ${least} greater than its maximum ${most}`;
  holder.at(key).report('E-LIMIT', found, 'a minimum that is at most the maximum');
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
  if (node && node !== declared && !isShort(short, node))
    node.report('W-LIMIT', `"${short}" beside the type`, `"${key}", which is assumed`);
  // Real files write "Infinity" for a range without a bound on that side.
  if (!node || /^-?infinity$/i.test(String(node.value))) return undefined;
  const bound = readNumber(node.value);
  // Swagger 1.2 writes bounds as texts.
  if (bound !== undefined && node.value !== bound && node.file.terms)
    node.report('W-LIMIT', quote(node.value), `${bound}, which is assumed`);
  if (bound === undefined) node.report('E-LIMIT', quote(node.value), 'a number, or "Infinity" for no bound');
  return bound;
}

function readCount(holder: SourceNode, key: string): number | undefined {
  const node = holder.member(key);
  const { value } = node ?? {};
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  const meant = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
  if (meant === undefined) node?.report('E-LIMIT', quote(value), 'a whole number from 0');
  else node?.report('W-LIMIT', quote(value), `${meant}, which is assumed`);
  return meant;
}

/** LIST or RANGE, in any letter case. If it is missing, the other members decide. */
function valueTypeOf({ value }: SourceNode): string | undefined {
  if (!isObject(value)) return undefined;
  if (typeof value.valueType === 'string') return value.valueType.toUpperCase();
  if (Array.isArray(value.values)) return 'LIST';
  return 'min' in value || 'max' in value ? 'RANGE' : undefined;
}

/** A number or its text: Swagger 1.2 writes bounds as strings. YAML has numbers that JSON does not have. */
function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

const booleans = new Map([
  ['true', true],
  ['false', false],
]);

/** What an allowed value means, by kind of type, and what is accepted. */
const allowed: Readonly<Record<string, readonly [read: (value: unknown) => unknown, wanted: string]>> = {
  integer: [readNumber, 'a number'],
  number: [readNumber, 'a number'],
  string: [(value) => (typeof value === 'object' ? undefined : String(value)), 'a string'],
  boolean: [(value) => booleans.get(String(value).toLowerCase()), 'true or false'],
};

/** If no value has the type, the list is documentation, e.g. `["1-active", "2-closed"]` of an integer, and is ignored. */
function readEnum(holder: SourceNode, kind: string): unknown[] | undefined {
  const [read, wanted] = ownMember(allowed, kind) ?? [];
  const list = read && allowedList(holder);
  if (!list || wanted === undefined) return undefined;
  const wrong = list.filter((item) => read(item.value) === undefined);
  if (wrong.length === list.length) {
    const at = holder.at('enum', 'allowableValues');
    if (list.length === 0) return reportEmptyList(at);
    return at.report('W-LIMIT', `${quote(at.value)}, which is ignored`, `${wanted} for each value`);
  }
  for (const item of wrong) item.report('E-LIMIT', quote(item.value), wanted);
  return list.flatMap((item) => read(item.value) ?? []);
}

function reportEmptyList(at: SourceNode): undefined {
  const accepted = 'at least one value, e.g. "values": ["open", "closed"]';
  const isMissing = isObject(at.value) && !at.member('values');
  const misspelt = isMissing ? nearSpelling('values', Object.keys(membersOf(at.value))) : undefined;
  const fix = misspelt === undefined ? { path: at.path } : { path: [...at.path, misspelt], rename: 'values' };
  const instead = misspelt === undefined ? '' : `, but with ${quote(misspelt)}`;
  const found = isMissing ? `a LIST without "values"${instead}` : 'an empty list of allowed values';
  at.report('E-LIMIT', found, accepted, fix);
}

function allowedList(holder: SourceNode): SourceNode[] | undefined {
  const allowable = holder.member('allowableValues');
  const valueType = allowable && valueTypeOf(allowable);
  const isEmpty = isObject(allowable?.value) && Object.keys(allowable.value).length === 0;
  if (!isEmpty && valueType !== 'LIST' && valueType !== 'RANGE')
    allowable?.report('E-LIMIT', quote(allowable.value), 'a valueType of LIST or RANGE');
  const values = holder.member('enum') ?? (valueType === 'LIST' ? allowable?.member('values') : undefined);
  if (valueType === 'LIST' && !values) return [];
  return values?.expect('array') ? values.items() : undefined;
}
