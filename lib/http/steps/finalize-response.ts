import type { RuntimeOperation } from '../../plan/operation-plan.ts';
import { withoutContent } from '../response/respond.ts';
import { withStandardHeaders } from '../response/response-headers.ts';
import { gatewayEventOf } from './receive-event.ts';
import { type Nothing, responseOf, type Step, type StepRequest } from './step.ts';

/**
 * First in every function, so it runs last, for problems too: adds the headers of every response, and removes the
 * content of a response to HEAD.
 *
 * @example .use(finalizeResponse(operation)) // strict-transport-security, cache-control, vary, deprecation …
 */
export function finalizeResponse(operation: RuntimeOperation): Step<unknown, Nothing> {
  const finalize = (request: StepRequest<unknown>) => {
    const response = withStandardHeaders(responseOf(request), operation);
    const isHead = gatewayEventOf(request.event).requestContext?.http?.method === 'HEAD';
    request.response = isHead ? withoutContent(response) : response;
  };
  return { after: finalize, onError: finalize };
}
