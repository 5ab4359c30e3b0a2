/** `x-text-types`: media types of bodies that the handler reads itself. */

import type { Report } from '../../source/problem.ts';
import { expectType, items, member, problemAt, quote, type SourceNode } from '../../source/source-node.ts';

/** RFC 6838 section 4.2, in lower case. */
const mediaTypePattern = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/;

/** Forms have readers of their own; application/json stands for all types with the suffix. */
const otherPattern = /^application\/x-www-form-urlencoded$|^multipart\/|\+json$/;

/** @param hasBody the operation has a body that is not a form. */
export function readTextTypes(
  node: SourceNode,
  hasBody: boolean,
  report: Report,
): readonly string[] | undefined {
  const declared = member(node, 'x-text-types');
  if (!declared || !expectType(declared, 'array', report)) return undefined;
  if (!hasBody)
    report(problemAt(declared, 'E-BODY', 'x-text-types without a body parameter', 'a body beside it'));
  const texts = items(declared).filter((item) => isText(item) || reportType(item, report));
  const types = new Set(texts.map(({ value }) => String(value)));
  return types.size > 0 ? [...types] : undefined;
}

function isText({ value }: SourceNode): boolean {
  return typeof value === 'string' && mediaTypePattern.test(value) && !otherPattern.test(value);
}

function reportType(item: SourceNode, report: Report): false {
  const accepted =
    'application/json, or a media type in lower case that is neither JSON nor a form, such as "text/csv"';
  report(problemAt(item, 'E-BODY', quote(item.value), accepted));
  return false;
}
