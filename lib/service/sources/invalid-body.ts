import { ServiceError } from 'headwater/errors';

/**
 * Makes the error for a rule of the body that no schema can state, in the form of schema errors.
 *
 * @param pointer Into the body, such as `/from`.
 */
export function invalidBody(pointer: string, code: string, message: string): ServiceError {
  const errors = [{ in: 'body', pointer, code, message }];
  return new ServiceError('invalid_request', '1 value is invalid.', { members: { errors } });
}
