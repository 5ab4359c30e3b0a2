import { ServiceError } from '../../../shared/errors.ts';
import type { ReceivedEvent, Step } from './step.ts';

/**
 * For an operation with `x-require-precondition`: only changes what the client has seen.
 *
 * @throws ServiceError precondition_required (RFC 6585 section 3).
 * @example .use(requirePrecondition()) // neither If-Match nor If-None-Match: * -> 428
 */
export function requirePrecondition(): Step<ReceivedEvent> {
  return {
    before: ({ event: { headers } }) => {
      // `*` only allows creation, so nothing existing is changed. A list of tags would allow changes.
      if (headers['if-match'] !== undefined || headers['if-none-match']?.trim() === '*') return {};
      const detail = 'Send If-Match with the entity tag that a GET of the same resource has in ETag.';
      throw new ServiceError('precondition_required', detail);
    },
  };
}
