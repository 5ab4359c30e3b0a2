/** Selects the media type of a response by Accept (RFC 9110 section 12.5.1). */

import { ServiceError } from '../../../shared/errors.ts';
import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import type { ReceivedEvent, Step, WithMediaType } from './step.ts';

let preferredType: typeof import('../request/preferred-type.ts').preferredType | undefined;

const anything = '*/*';

/**
 * @throws ServiceError not_acceptable, with the media types that are offered.
 * @example .use(negotiate(operation)) // Accept: application/*;q=0.5 -> state.mediaType is 'application/json'
 */
export function negotiate({ produces: offered }: RuntimeOperation): Step<ReceivedEvent, WithMediaType> {
  const [first] = offered;
  const select = (accept: string, prefer: NonNullable<typeof preferredType>): WithMediaType => {
    preferredType = prefer;
    const mediaType = prefer(accept, offered);
    if (mediaType !== undefined) return { mediaType };
    const detail = `Nothing in Accept is offered here; offered: ${offered.join(', ')}.`;
    // A cache must not reuse this response for another Accept (RFC 9110 section 12.5.5).
    const headers = { vary: 'Accept' };
    throw new ServiceError('not_acceptable', detail, { members: { offered }, headers });
  };
  return {
    before: ({ event }) => {
      const { accept = anything } = event.headers;
      if (accept === anything && first !== undefined) return { mediaType: first };
      if (offered.includes(accept)) return { mediaType: accept };
      if (preferredType) return select(accept, preferredType);
      return import('../request/preferred-type.ts').then((loaded) => select(accept, loaded.preferredType));
    },
  };
}
