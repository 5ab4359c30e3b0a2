/** What is decided for each keyword of a schema. Those that contain schemas are in schema/walk.ts. */

import { isObject } from '../../../shared/json/is-object.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { namesIn } from '../common/names.ts';

const annotations = namesIn(`
  title description default examples example deprecated externalDocs xml readOnly writeOnly $comment $schema
  $defs definitions nullable contentSchema
`);

export function saysNothing(keyword: string): boolean {
  return annotations.includes(keyword) || keyword.startsWith('x-');
}

export function saysMore(part: SourceNode): boolean {
  return typeof part.value === 'boolean' || part.members().some(([keyword]) => !saysNothing(keyword));
}

/** The schema without some keywords and without annotations. */
export function without(node: SourceNode, keywords: readonly string[]): SourceNode {
  const said = Object.entries(isObject(node.value) ? node.value : {});
  const kept = said.filter(([each]) => !keywords.includes(each) && !annotations.includes(each));
  return node.with({ value: Object.fromEntries(kept) });
}

export const jsonTypes: readonly string[] = namesIn('null boolean object array number string integer');

/** Keywords that say something of values of one JSON type only: a schema without a type that has one means that type. */
export const keywordsOfKind = {
  object: namesIn(`
    properties additionalProperties required minProperties maxProperties patternProperties propertyNames
    dependentRequired dependentSchemas unevaluatedProperties
  `),
  array: namesIn(`
    items minItems maxItems uniqueItems prefixItems contains minContains maxContains unevaluatedItems
  `),
  string: namesIn('pattern minLength maxLength contentEncoding'),
  number: namesIn('minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'),
};

/** The plan has them as they are: nothing but the validator reads them. */
export const copiedKeywords = namesIn('dependentRequired minContains maxContains');

/** A name within a document, and what refers to it: they would need a second kind of reference. */
const refused = namesIn(`
  $dynamicRef $recursiveRef $id $anchor $dynamicAnchor $recursiveAnchor $vocabulary
`);

/** All that a schema may say, apart from keywords that contain schemas or have members of their own. */
export const schemaKeywords: readonly string[] = [
  ...refused,
  ...namesIn('type const format contentMediaType collectionFormat'),
  ...Object.values(keywordsOfKind).flat().toReversed(),
  ...annotations,
];

export function refuseKeywords(node: SourceNode): boolean {
  const found = refused
    .flatMap((each) => node.member(each) ?? [])
    // Elysia writes where the schema stands, which gives it no other name.
    .find(({ name, value }) => name !== '$id' || !String(value).startsWith('#/'));
  found?.report('E-UNSUPPORTED', found.name, 'a schema without it');
  return found !== undefined;
}

const dialects = [
  'https://json-schema.org/draft/2020-12/schema',
  'https://spec.openapis.org/oas/3.1/dialect/base',
];

/** @param keyword names the dialect of a schema, or of the whole document. */
export function warnOfDialect(node: SourceNode, keyword: string): void {
  const named = node.member(keyword);
  if (!named || dialects.includes(String(named.value).replace(/#$/, ''))) return;
  const found = `${quote(named.value)}, whose keywords are read as in draft 2020-12`;
  named.report('W-UNSUPPORTED', found, dialects.map(quote).join(' or '));
}

/** Warns of keywords that have no effect in 3.1. */
export function warnOfIgnored(node: SourceNode): void {
  warnOfDialect(node, '$schema');
  const flag = node.member('nullable');
  if (flag?.value === true)
    flag.report('W-UNSUPPORTED', 'nullable, which 3.1 ignores', '"type": [..., "null"]');
  for (const short of ['min', 'max']) {
    const accepted = `"${short}imum" of a number, which is assumed; "${short}Length" of a text, "${short}Items" of a list`;
    node.member(short)?.report('W-LIMIT', quote(short), accepted);
  }
  node.member('x-items')?.report('W-UNSUPPORTED', 'x-items, which is ignored', 'the limits in "items"');
  for (const [keyword, needed] of Object.entries(companions)) {
    const found = node.member(needed) ? undefined : node.member(keyword);
    found?.report('W-LIMIT', `${keyword} without ${needed}, which is ignored`, `${quote(needed)} beside it`);
  }
  warnOfOtherParts(node);
}

/** Keywords that say nothing without another one. */
const companions = { then: 'if', else: 'if', minContains: 'contains', maxContains: 'contains' };

/** Parts of values of another type: who writes them in a list means its items. */
const partsOfKind: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'additionalProperties', 'patternProperties', 'required'],
  array: ['items', 'prefixItems'],
};

function warnOfOtherParts(node: SourceNode): void {
  const types = [node.member('type')?.value ?? []].flat();
  for (const [kind, keywords] of Object.entries(partsOfKind)) {
    const [first] = keywords.flatMap((keyword) => node.member(keyword) ?? []);
    const isKnown = types.length > 0 && types.every((type) => jsonTypes.includes(String(type)));
    if (!first || !isKnown || types.includes(kind)) continue;
    const isOfItems = types.includes('array') && !node.member('items');
    const accepted = isOfItems ? `items: { type: object, ${first.name}: ... }` : `"type": ${quote(kind)}`;
    first.report('W-LIMIT', `${first.name} on ${types.join(' or ')}, where it is ignored`, accepted);
  }
}

/** They document requests to the client, which the handler may make. An empty one describes nothing. */
export function warnOfCalls(node: SourceNode, keyword: 'webhooks' | 'callbacks'): void {
  const found = node.member(keyword);
  if (!found || (isObject(found.value) && Object.keys(found.value).length === 0)) return;
  const accepted = 'a service only responds; a handler may send requests itself';
  found.report('W-UNSUPPORTED', `${keyword}, which are not sent`, accepted);
}

export function refuseUnsupported(node: SourceNode, keywords: readonly string[]): void {
  for (const keyword of keywords)
    node.member(keyword)?.report('E-UNSUPPORTED', keyword, 'a document without it');
}

/** Warns of `servers` of a path or an operation: its function is reached like all others. */
export function warnOfServers(node: SourceNode): void {
  const accepted = 'the servers of the document, which are assumed';
  node.member('servers')?.report('W-BASE-PATH', 'servers of a part of the document', accepted);
}
