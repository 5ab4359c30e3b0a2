/** Limits how long an invocation waits for the database. */

/** What log lines say of the request that they are about; undefined outside of one. */
export interface RequestNames {
  readonly requestId?: string | undefined;
  readonly traceparent?: string | undefined;
}

/** The time limits of an invocation, and the names of its request; the context of a handler has them. */
export interface InvocationTime extends RequestNames {
  /** Aborted when there is only time left to respond. */
  readonly signal: AbortSignal;
  readonly lambda: { getRemainingTimeInMillis(): number };
}

/** What a handler gets of the request that concerns the database. */
export interface Invocation extends InvocationTime {
  /** Whose data it reads and writes. */
  readonly owner: string;
}

/** A request that takes longer is lost: sending it again is faster. */
export const maxAttemptMs = 5_000;

/**
 * Options for the SDK to send a command: its three attempts may take half of the
 * remaining time, which leaves the other half to what follows.
 */
export function sendOptions(time: InvocationTime | undefined): {
  readonly abortSignal?: AbortSignal;
  readonly requestTimeout: number;
} {
  if (!time) return { requestTimeout: maxAttemptMs };
  const shareMs = Math.floor(time.lambda.getRemainingTimeInMillis() / 6);
  return { abortSignal: time.signal, requestTimeout: Math.max(1, Math.min(maxAttemptMs, shareMs)) };
}

/** Tells later whether half of the time that remains now has passed. Work begun before then has the other half to end. */
export function watchHalfTime({ lambda }: InvocationTime): () => boolean {
  const halfMs = lambda.getRemainingTimeInMillis() / 2;
  return () => lambda.getRemainingTimeInMillis() < halfMs;
}
