/** Checks the options of one step against the table of its type. */

import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import type { OptionDefinition, OptionTable } from '../base/definition.ts';
import { type FieldPath, findPath } from '../base/field-path.ts';
import { isRecord, kindInWords, type RecordValue } from '../base/record.ts';

/** The checked value, or what is wrong with it. */
type Checked = { readonly value: unknown } | { readonly issues: readonly OptionIssue[] };

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
  const names = Object.keys(table);
  const options: Record<string, unknown> = {};
  const issues: OptionIssue[] = [];
  for (const name of Object.keys(members))
    if (!Object.hasOwn(table, name)) {
      const place = {
        pointer: pointerTo(pointer, name),
        code: 'unknown_option',
        what: 'is an unknown option',
      } as const;
      issues.push(unknownName(place, name, names));
    }
  for (const [name, definition] of Object.entries(table)) {
    const written = Object.hasOwn(members, name) ? members[name] : undefined;
    const value = written ?? definition.default;
    if (value === undefined) {
      options[name] = undefined;
      if (definition.required)
        issues.push({ pointer: pointerTo(pointer, name), code: 'missing_option', message: 'is required' });
      continue;
    }
    const checked = checkValue(definition, value, pointerTo(pointer, name));
    if ('issues' in checked) issues.push(...checked.issues);
    else options[name] = checked.value;
  }
  return { options, issues };
}

function checkValue(definition: OptionDefinition, value: unknown, pointer: string): Checked {
  switch (definition.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? { value } : expected('true or false', value, pointer);
    case 'string':
      return checkText(definition, value, pointer);
    case 'path':
      return checkPath(definition, value, pointer);
    case 'strings':
      return checkList(definition, value, pointer, checkText);
    case 'paths':
      return checkList(definition, value, pointer, checkPath);
    case 'texts':
      return checkTexts(definition, value, pointer);
    case 'value':
      return checkAnything(value, pointer);
  }
}

function expected(what: string, value: unknown, pointer: string): Checked {
  return refuse('wrong_type', `must be ${what}, not ${kindInWords(value)}`, pointer);
}

function refuse(code: OptionIssueCode, message: string, pointer: string): Checked {
  return { issues: [{ pointer, code, message }] };
}

function checkText(definition: OptionDefinition, value: unknown, pointer: string): Checked {
  if (typeof value !== 'string') return expected('a string', value, pointer);
  const { minLength = 0, maxLength = defaultMaxLength, allowed, ignoresCase } = definition;
  if (value.length < minLength || value.length > maxLength)
    return refuse('out_of_limits', `must have ${minLength} to ${maxLength} characters`, pointer);
  const compared = ignoresCase ? value.toLowerCase() : value;
  if (allowed && !allowed.includes(compared))
    return { issues: [unknownName({ pointer, code: 'not_allowed', what: 'must not be' }, value, allowed)] };
  return { value };
}

function checkPath(definition: OptionDefinition, value: unknown, pointer: string): Checked {
  const text = checkText(definition, value, pointer);
  if ('issues' in text || typeof value !== 'string') return text;
  const path: FieldPath | string = findPath(value);
  return typeof path === 'string'
    ? refuse('invalid_option', `is not a path: ${path}`, pointer)
    : { value: path };
}

function checkList(
  definition: OptionDefinition,
  value: unknown,
  pointer: string,
  check: typeof checkText,
): Checked {
  const { acceptsSingle, minItems = 0, maxItems = 1000 } = definition;
  if (acceptsSingle && typeof value === 'string') {
    const single = check(definition, value, pointer);
    return 'issues' in single ? single : { value: [single.value] };
  }
  if (!Array.isArray(value)) return expected('a list', value, pointer);
  if (value.length < minItems || value.length > maxItems)
    return refuse('out_of_limits', `must have ${minItems} to ${maxItems} values`, pointer);
  const items = value.map((item: unknown, index) => check(definition, item, pointerTo(pointer, index)));
  const issues = items.flatMap((item) => ('issues' in item ? item.issues : []));
  return issues.length > 0
    ? { issues }
    : { value: items.flatMap((item) => ('value' in item ? [item.value] : [])) };
}

function checkTexts(definition: OptionDefinition, value: unknown, pointer: string): Checked {
  if (!isRecord(value)) return expected('an object', value, pointer);
  const { maxItems = 1000 } = definition;
  const members = Object.entries(value);
  if (members.length > maxItems)
    return refuse('out_of_limits', `must have at most ${maxItems} members`, pointer);
  const issues = members.flatMap(([name, text]) => {
    const checked = checkText(definition, text, pointerTo(pointer, name));
    return 'issues' in checked ? checked.issues : [];
  });
  return issues.length > 0 ? { issues } : { value };
}

function checkAnything(value: unknown, pointer: string): Checked {
  const size = JSON.stringify(value)?.length ?? 0;
  if (size > maxValueSize)
    return refuse('out_of_limits', `must have at most ${maxValueSize} characters of JSON`, pointer);
  return { value: value as RecordValue };
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
  /** RFC 6901, from the list of preprocessors. */
  readonly pointer: string;
  readonly code: OptionIssueCode;
  /** A predicate: what is wrong and what is accepted. */
  readonly message: string;
  /** The nearest spelling among what is accepted. */
  readonly suggestion?: string;
}

/** @example pointerTo('/0', 'a/b') // '/0/a~1b' */
export function pointerTo(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
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
