import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { readPreconditions } from '../request/preconditions.ts';
import { checkHead } from '../response/check-response.ts';
import { addLinks } from '../response/links.ts';
import { emptyResponse } from '../response/respond.ts';
import type { Checked, Received, Step, WithPreconditions } from './step.ts';

/**
 * In place of `respond` in a function without a result: the response has no content, whatever status the handler sets.
 *
 * @example .use(respondEmpty(operation)) // 204
 */
export function respondEmpty(operation: RuntimeOperation): Step<Received & Checked, WithPreconditions> {
  return {
    before: ({ event }) => ({ preconditions: readPreconditions(event) }),
    after: (request) => {
      const { gatewayEvent, head } = request.event;
      checkHead(head);
      addLinks({ head, event: gatewayEvent }, operation);
      request.response = emptyResponse(head, operation);
    },
  };
}
