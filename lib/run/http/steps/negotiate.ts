import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { notAcceptable, preferredType } from '../request/accept.ts';
import type { Negotiated, Received, Step } from './step.ts';

/**
 * Selects the media type of the response by Accept (RFC 9110 section 12.5.1).
 *
 * @throws ServiceError not_acceptable, with the media types that are offered.
 * @example .use(negotiate(operation)) // Accept: application/*;q=0.5 -> state.mediaType is 'application/json'
 */
export function negotiate({ produces }: RuntimeOperation): Step<Received, Negotiated> {
  return {
    before: ({ event }) => {
      const mediaType = preferredType(event.headers['accept'], produces);
      if (mediaType === undefined) throw notAcceptable(produces);
      return { mediaType };
    },
  };
}
