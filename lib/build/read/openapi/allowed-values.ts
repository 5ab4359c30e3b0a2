/** `type`, `enum` and `const`: which kinds of values a schema has, the values of each, and those that it excludes itself. */

import { equal } from '../../../shared/json/equal.ts';
import { isObject } from '../../../shared/json/is-object.ts';
import type { TypePlan, WithChecks } from '../../../shared/plan/type-plan.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { toJsonSchema } from '../../schema/json-schema.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { namesIn } from '../common/names.ts';
import { formatOf, formatsOfKind } from '../common/primitive-type.ts';
import { passedKeywords } from './keywords.ts';

/** The JSON types that a schema names in `type`, or that its values, a limit or the format imply. */
export function kindsOf(node: SourceNode): string[] {
  const named = node.member('type');
  const values = statedValuesOf(node);
  if (named) {
    const kinds = [named.value].flat().map(String);
    return kinds.filter((kind) => !values || values.some((value) => isOfKind(value, kind)));
  }
  if (values) return [...new Set(values.map(kindOf))];
  // Without a type, a schema also admits values of other types; nobody who writes `properties` means those.
  const assumed = Object.entries(keywordsOfKinds).find(([, keywords]) => node.anyMember(keywords));
  return assumed ? [assumed[0]] : kindsOfFormat(node);
}

function kindsOfFormat(node: SourceNode): string[] {
  const format = formatOf(node);
  return Object.keys(formatsOfKind).filter((kind) => format && formatsOfKind[kind]?.includes(format));
}

/** Keywords that say something of values of one kind only. */
const keywordsOfKinds: Readonly<Record<string, readonly string[]>> = {
  object: [
    ...namesIn('properties additionalProperties required minProperties maxProperties'),
    ...passedOn('object'),
  ],
  array: [...namesIn('items minItems maxItems uniqueItems'), ...passedOn('array')],
  string: namesIn('pattern minLength maxLength contentEncoding'),
  number: namesIn('minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'),
};

function passedOn(kind: string): string[] {
  return Object.keys(passedKeywords).filter((keyword) => passedKeywords[keyword]?.kind === kind);
}

/** The node with the allowed values of one kind. `const` is an enumeration of one value. */
export function withValuesOf(kind: string, node: SourceNode): SourceNode {
  const values = statedValuesOf(node);
  if (!values || !isObject(node.value)) return node;
  return node.with({ value: { ...node.value, enum: values.filter((value) => isOfKind(value, kind)) } });
}

/** Allowed arrays or objects, which a type cannot list. */
export function compoundValuesOf(node: SourceNode): WithChecks {
  const values = statedValuesOf(node);
  return values ? { checks: { values: { enum: values } } } : {};
}

/** `const` as a list, or `enum`. */
function statedValuesOf(node: SourceNode): readonly unknown[] | undefined {
  const constant = node.member('const');
  // An explicit null is a value here, and absent elsewhere.
  if (constant || (isObject(node.value) && node.value['const'] === null))
    return asTexts([constant?.value ?? null], node);
  const list = node.member('enum');
  return list && Array.isArray(list.value) && list.value.length > 0 ? asTexts(list.value, node) : undefined;
}

/** Numbers of a type that has texts alone: their author has forgotten the quotes, as one does in YAML. */
function asTexts(values: readonly unknown[], node: SourceNode): readonly unknown[] {
  if (!isTextual(node)) return values;
  return values.map((value) => (isUnquoted(value) ? String(value) : value));
}

function isTextual(node: SourceNode): boolean {
  const kinds = [node.member('type')?.value].flat();
  return kinds.includes('string') && kinds.every((kind) => kind === 'string' || kind === 'null');
}

function isUnquoted(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

function warnOfUnquoted(node: SourceNode, report: Report): void {
  const at = placeOf(node);
  const unquoted = [at.value].flat().filter(isUnquoted);
  if (at === node || !isTextual(node) || unquoted.length === 0) return;
  const found = `${unquoted.map(quote).join(', ')} of type string`;
  const accepted = `${unquoted.map((value) => quote(String(value))).join(', ')}, which ${unquoted.length > 1 ? 'are' : 'is'} assumed`;
  report(at.diagnose('W-LIMIT', found, accepted));
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isOfKind(value: unknown, kind: string): boolean {
  return kind === 'integer' ? Number.isInteger(value) : kindOf(value) === kind;
}

/** @returns true if no value is left, which is reported. */
export function refuseNoValues(node: SourceNode, report: Report): boolean {
  const list = node.member('enum')?.value;
  const listed = Array.isArray(list) ? list : undefined;
  const values = statedValuesOf(node) ?? listed;
  if (!values) return false;
  warnOfUnquoted(node, report);
  const refuse = (found: string, accepted: string) => {
    report(placeOf(node).diagnose('E-LIMIT', found, accepted));
    return true;
  };
  if (listed?.length === 0) return refuse('an empty list of allowed values', 'at least one value');
  if (listed && !values.some((value) => asTexts(listed, node).some((each) => equal(each, value))))
    return refuse(`${quote(values[0])}, which is not in "enum"`, 'one of its values');
  const type = node.member('type');
  const kinds = [type?.value].flat().map(String);
  const excluded = values.filter((value) => !kinds.some((kind) => isOfKind(value, kind)));
  return type ? reportExcluded(node, { values, excluded }, `type ${kinds.join(' or ')}`, report) : false;
}

/** Limits beside the values hold for them, too. @returns true if no value is left, which is reported. */
export function refuseLimitedValues(node: SourceNode, type: TypePlan, report: Report): boolean {
  if (type.kind !== 'string' && type.kind !== 'integer' && type.kind !== 'number') return false;
  const { allowed, ...limited } = type;
  const isLimited = Object.keys(limited).some((keyword) => keyword !== 'kind');
  if (!allowed || !isLimited) return false;
  const isValid = compileSchema(toJsonSchema(limited));
  const excluded = allowed.filter((value) => !isValid(value));
  return reportExcluded(node, { values: allowed, excluded }, 'the limits beside them', report);
}

function reportExcluded(
  node: SourceNode,
  { values, excluded }: { readonly values: readonly unknown[]; readonly excluded: readonly unknown[] },
  by: string,
  report: Report,
): boolean {
  if (excluded.length === 0) return false;
  const isNone = excluded.length === values.length;
  const found = `${excluded.map(quote).join(', ')}, excluded by ${by}`;
  report(placeOf(node).diagnose(isNone ? 'E-LIMIT' : 'W-LIMIT', found, 'values that are valid'));
  return isNone;
}

function placeOf(node: SourceNode): SourceNode {
  return node.member('const') ?? node.member('enum') ?? node;
}
