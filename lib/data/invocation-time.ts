/** How long an invocation waits for the database. */

/** What limits an invocation; the context of a handler is one. */
export interface InvocationTime {
  /** Aborted when there is just time left to answer. */
  readonly signal: AbortSignal;
  readonly lambda: { getRemainingTimeInMillis(): number };
}

/** DynamoDB answers within milliseconds: what takes this long is lost, and better asked for again. */
export const maxAttemptMs = 1_500;

/** How the SDK sends a command: its three attempts fit into what is left, however little that is. */
export function sendOptions(time: InvocationTime | undefined): {
  readonly abortSignal?: AbortSignal;
  readonly requestTimeout: number;
} {
  if (!time) return { requestTimeout: maxAttemptMs };
  const shareMs = Math.floor(time.lambda.getRemainingTimeInMillis() / 4);
  return { abortSignal: time.signal, requestTimeout: Math.max(1, Math.min(maxAttemptMs, shareMs)) };
}
