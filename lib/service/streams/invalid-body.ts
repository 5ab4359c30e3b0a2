import { ServiceError } from '../../shared/errors.ts';

/** What a schema does not say of a body, as a schema would. @param pointer Into the body, such as `/from`. */
export function invalidBody(pointer: string, code: string, message: string): ServiceError {
  const errors = [{ in: 'body', pointer, code, message }];
  return new ServiceError('invalid_request', '1 value is invalid.', { members: { errors } });
}
