// The client of version 1.0 of the service. Made from its descriptors: do not edit.

import type * as runtime from 'headwater/client';
import { makeCalls, type ServiceCalls } from 'headwater/client';

export { ProblemError, TextContent, dataOf, hits, pages, readThenWrite } from 'headwater/client';
export type { Answer, CallOptions, ClientOptions, FailedAnswer, HeaderMap, ProblemDetails, SuccessfulAnswer, ValueError } from 'headwater/client';

/** The operations, by resource. */
export interface Client {
  readonly thing: Thing.Operations;
}

export function createClient(options: runtime.ClientOptions): Client {
  return makeCalls(service, options) as Client;
}

export namespace Thing {
  export interface Models {}

  export interface Operations {
    /** GET /thing */
    read(request?: {
      readonly size?: number | undefined;
    }, options?: runtime.CallOptions): Promise<runtime.Answer<string, never, ErrorCode>>;
  }
}

// As a constant: a name that every object inherits would have the inherited type, not the one in the table.
const service: ServiceCalls = {
  problemTypePrefix: 'urn:problem-type:headwater:',
  operations: { thing: { read: { method: 'GET', path: '/thing', parameters: { size: { in: 'query' } } } } },
} as const;

/** A file of a form. */
export type FormFile = Blob;

/** The codes of problems that the framework and the service define. */
export type ErrorCode = 'invalid_request' | 'invalid_query' | 'malformed_json' | 'malformed_text' | 'malformed_content' | 'malformed_form' | 'unauthorized' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'not_acceptable' | 'state_conflict' | 'already_exists' | 'request_in_progress' | 'write_conflict' | 'precondition_failed' | 'content_too_large' | 'unsupported_media_type' | 'too_many_changes' | 'idempotency_key_reused' | 'precondition_required' | 'too_many_requests' | 'internal_error' | 'not_implemented' | 'unavailable' | 'timeout';
