import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { readPreconditions } from '../request/preconditions.ts';
import { checkHead } from '../response/check-response.ts';
import { addLinks } from '../response/links.ts';
import { applyPreconditions } from '../response/not-modified.ts';
import { contentResponse, emptyResponse, type WriteJson } from '../response/respond.ts';
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

/**
 * In place of `respond` in a function that serves files: the handler itself makes the response.
 *
 * @example .use(respondFile()) // { statusCode: 200, headers: { 'content-type': 'text/css' }, body: 'a{}' }
 */
export function respondFile(): Step<Received & Checked, WithPreconditions> {
  return { before: ({ event }) => ({ preconditions: readPreconditions(event) }) };
}
