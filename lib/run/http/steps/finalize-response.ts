import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { logRequest } from '../log.ts';
import { requestIdsOf } from '../request/request-ids.ts';
import type { HttpResponse } from '../response/http-response.ts';
import { withoutContent } from '../response/respond.ts';
import { withStandardHeaders } from '../response/response-headers.ts';
import { gatewayEventOf } from './receive-event.ts';
import { type Nothing, responseOf, type Step, type StepRequest } from './step.ts';

/**
 * First in every function, so it runs last, for problems too: adds the headers of every response, removes the content of a
 * response to HEAD, and logs the request.
 *
 * @example .use(finalizeResponse(operation)) // strict-transport-security, cache-control, x-request-id, vary …
 */
export function finalizeResponse(operation: RuntimeOperation): Step<unknown, Nothing> {
  const finalize = (request: StepRequest<unknown>) => {
    request.response = finalized(responseOf(request), request, operation);
  };
  return { after: finalize, onError: finalize };
}

/** For a response that ends its request early, too: middy then skips all other hooks. */
export function finalized(
  given: HttpResponse,
  { event: state, context, error }: StepRequest<unknown>,
  operation: RuntimeOperation,
): HttpResponse {
  const event = gatewayEventOf(state);
  const ids = requestIdsOf(event, context);
  const { routeKey, requestContext } = event;
  const { owner, caller, credential } = Object(state);
  const response = withStandardHeaders(given, operation, ids);
  const line = {
    ...ids,
    routeKey,
    status: response.statusCode,
    latency: Date.now() - Number(requestContext?.timeEpoch),
    // The state is as far as the request has come.
    owner,
    caller,
    credential,
  };
  logRequest(line, error);
  return requestContext?.http?.method === 'HEAD' ? withoutContent(response) : response;
}
