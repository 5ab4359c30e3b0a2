import { expect, test } from 'vitest';
import { isConditionFailure, translateAwsError } from '../../../../lib/headwater/data/store/aws-errors.ts';

const named = (name: string) => Object.assign(new Error('secret'), { name });
const coded = (code: string) => Object.assign(new Error('secret'), { code });

const passing: readonly Error[] = [
  ...[
    'InternalServerError',
    'ProvisionedThroughputExceededException',
    'RequestLimitExceeded',
    'RequestThrottled',
    'ServiceUnavailable',
    'ThrottlingException',
    'TimeoutError',
  ].map(named),
  Object.assign(new SyntaxError('secret'), { $metadata: { httpStatusCode: 502 } }),
  ...['EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'].map(coded),
];

test.each(passing)('a transient error is unavailable, with its cause: %j', (cause) => {
  const error = translateAwsError(cause);
  expect(error).toMatchObject({
    code: 'unavailable',
    status: 503,
    headers: { 'retry-after': '1' },
    message: 'The database is overloaded or cannot be reached; send the request again.',
  });
  expect((error as Error).cause).toBe(cause);
});

test('a request aborted at the deadline is a timeout, with its cause', () => {
  const cause = named('AbortError');
  const error = translateAwsError(cause);
  expect(error).toMatchObject({ code: 'timeout', status: 504, headers: { 'retry-after': '5' } });
  expect((error as Error).cause).toBe(cause);
});

const others: readonly unknown[] = [
  named('ValidationException'),
  named('ResourceNotFoundException'),
  named('AccessDeniedException'),
  named('ConditionalCheckFailedException'),
  new Error('ThrottlingException'),
  coded('ERR_INVALID_ARG_TYPE'),
  Object.assign(named('ValidationException'), { $metadata: { httpStatusCode: 400 } }),
  'ThrottlingException',
  undefined,
];

test.each(others)('any other error is unchanged: %j', (error) => {
  expect(translateAwsError(error)).toBe(error);
});

test('a failed condition is recognized by its name', () => {
  expect(isConditionFailure(named('ConditionalCheckFailedException'))).toBe(true);
  expect(isConditionFailure(new Error('ConditionalCheckFailedException'))).toBe(false);
  expect(isConditionFailure({ name: 'ConditionalCheckFailedException' })).toBe(false);
});
