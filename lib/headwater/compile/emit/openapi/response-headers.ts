/** Headers of responses, as `components.headers`, and which responses have them. */

import { omitEmpty } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import type { OperationPlan } from '../../../shared/plan/operation-plan.ts';
import { type ClientHeader, standardHeaderRows } from '../../../shared/plan/response-headers.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { mapValues } from '../../schema/walk.ts';

const text = { type: 'string' } as const;

/** The headers of every response. */
const everywhere = standardHeaderRows.flatMap(([name, { isForClients }]) => (isForClients ? [name] : []));

/**
 * All that clients read, by the names that OpenAPI refers to; pages of other origins may read them, too. Without one of
 * `standardHeaders` that is for clients, this does not compile.
 */
const descriptions = {
  'X-Request-Id': 'Names the request: its own X-Request-Id if that is well-formed, else one of the service',
  traceparent: 'The trace of the request (W3C Trace Context level 1)',
  Link: 'The descriptor (`describedby`), the collection of an item, and other pages of a list (RFC 8288)',
  ETag: 'The entity tag, for If-Match and If-None-Match (RFC 9110 section 8.8.3)',
  Location: 'Where what was created is, or where a redirect leads',
  'Retry-After': 'After how many seconds the same request may well succeed',
  'WWW-Authenticate': 'What is accepted (RFC 9110 section 11.6.1)',
  Accept: 'The media types that the operation takes',
  'Accept-Patch': 'The media types that the operation takes (RFC 5789)',
  'Accept-Encoding': 'How bodies may be encoded: not at all',
  Deprecation: 'Since when the operation is deprecated (RFC 9745)',
  Sunset: 'When the operation ends (RFC 8594)',
} as const satisfies Readonly<Record<ClientHeader, string>> & Readonly<Record<string, string>>;

/** These headers are not just texts. */
const schemas: Readonly<Record<string, JsonSchema>> = {
  Location: { ...text, format: 'uri-reference' },
  'Retry-After': { type: 'integer', minimum: 0 },
};

export const responseHeaders = mapValues(descriptions, (description, name) => ({
  description,
  ...omitEmpty({ required: everywhere.includes(name) }),
  schema: ownMember(schemas, name) ?? text,
}));

export type HeaderName = keyof typeof descriptions;

/** The member `headers` of a response. Every response has some of them, and `own` names the others. */
export function headersOf({ runtime }: OperationPlan, own: readonly string[]): JsonSchema {
  const { fixedHeaders = {} } = runtime;
  const fixed = ['Deprecation', 'Sunset'].filter((name) => name.toLowerCase() in fixedHeaders);
  const headers = [...everywhere, 'Link', ...fixed, ...own].map((name) => {
    // A header without a description is a text.
    const isKnown = Object.hasOwn(responseHeaders, name);
    return [name, isKnown ? { $ref: `#/components/headers/${name}` } : { schema: text }] as const;
  });
  return Object.fromEntries(headers);
}
