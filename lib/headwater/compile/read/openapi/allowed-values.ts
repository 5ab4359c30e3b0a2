/** `type`, `enum` and `const`: which kinds of values a schema has, the values of each, and those that it excludes itself. */

import { equal } from '../../../shared/json/equal.ts';
import { isObject, membersOf } from '../../../shared/json/is-object.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { toJsonSchema } from '../../schema/json-schema.ts';
import { kindOf, quote, type SourceNode } from '../../source/source-node.ts';
import { formatOf, formatsOfKind } from '../common/primitive-type.ts';
import { keywordsOfKind } from './keywords.ts';

/** The JSON types that a schema names in `type`, or that its values, a limit or the format imply. */
export function kindsOf(node: SourceNode): string[] {
  const named = node.member('type');
  const values = valuesOf(node);
  if (named) {
    const kinds = [named.value].flat().map(String);
    // An integer is a number, and has no limits beside other numbers.
    const wide = kinds.includes('number') ? kinds.filter((kind) => kind !== 'integer') : kinds;
    return wide.filter((kind) => !values || values.some((value) => isOfKind(value, kind)));
  }
  if (values) return [...new Set(values.map(kindOf))];
  // Without a type, a schema also admits values of other types; nobody who writes `properties` means those.
  const assumed = Object.entries(keywordsOfKind).find(([, keywords]) => node.anyMember(keywords));
  if (assumed) return [assumed[0]];
  if (isBinary(node)) return ['string'];
  const format = formatOf(node);
  return Object.keys(formatsOfKind).filter(
    (kind) => format && ownMember(formatsOfKind, kind)?.includes(format),
  );
}

/** OpenAPI 3.1 section 4.7.14.1: what 3.0 calls `format: binary`. */
export function isBinary(node: SourceNode): boolean {
  return (
    node.member('format')?.value === 'binary' ||
    node.member('contentMediaType')?.value === 'application/octet-stream'
  );
}

/** The values of some kinds that a schema allows alone. */
export function allowedValues(node: SourceNode, kinds: readonly string[]): readonly unknown[] | undefined {
  return valuesOf(node)?.filter((value) => kinds.some((kind) => isOfKind(value, kind)));
}

/** The schema with the values that its author means. */
export function withMeantValues(node: SourceNode): SourceNode {
  const kinds = [node.member('type')?.value].flat().filter((kind) => kind !== 'null');
  const [kind = ''] = kinds.map(String);
  if (kinds.length !== 1) return node;
  const meant = ownMember(meanings, kind);
  return meant ? withValues(node, kind, meant) : kind === 'array' ? withValuesInItems(node) : node;
}

type Meaning = (value: unknown) => unknown;

const asNumber: Meaning = (value) =>
  typeof value === 'string' && /^-?\d{1,15}(?:\.\d+)?$/.test(value) ? Number(value) : value;

/** A text may have lost its quotes, as one forgets them in YAML; or a generator has written all values as texts. */
const meanings: Readonly<Record<string, Meaning>> = {
  string: (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  integer: asNumber,
  number: asNumber,
  boolean: (value) => (value === 'true' || value === 'false' ? value === 'true' : value),
};

function withValues(node: SourceNode, kind: string, meant: Meaning): SourceNode {
  const said = ['const', 'enum'].flatMap((keyword) => node.member(keyword) ?? []);
  const [at] = said;
  const changed = [at?.value].flat().filter((value) => meant(value) !== value);
  if (!at || changed.length === 0) return node;
  const values = changed.map((value) => quote(meant(value))).join(', ');
  const accepted = `${values}, which ${changed.length > 1 ? 'are' : 'is'} assumed`;
  at.report('W-LIMIT', `${changed.map(quote).join(', ')} of type ${kind}`, accepted);
  const others = said.map(({ name, value }) => [
    name,
    Array.isArray(value) ? value.map(meant) : meant(value),
  ]);
  return node.with({ value: { ...membersOf(node.value), ...Object.fromEntries(others) } });
}

/** Values beside a list belong to its items, unless one of them is a list. */
function withValuesInItems(node: SourceNode): SourceNode {
  const items = node.member('items');
  const list = node.itemsOf('enum');
  if (!items || list.length === 0 || list.some(({ value }) => Array.isArray(value))) return node;
  node
    .at('enum')
    .report('W-LIMIT', '"enum" of a list, which is read as that of its items', '"enum" in "items"');
  const { enum: values, ...others } = membersOf(node.value);
  const inner = isObject(items.value) ? { enum: values, ...items.value } : items.value;
  return node.with({ value: { ...others, items: inner } });
}

/** `const` as a list, or `enum`. */
function valuesOf(node: SourceNode): readonly unknown[] | undefined {
  const constant = node.member('const');
  // An explicit null is a value here, and absent elsewhere.
  if (constant || (isObject(node.value) && node.value['const'] === null)) return [constant?.value ?? null];
  const list = node.member('enum')?.value;
  return Array.isArray(list) && list.length > 0 ? list : undefined;
}

function isOfKind(value: unknown, kind: string): boolean {
  return kind === 'integer' ? Number.isInteger(value) : kindOf(value) === kind;
}

/** @returns true if no value is left, which is reported. */
export function refuseNoValues(node: SourceNode): boolean {
  const list = node.member('enum')?.value;
  const listed = Array.isArray(list) ? list : undefined;
  const values = valuesOf(node) ?? listed;
  if (!values) return false;
  const at = node.at('const', 'enum');
  if (listed?.length === 0) at.report('E-LIMIT', 'an empty list of allowed values', 'at least one value');
  else if (listed && !values.some((value) => listed.some((each) => equal(each, value))))
    at.report('E-LIMIT', `${quote(values[0])}, which is not in "enum"`, 'one of its values');
  else return refuseOtherTypes(node, values);
  return true;
}

function refuseOtherTypes(node: SourceNode, values: readonly unknown[]): boolean {
  const type = node.member('type');
  const kinds = [type?.value].flat().map(String);
  const excluded = values.filter((value) => !kinds.some((kind) => isOfKind(value, kind)));
  return type ? reportExcluded(node, values, excluded, `type ${kinds.join(' or ')}`) : false;
}

/** Limits beside the values hold for them, too. @returns true if no value is left, which is reported. */
export function refuseLimitedValues(node: SourceNode, schema: Schema): boolean {
  const { enum: values, ...limited } = schema;
  const kept = Object.entries(limited).filter(([keyword]) => keywordsOfScalars.has(keyword));
  const isLimited = kept.some(([keyword]) => keyword !== 'type');
  if (!values || !isLimited || values.every((value) => typeof value === 'object')) return false;
  const isValid = compileSchema(toJsonSchema(Object.fromEntries(kept), new Map()));
  const excluded = values.filter((value) => typeof value !== 'object' && !isValid(value));
  return reportExcluded(node, values, excluded, 'the limits beside them');
}

const keywordsOfScalars = new Set(['type', 'format', ...keywordsOfKind.string, ...keywordsOfKind.number]);

function reportExcluded(
  node: SourceNode,
  values: readonly unknown[],
  excluded: readonly unknown[],
  by: string,
): boolean {
  if (excluded.length === 0) return false;
  const isNone = excluded.length === values.length;
  const found = `${excluded.map(quote).join(', ')}, excluded by ${by}`;
  node.at('const', 'enum').report(isNone ? 'E-LIMIT' : 'W-LIMIT', found, 'values that are valid');
  return isNone;
}
