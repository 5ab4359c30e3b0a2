/** What the build does about keywords of schemas. Types of a plan have members for all others (schema-type.ts). */

import { isObject } from '../../../shared/json/is-object.ts';
import { omitEmpty } from '../../../shared/json/omit-empty.ts';
import type { Checks, TypePlan } from '../../../shared/plan/type-plan.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { namesIn } from '../common/names.ts';
import { readPattern } from '../common/pattern.ts';
import type { ReadContext } from '../common/read-context.ts';

const annotations = namesIn(`
  title description default example examples deprecated externalDocs xml readOnly writeOnly $comment $schema
  $defs definitions nullable contentSchema
`);

export function isAnnotation(keyword: string): boolean {
  return annotations.includes(keyword) || keyword.startsWith('x-');
}

export function saysMore(part: SourceNode): boolean {
  return typeof part.value === 'boolean' || part.members().some(([keyword]) => !isAnnotation(keyword));
}

/** The schema without some keywords and without annotations. */
export function without(node: SourceNode, keywords: readonly string[]): SourceNode {
  const said = Object.entries(isObject(node.value) ? node.value : {});
  const kept = said.filter(([each]) => !keywords.includes(each) && !annotations.includes(each));
  return node.with({ value: Object.fromEntries(kept) });
}

interface PassedKeyword {
  /** The kind of values that it is about. Absent: of any. */
  readonly kind?: 'object' | 'array';
  readonly holds: 'schema' | 'list' | 'map' | 'value';
}

/** Keywords that validators and documents have as they are. */
export const passedKeywords: Readonly<Record<string, PassedKeyword>> = {
  not: { holds: 'schema' },
  if: { holds: 'schema' },
  then: { holds: 'schema' },
  else: { holds: 'schema' },
  dependentSchemas: { kind: 'object', holds: 'map' },
  dependentRequired: { kind: 'object', holds: 'value' },
  patternProperties: { kind: 'object', holds: 'map' },
  propertyNames: { kind: 'object', holds: 'schema' },
  unevaluatedProperties: { kind: 'object', holds: 'schema' },
  prefixItems: { kind: 'array', holds: 'list' },
  contains: { kind: 'array', holds: 'schema' },
  minContains: { kind: 'array', holds: 'value' },
  maxContains: { kind: 'array', holds: 'value' },
  unevaluatedItems: { kind: 'array', holds: 'schema' },
};

/** A name within a document, and what refers to it: they would need a second kind of reference. */
const refused = namesIn(`
  $dynamicRef $recursiveRef $id $anchor $dynamicAnchor $recursiveAnchor $vocabulary
`);

export function refuseKeywords(node: SourceNode, report: Report): boolean {
  const keyword = refused.find((each) => node.member(each));
  const found = keyword === undefined ? undefined : node.member(keyword);
  if (found) report(found.diagnose('E-UNSUPPORTED', String(keyword), 'a schema without it'));
  return found !== undefined;
}

type Read = (schema: SourceNode) => TypePlan | undefined;

/** @param read of each schema. @returns undefined if one is not supported, which is reported. */
export function readChecks(
  node: SourceNode,
  kind: string | undefined,
  context: ReadContext & { readonly read: Read },
): { readonly checks?: Checks } | undefined {
  const found = Object.entries(passedKeywords).flatMap(([keyword, passed]) => {
    const at = passed.kind === kind ? node.member(keyword) : undefined;
    // Beside this keyword, every member is evaluated.
    const isIdle = keyword === 'unevaluatedProperties' && node.member('additionalProperties');
    return at && !isIdle ? [{ keyword, at, holds: passed.holds }] : [];
  });
  if (found.length === 0) return {};
  const patterns = found.flatMap(({ keyword, at }) => (keyword === 'patternProperties' ? at.members() : []));
  for (const [pattern, at] of patterns) readPattern(at.with({ value: pattern }), undefined, context);
  const read = found.map(({ keyword, at, holds }) => ({
    keyword,
    holds,
    value: held[holds](at, context.read),
  }));
  if (read.some(({ value }) => value === undefined)) return undefined;
  const those = (form: PassedKeyword['holds']) =>
    Object.fromEntries(
      read.flatMap(({ keyword, holds, value }) => (holds === form ? [[keyword, value]] : [])),
    );
  return {
    checks: omitEmpty({
      schemas: those('schema'),
      lists: those('list'),
      maps: those('map'),
      values: those('value'),
    }) as Checks,
  };
}

/** What a keyword holds, with types for schemas; undefined if one is not supported. */
const held: Readonly<Record<PassedKeyword['holds'], (at: SourceNode, read: Read) => unknown>> = {
  schema: (at, read) => read(at),
  list: (at, read) => allKnown(at.items().map(read)),
  map: (at, read) => {
    const types = allKnown(at.members().map(([, each]) => read(each)));
    return types && Object.fromEntries(at.members().map(([name], index) => [name, types[index]]));
  },
  value: ({ value }) => value,
};

function allKnown(types: readonly (TypePlan | undefined)[]): readonly TypePlan[] | undefined {
  const known = types.filter((type) => type !== undefined);
  return known.length < types.length ? undefined : known;
}

const dialects = [
  'https://json-schema.org/draft/2020-12/schema',
  'https://spec.openapis.org/oas/3.1/dialect/base',
];

/** @param keyword names the dialect of a schema, or of the whole document. */
export function warnOfDialect(node: SourceNode, keyword: string, report: Report): void {
  const named = node.member(keyword);
  if (!named || dialects.includes(String(named.value).replace(/#$/, ''))) return;
  const found = `${quote(named.value)}, whose keywords are read as in draft 2020-12`;
  report(named.diagnose('W-UNSUPPORTED', found, dialects.map(quote).join(' or ')));
}

/** Warns of keywords that have no effect in 3.1. */
export function warnOfIgnored(node: SourceNode, report: Report): void {
  warnOfDialect(node, '$schema', report);
  const flag = node.member('nullable');
  if (flag?.value === true)
    report(flag.diagnose('W-UNSUPPORTED', 'nullable, which 3.1 ignores', '"type": [..., "null"]'));
  const items = node.member('x-items');
  if (items) report(items.diagnose('W-UNSUPPORTED', 'x-items, which is ignored', 'the limits in "items"'));
}

/** An empty one describes nothing. */
export function refuseCalls(
  node: SourceNode,
  keyword: 'webhooks' | 'callbacks',
  context: { readonly report: Report },
): void {
  const found = node.member(keyword);
  const isEmpty = found && isObject(found.value) && Object.keys(found.value).length === 0;
  if (!isEmpty) refuseUnsupported(node, [keyword], context);
}

export function refuseUnsupported(
  node: SourceNode,
  keywords: readonly string[],
  { report }: { readonly report: Report },
): void {
  for (const keyword of keywords) {
    const found = node.member(keyword);
    if (found) report(found.diagnose('E-UNSUPPORTED', keyword, 'a document without it'));
  }
}
