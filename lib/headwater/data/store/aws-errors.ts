/** Classifies the errors of the SDK. No other file knows their names. */

import { type FailingDependency, ServiceError } from '../../shared/errors.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { writeMetrics } from '../../shared/log.ts';
import { maxItemBytes, tooLargeToStore } from './item-size.ts';

/**
 * The errors in https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html that the SDK
 * treats as throttling or transient, and Node's errors of a connection that is lost or cannot be opened.
 */
const unavailable: ReadonlySet<unknown> = new Set([
  'InternalFailure',
  'InternalServerError',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'ReplicatedWriteConflictException',
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
  'TransactionConflictException',
  'TransactionInProgressException',
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
 * Whether DynamoDB has refused a write because a transaction, or another Region, is changing the item at this moment. The SDK
 * does not send it again.
 */
export function isItemConflict(error: unknown): boolean {
  const names = ['ReplicatedWriteConflictException', 'TransactionConflictException'];
  return error instanceof Error && names.includes(error.name);
}

/** Why DynamoDB has cancelled a transaction, for each of its changes. Any other reason is a mistake of the request. */
const retriedCodes = [
  'None',
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
] as const;
export type CancellationCode = (typeof retriedCodes)[number];

/** The reason for each change, in their order; undefined if the error is not a cancellation, or trying again cannot help. */
export function cancellationCodes(error: unknown): readonly CancellationCode[] | undefined {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return undefined;
  const { CancellationReasons: reasons } = membersOf(error);
  if (!Array.isArray(reasons)) return undefined;
  const codes = reasons.map((reason) =>
    retriedCodes.find((code) => code === (membersOf(reason)['Code'] ?? 'None')),
  );
  return codes.length > 0 && codes.every((code) => code !== undefined) ? codes : undefined;
}

/**
 * Translates an error of the SDK for the client: to `timeout`, to `unavailable` if
 * trying again helps, to `content_too_large` if an item would be too long, or to itself if the client must not learn the cause.
 *
 * @param service The service that has failed.
 */
export function translateAwsError(error: unknown, service: 'table' | 'kinesis' = 'table'): unknown {
  if (!(error instanceof Error)) return error;
  const failing = service === 'table' ? failingTable(error) : { name: service };
  const options = { cause: error, failing };
  if (error.name === 'AbortError') {
    const detail = 'The database did not answer within the time that the request may take.';
    return new ServiceError('timeout', detail, options);
  }
  if (isItemTooLarge(error))
    return tooLargeToStore('An item of this request takes too many bytes to store', maxItemBytes, error);
  if (!isUnavailable(error)) return error;
  const detail = 'The database is overloaded or cannot be reached; send the request again.';
  return new ServiceError('unavailable', detail, options);
}

/** Counted here, since DynamoDB has metrics of the other two failures but none of its silence. */
const silent: FailingDependency = { name: 'table_silent', count: () => writeMetrics({ TableSilences: 1 }) };

/** Undefined if no attempt was sent, because a pause was aborted. */
function failingTable(error: Error): FailingDependency | undefined {
  const { httpStatusCode, unanswered = 0 } = metadataOf(error);
  if (httpStatusCode === undefined) return unanswered > 0 ? silent : undefined;
  return { name: httpStatusCode < 500 ? 'table_throttled' : 'table_error' };
}

/**
 * DynamoDB has no name or code for this refusal, which it says in the text of a ValidationException, or of the reason for which
 * it has cancelled a transaction. A later text would make the error internal, as any other mistake of a request is.
 */
function isItemTooLarge(error: Error): boolean {
  const { CancellationReasons: reasons } = membersOf(error);
  const refusals = Array.isArray(reasons) ? reasons.map((reason) => membersOf(reason)['Message']) : [];
  if (error.name === 'ValidationException') refusals.push(error.message);
  return refusals.some((text) => /\bItem size .*exceeded the maximum/.test(String(text)));
}

/** Errors whose body is unreadable are recognized by their status. */
function isUnavailable(error: Error & { readonly code?: unknown }): boolean {
  const { httpStatusCode = 0 } = metadataOf(error);
  return unavailable.has(error.name) || unavailable.has(error.code) || httpStatusCode >= 500;
}

/** Whether a translated error is transient, so that trying again may help. */
export function isTransient(error: unknown): boolean {
  return error instanceof ServiceError && (error.code === 'unavailable' || error.code === 'timeout');
}

/**
 * Rethrows any other error. Use it for work that readers or later writes repeat, so that it cannot fail a finished
 * operation.
 */
export function ignoreTransient(error: unknown): void {
  if (!isTransient(error)) throw error;
}

/**
 * Whether the database has surely refused a command and will never carry it out:
 * each attempt got a response, and none of the responses was a server error.
 *
 * @param error As `translateAwsError` returns it.
 */
export function isRefused(error: unknown): boolean {
  return error instanceof ServiceError && metadataOf(error.cause).unanswered === 0;
}

/** How many attempts of the SDK got no response, and may yet arrive. @param error Of the SDK. */
export function unansweredAttempts(error: unknown): number {
  const { attempts = 1, unanswered = attempts - 1 } = metadataOf(error);
  return unanswered;
}

/** Notes in the metadata of an error how many attempts got no response (client.ts). */
export function noteUnanswered(answer: unknown, unanswered: number): void {
  if (typeof answer === 'object' && answer !== null)
    Object.assign(answer, { $metadata: { ...metadataOf(answer), unanswered } });
}

/** A server that fails may have carried the command out. */
export function isAnswered(error: unknown): boolean {
  const { httpStatusCode = 500 } = metadataOf(error);
  return httpStatusCode < 500;
}

interface Metadata {
  readonly httpStatusCode?: number;
  readonly attempts?: number;
  readonly unanswered?: number;
}

function metadataOf(answer: unknown): Metadata {
  return membersOf(answer).$metadata ?? {};
}
