import { writeJson } from '../../headwater/shared/json/lossless-json.ts';
import { nearSpelling } from '../../headwater/shared/json/near-spelling.ts';
import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { toPointer } from '../../headwater/shared/json/pointer.ts';
import type { OptionDefinition, OptionTable } from '../base/definition.ts';
import { type FieldPath, findPath } from '../base/field-path.ts';
import { type DataRecord, isRecord, kindInWords } from '../base/record.ts';

/** The checked options, with defaults. They are incomplete when there are issues. */
interface CheckedOptions {
  readonly options: Readonly<Record<string, unknown>>;
  readonly issues: readonly OptionIssue[];
}

const maxValueSize = 16_384;
export const defaultMaxLength = 4096;

/** @param members The configuration without its `type`. */
export function checkOptions(
  table: OptionTable,
  members: Readonly<Record<string, unknown>>,
  pointer: string,
): CheckedOptions {
  const options: Record<string, unknown> = {};
  const issues: OptionIssue[] = [];
  const unknown = { code: 'unknown_option', what: 'is an unknown option' } as const;
  for (const name of Object.keys(members))
    if (!Object.hasOwn(table, name))
      issues.push(unknownName({ ...unknown, pointer: pointerTo(pointer, name) }, name, Object.keys(table)));
  for (const [name, definition] of Object.entries(table)) {
    const written = ownMember(members, name);
    const value = written ?? definition.default;
    const place = placeOf({ pointer, issues }, name);
    if (value !== undefined) options[name] = checkValue(definition, value, place);
    else options[name] = definition.required ? refuse(place, 'missing_option', 'is required') : undefined;
  }
  return { options, issues };
}

/** Where a value is, and the issues found so far. */
interface Place {
  readonly pointer: string;
  readonly issues: OptionIssue[];
}

/** Returns undefined for a value with an issue, as the functions below do. */
function checkValue(definition: OptionDefinition, value: unknown, place: Place): unknown {
  switch (definition.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? value : refuseKind('true or false', value, place);
    case 'integer':
      return checkInteger(definition, value, place);
    case 'string':
      return checkText(definition, value, place);
    case 'path':
      return checkPath(definition, value, place);
    case 'strings':
      return checkList(definition, value, place, checkText);
    case 'paths':
      return checkList(definition, value, place, checkPath);
    case 'objects':
      return checkList(definition, value, place, checkObject);
    case 'texts':
      return checkTexts(definition, value, place);
    case 'value':
      return checkAnything(value, place);
    case 'step':
      // The compiler of the pipeline checks its members.
      return checkObject(definition, value, place);
  }
}

function refuseKind(expected: string, value: unknown, place: Place): undefined {
  return refuse(place, 'wrong_type', `must be ${expected}, not ${kindInWords(value)}`);
}

function refuse({ pointer, issues }: Place, code: OptionIssueCode, message: string): undefined {
  issues.push({ pointer, code, message });
  return undefined;
}

function checkInteger(definition: OptionDefinition, value: unknown, place: Place): number | undefined {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = definition;
  if (typeof value !== 'number' || !Number.isInteger(value)) return refuseKind('an integer', value, place);
  if (value >= minimum && value <= maximum) return value;
  return refuse(place, 'out_of_limits', `must be ${minimum} to ${maximum}`);
}

function checkText(definition: OptionDefinition, value: unknown, place: Place): string | undefined {
  if (typeof value !== 'string') return refuseKind('a string', value, place);
  const { minLength = 0, maxLength = defaultMaxLength, allowed, ignoresCase } = definition;
  if (value.length < minLength || value.length > maxLength)
    return refuse(place, 'out_of_limits', `must have ${minLength} to ${maxLength} characters`);
  const compared = ignoresCase ? value.toLowerCase() : value;
  if (!allowed || allowed.includes(compared)) return value;
  const { pointer, issues } = place;
  issues.push(unknownName({ pointer, code: 'not_allowed', what: 'must not be' }, value, allowed));
  return undefined;
}

function checkPath(definition: OptionDefinition, value: unknown, place: Place): FieldPath | undefined {
  const text = checkText(definition, value, place);
  if (text === undefined) return undefined;
  const path = findPath(text);
  return typeof path === 'string' ? refuse(place, 'invalid_option', `is not a path: ${path}`) : path;
}

function checkObject(_: OptionDefinition, value: unknown, place: Place): DataRecord | undefined {
  return isRecord(value) ? value : refuseKind('an object', value, place);
}

function checkList(
  definition: OptionDefinition,
  value: unknown,
  place: Place,
  check: typeof checkText | typeof checkPath | typeof checkObject,
): readonly unknown[] | undefined {
  const { acceptsSingle, minItems = 0, maxItems = 1000 } = definition;
  if (acceptsSingle && typeof value === 'string') return [check(definition, value, place)];
  if (!Array.isArray(value)) return refuseKind('a list', value, place);
  if (value.length < minItems || value.length > maxItems)
    return refuse(place, 'out_of_limits', `must have ${minItems} to ${maxItems} values`);
  return value.map((item: unknown, index) => check(definition, item, placeOf(place, index)));
}

function placeOf({ pointer, issues }: Place, name: string | number): Place {
  return { pointer: pointerTo(pointer, name), issues };
}

function checkTexts(definition: OptionDefinition, value: unknown, place: Place): DataRecord | undefined {
  if (!isRecord(value)) return refuseKind('an object', value, place);
  const { maxItems = 1000 } = definition;
  const members = Object.entries(value);
  if (members.length > maxItems)
    return refuse(place, 'out_of_limits', `must have at most ${maxItems} members`);
  for (const [name, text] of members) checkText(definition, text, placeOf(place, name));
  return value;
}

function checkAnything(value: unknown, place: Place): unknown {
  const size = writeJson(value)?.length ?? 0;
  if (size <= maxValueSize) return value;
  return refuse(place, 'out_of_limits', `must have at most ${maxValueSize} characters of JSON`);
}

export type OptionIssueCode =
  | 'unknown_type'
  | 'unknown_option'
  | 'missing_option'
  | 'wrong_type'
  | 'not_allowed'
  | 'out_of_limits'
  | 'invalid_option';

export interface OptionIssue {
  /** RFC 6901, from the list of preprocessors; it begins with `/on_failure` for the steps of the pipeline's `on_failure`. */
  readonly pointer: string;
  readonly code: OptionIssueCode;
  /** A predicate: what is wrong and what is accepted. */
  readonly message: string;
  /** The nearest spelling among what is accepted. */
  readonly suggestion?: string;
}

/** @example pointerTo('/0', 'a/b') // '/0/a~1b' */
export function pointerTo(pointer: string, name: string | number): string {
  return pointer + toPointer([name]);
}

const maxShown = 100;

/** The issue of a name that is not among those known. */
export function unknownName(
  issue: { readonly pointer: string; readonly code: OptionIssueCode; readonly what: string },
  name: string,
  known: readonly string[],
): OptionIssue {
  const { pointer, code, what } = issue;
  const nearest = nearSpelling(name, known);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  const message = `${what} ${JSON.stringify(name.slice(0, maxShown))}; accepted are ${known.join(', ')}${hint}`;
  return { pointer, code, message, ...(nearest === undefined ? {} : { suggestion: nearest }) };
}
