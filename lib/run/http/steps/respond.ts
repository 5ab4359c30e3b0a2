import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { readPreconditions } from '../request/preconditions.ts';
import { checkHead } from '../response/check-response.ts';
import { addLinks } from '../response/links.ts';
import { applyPreconditions } from '../response/not-modified.ts';
import { contentResponse, type WriteJson } from '../response/respond.ts';
import type { Checked, Negotiated, Received, Step, WithPreconditions } from './step.ts';

/**
 * Last in a function with a result: makes the response of the handler's value, or a 304 when the client has it already.
 *
 * @param write of the result: `writeJson` if it may have bigints.
 * @throws ServiceError invalid_request, precondition_failed.
 * @example .use(respond(operation)) // { name: 'a' } -> 200, content-type: application/json, '{"name":"a"}'
 */
export function respond(
  operation: RuntimeOperation,
  write: WriteJson = JSON.stringify,
): Step<Received & Negotiated & Checked, WithPreconditions> {
  return {
    before: ({ event }) => ({ preconditions: readPreconditions(event) }),
    after: (request) => {
      const { gatewayEvent, head, mediaType, preconditions } = request.event;
      checkHead(head);
      applyPreconditions(preconditions, head);
      addLinks({ head, event: gatewayEvent }, operation);
      request.response = contentResponse(request.response, { head, mediaType, operation, write });
    },
  };
}
