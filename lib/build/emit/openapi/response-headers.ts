/** Headers of responses, as `components.headers`, and which responses have them. */

import type { OperationPlan } from '../../../shared/plan/operation-plan.ts';
import { type ClientHeader, standardHeaderRows } from '../../../shared/plan/response-headers.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';

interface HeaderObject {
  readonly description: string;
  readonly required?: true;
  readonly schema: JsonSchema;
}

const text = { type: 'string' } as const;

function onEveryResponse(description: string): HeaderObject {
  return { description, required: true, schema: text };
}

/**
 * All that clients read, by the names that OpenAPI refers to; pages of other origins may read them, too. Without one of
 * `standardHeaders` that is for clients, this does not compile.
 */
export const responseHeaders = {
  'X-Request-Id': onEveryResponse(
    'Names the request: its own X-Request-Id if that is well-formed, else one of the service',
  ),
  traceparent: onEveryResponse('The trace of the request (W3C Trace Context level 1)'),
  Link: {
    description:
      'The descriptor (`describedby`), the collection of an item, and other pages of a list (RFC 8288)',
    schema: text,
  },
  ETag: {
    description: 'The entity tag, for If-Match and If-None-Match (RFC 9110 section 8.8.3)',
    schema: text,
  },
  Location: {
    description: 'Where what was created is, or where a redirect leads',
    schema: { ...text, format: 'uri-reference' },
  },
  'Retry-After': {
    description: 'After how many seconds the same request may well succeed',
    schema: { type: 'integer', minimum: 0 },
  },
  'WWW-Authenticate': { description: 'What is accepted (RFC 9110 section 11.6.1)', schema: text },
  Accept: { description: 'The media types that the operation takes', schema: text },
  'Accept-Patch': { description: 'The media types that the operation takes (RFC 5789)', schema: text },
  'Accept-Encoding': { description: 'How bodies may be encoded: not at all', schema: text },
  Deprecation: { description: 'Since when the operation is deprecated (RFC 9745)', schema: text },
  Sunset: { description: 'When the operation ends (RFC 8594)', schema: text },
} as const satisfies Readonly<Record<ClientHeader, HeaderObject>> & Readonly<Record<string, HeaderObject>>;

export type HeaderName = keyof typeof responseHeaders;

/** The member `headers` of a response: those of every response of the operation, and others of its own. */
export function headersOf({ runtime }: OperationPlan, own: readonly string[]): JsonSchema {
  const { fixedHeaders = {} } = runtime;
  const standard = standardHeaderRows.flatMap(([name, { isForClients }]) => (isForClients ? [name] : []));
  const fixed = ['Deprecation', 'Sunset'].filter((name) => name.toLowerCase() in fixedHeaders);
  const headers = [...standard, 'Link', ...fixed, ...own].map((name) => {
    // Those without a description are texts.
    const isKnown = Object.hasOwn(responseHeaders, name);
    return [name, isKnown ? { $ref: `#/components/headers/${name}` } : { schema: text }] as const;
  });
  return Object.fromEntries(headers);
}
