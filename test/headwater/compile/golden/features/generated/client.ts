// The client of version 2.1 of the service. Made from its descriptors: do not edit.

import type * as runtime from 'headwater/client';
import { makeCalls, type ServiceCalls } from 'headwater/client';

export { ProblemError, TextContent, dataOf, hits, pages, readThenWrite } from 'headwater/client';
export type { Answer, CallOptions, ClientOptions, FailedAnswer, HeaderMap, ProblemDetails, SuccessfulAnswer, ValueError } from 'headwater/client';

/** The operations, by resource. */
export interface Client {
  /** All about things */
  readonly thing: Thing.Operations;
}

export function createClient(options: runtime.ClientOptions): Client {
  return makeCalls(service, options) as Client;
}

export namespace Thing {
  export interface Models {
    ThingKey: {
      readonly pk: string;
      readonly sk: string;
    };
    /** A thing   of parts */
    Thing: {
      readonly name: string;
      readonly size?: number;
      readonly colour: 'red' | 'blue';
      /** When *​/ it was made */
      readonly made?: string;
      readonly parts?: readonly Models['Part of «thing»'][];
      readonly grid?: readonly (readonly number[])[];
      readonly extra?: { readonly [member: string]: unknown };
      readonly weight?: number | (readonly string[]) | Models['Unused'];
      /** Without a name of its own */
      readonly 'size of'?: {
        readonly width: number;
        readonly part?: Models['Part of «thing»'];
      };
      readonly place: { readonly [member: string]: unknown };
      readonly default?: unknown;
      readonly 'is-new'?: boolean;
    };
    'Part of «thing»': {
      readonly of?: Models['Thing'];
      readonly weights?: readonly number[];
      readonly [member: string]: unknown;
    };
    Unused: { readonly [member: string]: unknown };
    Animal: {
      readonly kind: 'Animal';
      readonly name: string;
    } | Models['Cat'] | Models['Dog'];
    Cat: {
      readonly kind: 'Cat';
      readonly name: string;
      readonly lives?: number;
    };
    Dog: {
      readonly kind: 'Dog';
      readonly name: string;
      readonly owner?: Models['Animal'];
    } | Models['Puppy'];
    Puppy: {
      readonly kind: 'Puppy';
      readonly name: string;
      readonly owner?: Models['Animal'];
      readonly weeks: number;
    };
    Counts: {
      readonly all?: number;
      readonly [member: string]: number | undefined;
    };
  }

  export interface Operations {
    /** GET /v2/thing: List *​/ things in order */
    list(request: {
      readonly ids?: readonly number[] | undefined;
      readonly kind?: "it's" | 'a "b"' | undefined;
      readonly ratio?: number | undefined;
      /** Only things made since */
      readonly 'X-Since'?: string | undefined;
      readonly 'order by'?: readonly string[] | undefined;
      readonly like?: Models['Counts'] | undefined;
      readonly either?: readonly (string | number | boolean)[] | undefined;
      readonly options?: { readonly [member: string]: unknown } | undefined;
    }, options: runtime.CallOptions & { readonly version: 2 }): Promise<runtime.Answer<Models['Part of «thing»'], 400, ErrorCode>>;
    /** GET /v2/thing: List *​/ things in order */
    list(request: {
      readonly ids?: readonly number[] | undefined;
      readonly kind?: "it's" | 'a "b"' | undefined;
      readonly ratio?: number | undefined;
      /** Only things made since */
      readonly 'X-Since'?: string | undefined;
      readonly 'order by'?: readonly string[] | undefined;
      readonly like?: Models['Counts'] | undefined;
      readonly either?: readonly (string | number | boolean)[] | undefined;
      readonly options?: { readonly [member: string]: unknown } | undefined;
    }, options: runtime.CallOptions & { readonly version: 10 }): Promise<runtime.Answer<readonly string[], 400, ErrorCode>>;
    /** GET /v2/thing: List *​/ things in order */
    list(request?: {
      readonly ids?: readonly number[] | undefined;
      readonly kind?: "it's" | 'a "b"' | undefined;
      readonly ratio?: number | undefined;
      /** Only things made since */
      readonly 'X-Since'?: string | undefined;
      readonly 'order by'?: readonly string[] | undefined;
      readonly like?: Models['Counts'] | undefined;
      readonly either?: readonly (string | number | boolean)[] | undefined;
      readonly options?: { readonly [member: string]: unknown } | undefined;
    }, options?: runtime.CallOptions & { readonly version?: 1 }): Promise<runtime.Answer<readonly Models['Thing'][], 400, ErrorCode>>;
    /** POST /v2/thing */
    create(request: {
      /** 1 to 64 visible ASCII characters without a comma, such as a UUID, that the client chooses for this request. A retry with the same key within 24 hours is not processed again and gets the first response */
      readonly 'Idempotency-Key'?: string | undefined;
      /** The thing */
      readonly body: Models['Thing'];
    }, options?: runtime.CallOptions): Promise<runtime.Answer<Models['Thing'], 409, ErrorCode>>;
    /** DELETE /v2/thing/{id} @deprecated */
    remove(request: {
      readonly id: number;
      readonly body?: unknown | undefined;
    }, options?: runtime.CallOptions): Promise<runtime.Answer<void, never, ErrorCode>>;
    /** PUT /v2/thing/{thing-id}/files/{path*} */
    upload(request: {
      readonly 'thing-id': number;
      readonly path?: string | undefined;
      readonly body?: {
        readonly photo: FormFile;
        readonly copies: number;
        readonly tags?: readonly string[];
      } | undefined;
    }, options?: runtime.CallOptions): Promise<runtime.Answer<Models['Animal'], 404, ErrorCode>>;
    /** POST /v2/thing/{thing-id}/files/{path*} */
    annotate(request: {
      readonly 'thing-id': number;
      readonly path?: string | undefined;
      readonly body?: {
        readonly note: string;
      } | undefined;
    }, options?: runtime.CallOptions): Promise<runtime.Answer<void, never, ErrorCode>>;
    /** POST /v2/thing/{id}/animals */
    adopt(request: {
      readonly id: number;
      readonly body: {
        readonly animal: Models['Animal'];
        readonly counts?: Models['Counts'];
      };
    }, options?: runtime.CallOptions): Promise<runtime.Answer<readonly Models['Animal'][], never, ErrorCode>>;
  }
}

