import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { withoutHidden } from '../response/without-hidden.ts';
import type { Nothing, Step } from './step.ts';

/**
 * After `respond`, whose `after` runs later: a handler may return what it stores, with members that only requests have.
 *
 * @example .use(omitWriteOnly(operation)) // { name: 'a', password: 'b' } -> { name: 'a' }
 */
export function omitWriteOnly({ hidden }: RuntimeOperation): Step<unknown, Nothing> {
  return {
    after: (request) => {
      if (hidden) request.response = withoutHidden(request.response, hidden.parts, hidden.result);
    },
  };
}
