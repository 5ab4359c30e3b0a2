/** The one place that knows how the SDK's errors are called. */

import { ServiceError } from '../errors.ts';

/**
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html, what the SDK itself
 * takes for throttling or passing, and what Node calls a connection that is lost or not to be had.
 */
const unavailable: ReadonlySet<unknown> = new Set([
  'InternalFailure',
  'InternalServerError',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'RequestTimeout',
  'RequestTimeoutException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TimeoutError',
  'TooManyRequestsException',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

export function isConditionFailure(error: unknown): boolean {
  return error instanceof Error && error.name === 'ConditionalCheckFailedException';
}

/**
 * What the caller of the service should be told of an error of the SDK: that
 * it took too long, that trying again helps, or nothing, and then the error is
 * returned as it is.
 */
export function translateAwsError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'AbortError') {
    const detail = 'The database did not answer within the time that the request may take.';
    return new ServiceError('timeout', detail, { cause: error });
  }
  if (!isUnavailable(error)) return error;
  const detail = 'The database is overloaded or cannot be reached; send the request again.';
  return new ServiceError('unavailable', detail, { cause: error });
}

/** What a server failed with need not be readable: then its status says enough. */
function isUnavailable(error: Error & { readonly code?: unknown; readonly $metadata?: unknown }): boolean {
  const { httpStatusCode = 0 } = (error.$metadata ?? {}) as { readonly httpStatusCode?: number };
  return unavailable.has(error.name) || unavailable.has(error.code) || httpStatusCode >= 500;
}

/** Whether a translated error is transient, so that trying again may help. */
export function isTransient(error: unknown): boolean {
  return error instanceof ServiceError && (error.code === 'unavailable' || error.code === 'timeout');
}