// As a constant: a name that every object inherits would have the inherited type, not the one in the table.
const service: ServiceCalls = {
  problemTypePrefix: 'urn:problem-type:headwater:',
  operations: {
    thing: {
      list: {
        method: 'GET',
        path: '/v2/thing',
        parameters: {
          ids: { in: 'query', isList: true },
          kind: { in: 'query' },
          ratio: { in: 'query' },
          'X-Since': { in: 'header' },
          'order by': { in: 'query', isList: true },
          like: { in: 'query' },
          either: { in: 'query', isList: true },
          options: { in: 'query' },
        },
        versions: {
          '1': 'application/vnd.things-v1+json',
          '2': 'application/vnd.things-v2+json',
          '10': 'application/vnd.things-v10+json',
        },
      },
      create: {
        method: 'POST',
        path: '/v2/thing',
        parameters: { 'Idempotency-Key': { in: 'header' } },
        body: { name: 'body', mediaType: 'application/json' },
        isIdempotent: true,
      },
      remove: {
        method: 'DELETE',
        path: '/v2/thing/{id}',
        parameters: { id: { in: 'path' } },
        body: { name: 'body', mediaType: 'application/json' },
      },
      upload: {
        method: 'PUT',
        path: '/v2/thing/{thing-id}/files/{path*}',
        parameters: { 'thing-id': { in: 'path' }, path: { in: 'path' } },
        body: { name: 'body', mediaType: 'multipart/form-data' },
      },
      annotate: {
        method: 'POST',
        path: '/v2/thing/{thing-id}/files/{path*}',
        parameters: { 'thing-id': { in: 'path' }, path: { in: 'path' } },
        body: { name: 'body', mediaType: 'application/x-www-form-urlencoded' },
      },
      adopt: {
        method: 'POST',
        path: '/v2/thing/{id}/animals',
        parameters: { id: { in: 'path' } },
        body: { name: 'body', mediaType: 'application/json' },
      },
    },
  },
} as const;

/** A file of a form. */
export type FormFile = Blob;

/** The codes of problems that the framework and the service define. */
export type ErrorCode = 'invalid_request' | 'invalid_query' | 'malformed_json' | 'malformed_text' | 'malformed_content' | 'malformed_form' | 'unauthorized' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'not_acceptable' | 'state_conflict' | 'already_exists' | 'request_in_progress' | 'write_conflict' | 'precondition_failed' | 'content_too_large' | 'unsupported_media_type' | 'too_many_changes' | 'idempotency_key_reused' | 'precondition_required' | 'too_many_requests' | 'internal_error' | 'not_implemented' | 'unavailable' | 'timeout';
