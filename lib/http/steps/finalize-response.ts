import type { RuntimeOperation } from '../../plan/operation-plan.ts';
import { requestIdsOf } from '../request/request-ids.ts';
import { withoutContent } from '../response/respond.ts';
import { withStandardHeaders } from '../response/response-headers.ts';
import { gatewayEventOf } from './receive-event.ts';
import { type Nothing, responseOf, type Step, type StepRequest } from './step.ts';

/**
 * First in every function, so it runs last, for problems too: adds the headers of every response, and removes the
 * content of a response to HEAD.
 *
 * @example .use(finalizeResponse(operation)) // strict-transport-security, cache-control, x-request-id, vary …
 */
export function finalizeResponse(operation: RuntimeOperation): Step<unknown, Nothing> {
  const finalize = (request: StepRequest<unknown>) => {
    const event = gatewayEventOf(request.event);
    const ids = requestIdsOf(event, request.context);
    const response = withStandardHeaders(responseOf(request), operation, ids);
    const isHead = event.requestContext?.http?.method === 'HEAD';
    request.response = isHead ? withoutContent(response) : response;
  };
  return { after: finalize, onError: finalize };
}
