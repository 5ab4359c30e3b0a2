import { requireCondition } from '../request/preconditions.ts';
import type { Nothing, Received, Step } from './step.ts';

/**
 * For an operation with `x-require-precondition`: only changes what the client has seen.
 *
 * @throws ServiceError precondition_required.
 * @example .use(requirePrecondition()) // neither If-Match nor If-None-Match: * -> 428
 */
export function requirePrecondition(): Step<Received, Nothing> {
  return {
    before: ({ event }) => {
      requireCondition(event);
      return {};
    },
  };
}
