/**
 * Every error that the service reports on purpose: one class, one table.
 *
 * A code is the last part of the problem's `type` (RFC 9457 section 3.1.1) and
 * is explained in docs/problems.md; a test proves that the two lists are equal.
 */

/**
 * `retryAfter`: seconds after which the same request is likely to succeed (RFC 9110 section 10.2.3). A tuple is short
 * in each bundle.
 */
type ProblemType = readonly [status: number, title: string, retryAfter?: number];

export const problemTypes = {
  invalid_request: [400, 'The request is not valid'],
  invalid_query: [400, 'The query is not valid'],
  malformed_json: [400, 'The body is not valid JSON'],
  malformed_records: [400, 'The records cannot be read'],
  malformed_content: [400, 'The body cannot be unpacked'],
  records_rejected: [400, 'Records cannot be processed'],
  malformed_form: [400, 'The body is not a valid form'],
  unauthorized: [401, 'A valid credential is required'],
  forbidden: [403, 'The credential does not allow this'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  not_acceptable: [406, 'No acceptable representation'],
  no_sample: [409, 'The source has no sample'],
  invalid_preprocessors: [409, 'The stored preprocessors are not valid'],
  source_in_use: [409, 'The source has streams'],
  stream_not_open: [409, 'The stream is not open'],
  state_conflict: [409, 'The state does not allow this'],
  already_exists: [409, 'Already exists'],
  request_in_progress: [409, 'The same request is still running'],
  write_conflict: [409, 'Changed by somebody else'],
  precondition_failed: [412, 'The precondition does not hold'],
  content_too_large: [413, 'The content is too large'],
  unsupported_media_type: [415, 'Unsupported media type'],
  idempotency_key_reused: [422, 'The idempotency key belongs to another request'],
  precondition_required: [428, 'A precondition is required'],
  internal_error: [500, 'Internal error'],
  not_implemented: [501, 'Not implemented'],
  unavailable: [503, 'Temporarily unavailable', 1],
  timeout: [504, 'The request took too long', 5],
} as const satisfies Record<string, ProblemType>;

/**
 * The prefix of a problem's `type`, before its code (RFC 9457 section 3.1.1). A project with another name changes it
 * here.
 */
export const problemTypePrefix = 'urn:problem-type:headwater:';

/** The prefix of a problem's `instance`, before the id of its request (RFC 9457 section 3.1.5). */
export const problemInstancePrefix = 'urn:request:headwater:';

export type ErrorCode = keyof typeof problemTypes;

/** A dependency of the service that gives no usable response. */
export interface FailingDependency {
  /** The name for the log. */
  readonly name: 'issuer' | 'kinesis' | 'table_error' | 'table_silent' | 'table_throttled';
  /** Counts a failure for the alarm of serverless.yml. Absent if AWS has a metric for it. */
  readonly count?: () => void;
}

export interface ServiceErrorOptions {
  /** Further members of the problem document, e.g. `errors`. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Response headers that belong to the error, e.g. `allow`. Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  /** The dependency, for the log only. */
  readonly failing?: FailingDependency | undefined;
}

/**
 * An error for the client: `code` selects status and title, and `detail` says
 * what was wrong with this very request.
 *
 * @example throw new ServiceError('forbidden', 'This request needs the scope source:write.');
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly failing: FailingDependency | undefined;

  constructor(code: ErrorCode, detail: string, options: ServiceErrorOptions = {}) {
    super(detail, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'ServiceError';
    this.code = code;
    const [status, , retryAfter]: ProblemType = problemTypes[code];
    this.status = status;
    this.members = options.members ?? {};
    this.failing = options.failing;
    this.headers = {
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...options.headers,
    };
  }
}
