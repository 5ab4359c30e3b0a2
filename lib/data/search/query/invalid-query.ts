import { ServiceError } from '../../../shared/errors.ts';

/**
 * The error of a query: what was expected where, and what helps.
 *
 * @param offset In characters from 0; also the problem's member `offset`.
 * @example throw invalidQuery(10, 'Expected ] or }') // "Expected ] or } at 10."
 */
export function invalidQuery(offset: number, what: string, help?: string): ServiceError {
  const detail = `${what} at ${offset}${help === undefined ? '' : `: ${help}`}.`;
  return new ServiceError('invalid_query', detail, { members: { offset } });
}
