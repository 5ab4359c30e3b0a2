/**
 * Errors that are reported on purpose: one class, and the table of those that every service has. The listing declares
 * the problems of a project (`x-problems`).
 *
 * A code is the last part of the problem's `type` (RFC 9457 section 3.1.1) and
 * is explained in docs/headwater/problems.md; a test proves that the two lists are equal.
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
  malformed_text: [400, 'The body is not valid text'],
  malformed_content: [400, 'The body cannot be unpacked'],
  malformed_form: [400, 'The body is not a valid form'],
  unauthorized: [401, 'A valid credential is required'],
  forbidden: [403, 'The credential does not allow this'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  not_acceptable: [406, 'No acceptable representation'],
  state_conflict: [409, 'The state does not allow this'],
  already_exists: [409, 'Already exists'],
  request_in_progress: [409, 'The same request is still running'],
  write_conflict: [409, 'Changed by somebody else'],
  precondition_failed: [412, 'The precondition does not hold'],
  content_too_large: [413, 'The content is too large'],
  unsupported_media_type: [415, 'Unsupported media type'],
  too_many_changes: [422, 'Too many changes in one request'],
  idempotency_key_reused: [422, 'The idempotency key belongs to another request'],
  precondition_required: [428, 'A precondition is required'],
  too_many_requests: [429, 'Too many requests', 1],
  internal_error: [500, 'Internal error'],
  not_implemented: [501, 'Not implemented'],
  unavailable: [503, 'Temporarily unavailable', 1],
  timeout: [504, 'The request took too long', 5],
} as const satisfies Record<string, ProblemType>;

/** A problem of a project's own, which the listing declares in `x-problems`. */
export interface DeclaredProblem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
}

export type ErrorCode = keyof typeof problemTypes;

/**
 * Calls what throws errors that nobody logs: their stacks would take longer than all checks of a request.
 *
 * @param call Waits for nothing, or throws before it does.
 */
export function withoutStack<Result>(call: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return call();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** A dependency of the service that gives no usable response. */
export interface FailingDependency {
  readonly name:
    | 'issuer'
    | 'kinesis'
    | 'search'
    | 'secrets'
    | 'table_error'
    | 'table_silent'
    | 'table_throttled';
  /** Counts a failure for an alarm. Absent if AWS has a metric for it. */
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

const brand = Symbol.for('headwater:service-error');

/**
 * An error that the caller is meant to see. Its code, or the declared problem, says status and title; `detail` says what
 * was wrong with this very request.
 *
 * @example
 *   throw new ServiceError('not_found', 'There is no bookmark 65a1….');
 *   throw new ServiceError(alreadySold, 'The house was sold on 2026-01-31.'); // of #generated/problems.ts
 */
export class ServiceError extends Error {
  /** A module that a function loads has a class of its own (lib/headwater/compile/bundle/lazy-modules.ts). */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }

  readonly [brand] = true;
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly failing: FailingDependency | undefined;

  constructor(problem: ErrorCode | DeclaredProblem, detail: string, options: ServiceErrorOptions = {}) {
    const { code, status, title, retryAfter } =
      typeof problem === 'string' ? standard(problem) : { ...problem, retryAfter: undefined };
    const { stackTraceLimit } = Error;
    // Only failures of the service are logged (see `withoutStack`).
    if (status < 500) Error.stackTraceLimit = 0;
    super(detail, 'cause' in options ? { cause: options.cause } : undefined);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'ServiceError';
    this.code = code;
    this.status = status;
    this.title = title;
    this.members = options.members ?? {};
    this.failing = options.failing;
    this.headers =
      retryAfter === undefined
        ? (options.headers ?? {})
        : { 'retry-after': String(retryAfter), ...options.headers };
  }
}

function standard(code: ErrorCode) {
  const [status, title, retryAfter]: ProblemType = problemTypes[code];
  return { code, status, title, retryAfter };
}

/**
 * Ends a request whose Idempotency-Key belongs to an earlier one: the client gets that response again. Thrown where the
 * claim of the key is part of a write, so that it is known only then.
 */
export class EarlierResponse extends Error {
  readonly response: {
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };

  constructor(response: EarlierResponse['response']) {
    super('The request was processed before.');
    this.response = response;
  }
}
