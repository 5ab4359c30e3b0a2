import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { EarlierResponse } from '../../../shared/errors.ts';
import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { logFailure } from '../log.ts';
import type { RequestIds } from '../request/request-ids.ts';
import { checkHead, type HttpResponse } from '../response/http-response.ts';
import { describedBy, withLinks } from '../response/links.ts';
import { problemResponse } from '../response/problem.ts';
import { gatewayEventOf, namesOf } from './receive-event.ts';
import type { Step } from './step.ts';

interface FailedRequest extends RequestIds {
  readonly event: APIGatewayProxyEventV2;
  readonly lambda: Context;
  readonly operation: RuntimeOperation;
}

/** Makes the response of a failed request. A project can bring its own, named in the build settings. */
export type FormatError = (error: unknown, request: FailedRequest) => HttpResponse;

/**
 * Makes a response of whatever is thrown: a problem document (RFC 9457), or what the project's own formatter returns.
 * Logs failures of the service (5xx). It stands before every step that can throw.
 *
 * @example .use(formatErrors(operation)) // throw new ServiceError('not_found', …) -> 404 application/problem+json
 * @example .use(formatErrors(operation, formatError)) // the formatter of the project; the built-in one if that throws
 */
export function formatErrors(
  operation: RuntimeOperation,
  format: FormatError = formatProblem,
): Step<unknown> {
  return {
    onError: (request) => {
      const { error, context: lambda } = request;
      if (error instanceof EarlierResponse) {
        request.response = error.response;
        return;
      }
      // A direct invocation can bring any event; the built-in formatter needs none.
      const event = gatewayEventOf(request.event) as APIGatewayProxyEventV2;
      const ids = namesOf(request.event, lambda);
      const failed = { event, lambda, operation, ...ids };
      const log = (failure: unknown) => logFailure(failure, { operation: operation.id, ...ids });
      let response: HttpResponse;
      try {
        // The build has type-checked the formatter, but it can be written to return nothing.
        response = format(error, failed) ?? {};
        checkHead({ status: response.statusCode, headers: response.headers });
      } catch (formatterError) {
        // The formatter of a project can fail; the built-in one cannot.
        log(formatterError);
        response = formatProblem(error, failed);
      }
      request.response = response;
      if (response.statusCode >= 500) log(error);
    },
  };
}

const formatProblem: FormatError = (error, { requestId, operation, event }) => {
  const response = problemResponse(error, requestId);
  try {
    return withLinks(response, describedBy(operation, event));
  } catch {
    // The event is not one of the gateway.
    return response;
  }
};
