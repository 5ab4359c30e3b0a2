/** How long an invocation waits for the database. */

/** What limits an invocation; the context of a handler is one. */
export interface InvocationTime {
  /** Aborted when there is just time left to answer. */
  readonly signal: AbortSignal;
  readonly lambda: { getRemainingTimeInMillis(): number };
}

/** However much time there is: what takes this long is lost, and better asked for again. */
export const maxAttemptMs = 5_000;

/**
 * How the SDK sends a command: its three attempts take half of what is left,
 * however little that is, and leave the other half to what comes after it.
 */
export function sendOptions(time: InvocationTime | undefined): {
  readonly abortSignal?: AbortSignal;
  readonly requestTimeout: number;
} {
  if (!time) return { requestTimeout: maxAttemptMs };
  const shareMs = Math.floor(time.lambda.getRemainingTimeInMillis() / 6);
  return { abortSignal: time.signal, requestTimeout: Math.max(1, Math.min(maxAttemptMs, shareMs)) };
}

/** Whether half of what is left now is over: what is begun before has the other half to end. */
export function watchHalfTime({ lambda }: InvocationTime): () => boolean {
  const halfMs = lambda.getRemainingTimeInMillis() / 2;
  return () => lambda.getRemainingTimeInMillis() < halfMs;
}
