/** Extensions: members that begin with `x-`, of operations, parameters and responses. */

import { omitUndefined } from '../../../shared/json/omit.ts';
import type {
  ExactIntegers,
  InputParameter,
  Method,
  ParameterPlan,
} from '../../../shared/plan/operation-plan.ts';
import type { DiagnosticCode } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { headerNamePattern } from './names.ts';
import { parameterName, type ReadParameter } from './parameters.ts';

/** Functions that no request calls. */
export const backgroundMembers = ['x-schedules', 'x-consumers'] as const;

/** `x-require-precondition` (RFC 6585 section 3) and `x-cache` (RFC 9111 section 5.2). */
export function readHttpExtensions(
  node: SourceNode,
  isProtected: boolean,
): { requiresPrecondition?: true; cacheControl?: string } {
  const requiresPrecondition = node.flag('x-require-precondition') || undefined;
  const at = node.text('x-cache') === undefined ? undefined : node.member('x-cache');
  const accepted =
    'a header value (RFC 9110 section 5.5): ASCII without control characters, and no white space around it';
  const cacheControl = at?.matching(fieldValuePattern, 'E-HEADER', accepted);
  // Caches do not know that a key belongs to one caller (RFC 9111 section 3.5 is about Authorization only).
  if (isProtected && cacheControl !== undefined && isShared(cacheControl)) {
    const found = `${quote(cacheControl)}, which lets caches give the response to others`;
    at?.report('E-AUTHORIZATION', found, 'private or no-store, since not everybody may call');
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

/** `x-headers`: names of the headers that the handler sets on a success. */
export function readResponseHeaders(node: SourceNode): readonly string[] | undefined {
  const accepted = 'the name of a header, such as "ETag"';
  const list = node.list('x-headers', 'remove');
  return list?.flatMap((item) => item.matching(headerNamePattern, 'E-HEADER', accepted) ?? []);
}

/** `x-max-bytes` of a body that is JSON or text: an event of Lambda has at most 6 MB, and base64 makes it a third longer. */
export function readMaxBytes(node: SourceNode): number | undefined {
  return readWhole(node.member('x-max-bytes'), { min: 1, max: 4_194_304 });
}

/** `x-exact-integers`. Whether the body has these members is checked when its models are read. */
export function readExactIntegers(node: SourceNode): ExactIntegers | undefined {
  const declared = node.member('x-exact-integers');
  if (!declared || typeof declared.value === 'boolean') return declared?.value === true || undefined;
  const names = declared.expect('array', undefined, 'true, or an array of the members of the body');
  return names && declared.items().flatMap((item) => item.expect('string') ?? []);
}

/** The HTTP API answers 503 when a function takes longer. */
export const maxRequestSeconds = 30;

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export function readLambdaSize(
  node: SourceNode,
  maxSeconds = maxRequestSeconds,
): { memoryMb?: number; timeoutSeconds?: number } {
  const memoryMb = readWhole(node.member('x-memory'), { min: 128, max: 10_240 });
  const timeoutSeconds = readWhole(node.member('x-timeout'), { min: 1, max: maxSeconds });
  return omitUndefined({ memoryMb, timeoutSeconds });
}

export function readWhole(
  node: SourceNode | undefined,
  { min, max }: { readonly min: number; readonly max: number },
  code: DiagnosticCode = 'E-LIMIT',
): number | undefined {
  const { value } = node ?? {};
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  return node?.report(code, quote(value), `a whole number from ${min} to ${max}`);
}

/** `x-synonyms`: what clients may call a parameter of the query instead. */
export function readSynonyms(
  node: SourceNode,
  place: InputParameter['place'],
): readonly string[] | undefined {
  if (place !== 'query') {
    const found = '"x-synonyms", which has no meaning here';
    return node.member('x-synonyms')?.report('W-KEY', found, 'the same in a parameter of the query');
  }
  const list = node.list('x-synonyms', 'remove');
  return list?.flatMap((synonym) => synonym.expect('string', { path: synonym.path }) ?? []);
}

/** The parameter that an operation with `x-idempotent` has in addition. The key has visible characters only (RFC 5234: VCHAR). */
const keyParameter: ParameterPlan = {
  runtime: { name: 'Idempotency-Key', place: 'header', cast: 'text', required: false, isList: false },
  description:
    '1 to 64 visible ASCII characters without a comma, such as a UUID, that the client chooses for this request. A retry with the same key within 24 hours is not processed again and gets the first response',
  schema: {
    type: 'string',
    pattern: '^[!-~]*$',
    'x-message': 'must be visible ASCII characters, without spaces',
    minLength: 1,
    maxLength: 64,
  },
};

/**
 * `x-idempotent`: the operation takes an Idempotency-Key. `document` says that it creates one document, whose transaction
 * claims the key.
 *
 * @returns the parameter that is added to the operation.
 */
export function readIdempotency(
  node: SourceNode,
  method: Method | undefined,
  declared: readonly ReadParameter[],
): ParameterPlan | undefined {
  const flag = node.member('x-idempotent');
  const own = declared.find((parameter) => parameter.kind === 'input' && isKey(parameter.plan.runtime));
  if (!flag && own) warnOfKey(own, method);
  if (!flag || !(flag.value === 'document' || flag.asFlag('true, false or "document"'))) return undefined;
  if (method !== undefined && method !== 'POST' && method !== 'PATCH') {
    const accepted = 'POST or PATCH: other methods are idempotent already';
    flag.report('E-IDEMPOTENT', `x-idempotent at ${method}`, accepted, { path: flag.path });
  }
  if (!own) return keyParameter;
  const accepted = 'no such parameter: x-idempotent declares it';
  const found = `the header parameter "${parameterName(own)}"`;
  return own.node.report('E-IDEMPOTENT', found, accepted, { path: own.node.path });
}

/** Clients take the header for a promise. `x-idempotent: false` says that the handler keeps it. */
function warnOfKey({ node, ...parameter }: ReadParameter, method: Method | undefined): void {
  const isRepeatable = method !== 'POST' && method !== 'PATCH';
  if (isRepeatable || parameter.kind !== 'input' || parameter.plan.runtime.place !== 'header') return;
  const accepted =
    'x-idempotent: true or "document" of the operation in its place; x-idempotent: false if the handler does it itself';
  const found = `the header parameter "${parameter.plan.runtime.name}", which makes no retry safe`;
  node.report('W-IDEMPOTENT', found, accepted, { path: node.path });
}

/** Path, query and header share the input map. Names of headers ignore letter case. */
function isKey({ name, place }: InputParameter): boolean {
  const key = keyParameter.runtime.name;
  return place === 'header' ? name.toLowerCase() === key.toLowerCase() : name === key;
}
