/** Keywords that do not change which values are valid, that have no effect, or that are not supported. */

import { isObject } from '../../../shared/json/is-object.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { namesIn } from '../common/names.ts';

const annotations = namesIn(`
  title description default example examples deprecated externalDocs xml readOnly writeOnly $comment $schema
  $defs definitions nullable
`);

export function isAnnotation(keyword: string): boolean {
  return annotations.includes(keyword) || keyword.startsWith('x-');
}

export function saysMore(part: SourceNode): boolean {
  return part.members().some(([keyword]) => !isAnnotation(keyword));
}

/** The schema without a keyword and without annotations. */
export function without(node: SourceNode, keyword: string): SourceNode {
  const said = Object.entries(isObject(node.value) ? node.value : {});
  const kept = said.filter(([each]) => each !== keyword && !annotations.includes(each));
  return node.with({ value: Object.fromEntries(kept) });
}

const unevaluated = 'unevaluatedProperties';

/**
 * Draft 2020-12 section 11.3: without other schemas of the same object, `unevaluatedProperties` says the same as
 * `additionalProperties`; beside this one it says nothing.
 */
export function isPlain(keyword: string, node: SourceNode): boolean {
  return keyword === unevaluated && !node.anyMember(['$ref', 'allOf', 'anyOf', 'oneOf']);
}

/** The schema in which `unevaluatedProperties` stands for `additionalProperties`, if it says the same. */
export function withPlainProperties(node: SourceNode): SourceNode {
  if (!node.member(unevaluated) || !isPlain(unevaluated, node)) return node;
  return node.with({ misspelt: new Map([['additionalProperties', unevaluated]]) });
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
