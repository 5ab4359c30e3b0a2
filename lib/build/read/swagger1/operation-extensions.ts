/** The extensions of an operation: members that begin with `x-`. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ExactIntegers, Method } from '../../../shared/plan/operation-plan.ts';
import type { TypePlan } from '../../../shared/plan/type-plan.ts';
import type { Report } from '../../source/problem.ts';
import {
  expectType,
  flagMember,
  items,
  member,
  problemAt,
  quote,
  type SourceNode,
  textMember,
} from '../../source/source-node.ts';

/** `x-status`. By default 204 without a result, 201 for POST, else 200 (RFC 9110 section 15.3). */
export function readStatus(node: SourceNode, method: Method, result: TypePlan, report: Report): number {
  const declared = member(node, 'x-status');
  const { value } = declared ?? {};
  if (typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 299) return value;
  if (declared) report(problemAt(declared, 'E-STATUS', quote(value), 'a whole number from 200 to 299'));
  if (result.kind === 'void') return 204;
  return method === 'POST' ? 201 : 200;
}

/** `x-require-precondition` (RFC 6585 section 3) and `x-cache` (RFC 9111 section 5.2). */
export function readHttpExtensions(
  node: SourceNode,
  { isProtected }: { readonly isProtected: boolean },
  report: Report,
): { requiresPrecondition?: true; cacheControl?: string } {
  const requiresPrecondition = flagMember(node, 'x-require-precondition', report) || undefined;
  const cacheControl = readFieldValue(node, 'x-cache', report);
  const at = member(node, 'x-cache');
  // Caches do not know that a key belongs to one caller (RFC 9111 section 3.5 is about Authorization only).
  if (at && isProtected && cacheControl !== undefined && isShared(cacheControl)) {
    const found = `${quote(cacheControl)}, with which caches give the response to others`;
    report(problemAt(at, 'E-AUTHORIZATION', found, 'private or no-store, since not everybody may call'));
  }
  return omitUndefined({ requiresPrecondition, cacheControl });
}

/** With a value, as in `private="set-cookie"`, a directive is about that header alone (RFC 9111 section 5.2.2.7). */
function isShared(cacheControl: string): boolean {
  const directives = cacheControl.replace(/"(?:[^"\\]|\\.)*"/g, '""').split(',');
  return !directives.some((directive) => /^(?:private|no-store)$/i.test(directive.trim()));
}

/** RFC 9110 section 5.5, without characters beyond ASCII: recipients do not agree on their meaning. */
const fieldValuePattern = /^[!-~]+(?:[ \t]+[!-~]+)*$/;

/** A member that is sent as the value of a header. */
function readFieldValue(node: SourceNode, key: string, report: Report): string | undefined {
  const text = textMember(node, key, report);
  const at = member(node, key);
  if (!at || text === undefined || fieldValuePattern.test(text)) return text;
  const accepted =
    'a header value (RFC 9110 section 5.5): ASCII without control characters, and no white space around it';
  report(problemAt(at, 'E-HEADER', quote(text), accepted));
  return undefined;
}

/** RFC 9110 section 5.6.2. */
const headerNamePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

export function isHeaderName(name: unknown): name is string {
  return typeof name === 'string' && headerNamePattern.test(name);
}

/** `x-headers`: names of the headers that the handler sets on a success. */
export function readResponseHeaders(node: SourceNode, report: Report): readonly string[] | undefined {
  const list = member(node, 'x-headers');
  if (!list || !expectType(list, 'array', report, { path: list.path })) return undefined;
  return items(list).flatMap((item) => {
    if (isHeaderName(item.value)) return [item.value];
    report(problemAt(item, 'E-HEADER', quote(item.value), 'the name of a header, such as "ETag"'));
    return [];
  });
}

/** `x-max-bytes` of a body that is JSON or text: an event of Lambda has at most 6 MB, and base64 makes it a third longer. */
export function readMaxBytes(node: SourceNode, report: Report): number | undefined {
  return readWhole(member(node, 'x-max-bytes'), { min: 1, max: 4_194_304 }, report);
}

/** `x-exact-integers`. Whether the body has these members is checked when its models are read. */
export function readExactIntegers(node: SourceNode, report: Report): ExactIntegers | undefined {
  const declared = member(node, 'x-exact-integers');
  if (!declared || typeof declared.value === 'boolean') return declared?.value === true || undefined;
  const names = expectType(declared, 'array', report);
  return names && items(declared).flatMap((item) => expectType(item, 'string', report) ?? []);
}

/**
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 *
 * @param maxSeconds The HTTP API waits 30 s.
 */
export function readLambdaSize(
  node: SourceNode,
  report: Report,
  maxSeconds = 30,
): { memoryMb?: number; timeoutSeconds?: number } {
  const memoryMb = readWhole(member(node, 'x-memory'), { min: 128, max: 10_240 }, report);
  const timeoutSeconds = readWhole(member(node, 'x-timeout'), { min: 1, max: maxSeconds }, report);
  return omitUndefined({ memoryMb, timeoutSeconds });
}

function readWhole(
  node: SourceNode | undefined,
  range: { min: number; max: number },
  report: Report,
): number | undefined {
  if (!node) return undefined;
  const { value } = node;
  if (typeof value === 'number' && Number.isInteger(value) && value >= range.min && value <= range.max)
    return value;
  report(problemAt(node, 'E-LIMIT', quote(value), `a whole number from ${range.min} to ${range.max}`));
  return undefined;
}
