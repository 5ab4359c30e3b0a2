/**
 * Every error that the service reports on purpose: one class, one table.
 *
 * A code is the last part of the problem's `type` (RFC 9457 section 3.1.1) and
 * is explained in docs/problems.md; a test proves that the two lists are equal.
 */

interface ProblemType {
  readonly status: number;
  readonly title: string;
  /** Seconds after which the same request may well succeed (RFC 9110 section 10.2.3). */
  readonly retryAfter?: number;
}

export const problemTypes = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  invalid_query: { status: 400, title: 'The query is not valid' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  malformed_records: { status: 400, title: 'The records of the body cannot be read' },
  malformed_form: { status: 400, title: 'The body is not a valid form' },
  unauthorized: { status: 401, title: 'A valid credential is required' },
  forbidden: { status: 403, title: 'The credential does not allow this' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'No acceptable representation' },
  no_sample: { status: 409, title: 'The source has no sample' },
  invalid_preprocessors: { status: 409, title: 'The stored preprocessors are not valid' },
  already_exists: { status: 409, title: 'Already exists' },
  request_in_progress: { status: 409, title: 'The same request is still running' },
  write_conflict: { status: 409, title: 'Changed by somebody else' },
  precondition_failed: { status: 412, title: 'The precondition does not hold' },
  content_too_large: { status: 413, title: 'The content is too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key belongs to another request' },
  precondition_required: { status: 428, title: 'A precondition is required' },
  internal_error: { status: 500, title: 'Internal error' },
  not_implemented: { status: 501, title: 'Not implemented' },
  unavailable: { status: 503, title: 'Temporarily unavailable', retryAfter: 1 },
  timeout: { status: 504, title: 'The request took too long', retryAfter: 5 },
} as const satisfies Record<string, ProblemType>;

/** `type` of a problem is this and its code (RFC 9457 section 3.1.1). A project of another name changes it here. */
export const problemTypePrefix = 'urn:problem-type:headwater:';

/** `instance` of a problem is this and the id of its request (RFC 9457 section 3.1.5). */
export const problemInstancePrefix = 'urn:request:headwater:';

export type ErrorCode = keyof typeof problemTypes;

export interface ServiceErrorOptions {
  /** Further members of the problem document, e.g. `errors`. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Response headers that belong to the error, e.g. `allow`. Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * An error that the caller is meant to see: `code` selects status and title,
 * `detail` says what was wrong with this very request.
 *
 * @example throw new ServiceError('not_found', 'There is no source 65a1….');
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, detail: string, options: ServiceErrorOptions = {}) {
    super(detail, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'ServiceError';
    this.code = code;
    const { status, retryAfter }: ProblemType = problemTypes[code];
    this.status = status;
    this.members = options.members ?? {};
    this.headers = {
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...options.headers,
    };
  }
}
