/** Limits how long an invocation waits for the database. */

/** The names of the current request for log lines; undefined outside of a request. */
export interface RequestNames {
  readonly requestId?: string | undefined;
  readonly traceparent?: string | undefined;
}

/** The time limits of an invocation, and the names of its request; the context of a handler has them. */
export interface InvocationTime extends RequestNames {
  /** Aborted when only the time to respond remains. */
  readonly signal: AbortSignal;
  readonly lambda: { getRemainingTimeInMillis(): number };
}

/** The parts of a handler's context that concern the database. */
export interface Invocation extends InvocationTime {
  /** The owner of the data that the handler reads and writes. */
  readonly owner: string;
  /** Whether nobody waits for it. While the owner owes read units, a later run does the work. */
  readonly isBackground?: boolean;
}

/** The limit of one attempt. A slower request counts as lost: sending it again is faster. */
export const maxAttemptMs = 5_000;

/**
 * Options for sending a command with the SDK. Its three attempts may take half of
 * the remaining time, which leaves the other half to the work after it.
 */
export function sendOptions(time: InvocationTime | undefined): {
  readonly abortSignal?: AbortSignal;
  readonly requestTimeout: number;
} {
  if (!time) return { requestTimeout: maxAttemptMs };
  const shareMs = Math.floor(time.lambda.getRemainingTimeInMillis() / 6);
  return { abortSignal: time.signal, requestTimeout: Math.max(1, Math.min(maxAttemptMs, shareMs)) };
}

/** Returns a predicate: true once half of the remaining time is used up, so that work in progress can still finish. */
export function watchHalfTime({ lambda }: InvocationTime): () => boolean {
  const halfMs = lambda.getRemainingTimeInMillis() / 2;
  return () => lambda.getRemainingTimeInMillis() < halfMs;
}
