/**
 * What knows middy, with step.ts: each export is one step of a generated function, and
 * hands its work to a pure function of this folder.
 *
 * middy runs `after` and `onError` hooks last-registered first, so that
 * `completeAnswer` and `formatErrors` are registered first, to have the last word. A step never
 * returns a value: middy would take it for the response and skip the rest.
 */

import type validator from '@middy/validator';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { ServiceError } from '../../errors.ts';
import type { RuntimeOperation } from '../../plan/operation-plan.ts';
import { logFailure } from '../log.ts';
import type { HttpResponse, IdempotentContext } from '../operation-context.ts';
import { notAcceptable, preferredType } from '../request/accept.ts';
import type { ReadJsonObject } from '../request/cast.ts';
import { type Issue, invalidRequest } from '../request/issue.ts';
import { findFlaws } from '../request/json-flaws.ts';
import { applyPreconditions, readPreconditions, requireCondition } from '../request/preconditions.ts';
import {
  forbiddenName,
  hasBody,
  isAcceptedJson,
  mediaTypeOf,
  readBodyText,
  refuseEncoded,
  refuseTooLarge,
  unsupportedMediaType,
} from '../request/read-body.ts';
import { castForm, rawForm, readForm } from '../request/read-form.ts';
import { castInput as castInputOf, rawInput as rawInputOf } from '../request/read-input.ts';
import type { ReadMultipart } from '../request/read-multipart.ts';
import { bodyIssues, issuesFromSchema, type SchemaError } from '../request/schema-issues.ts';
import { addLinks, describedBy, withLinks } from '../response/links.ts';
import { problemResponse } from '../response/problem.ts';
import { emptyResponse, toMethod, toResponse } from '../response/respond.ts';
import { withStandardHeaders } from '../response/response-headers.ts';
import { type Inner, type Invocation, runInner, type Step, type StepRequest } from './step.ts';

/** What @middy/validator takes: its typings ask for an Ajv instance where it calls a compiled schema. */
export type EventSchema = NonNullable<NonNullable<Parameters<typeof validator>[0]>['eventSchema']>;

export interface FailedRequest {
  readonly event: APIGatewayProxyEventV2;
  readonly lambda: Context;
  readonly operation: RuntimeOperation;
}

/** Makes the response of a failed request; a project may bring its own, named in the build settings. */
export type FormatError = (error: unknown, request: FailedRequest) => HttpResponse;

/**
 * The function's own timeout would end it without an answer. So the last half
 * second is kept free: by then the handler's signal is aborted and the 504 made.
 */
export const middyOptions = {
  timeoutEarlyInMillis: 550,
  timeoutEarlyResponse: (): never => {
    throw new ServiceError('timeout', 'The request took longer than the function may run.');
  },
};

/** The innermost function: calls `handle` with what the steps have read. */
export function callHandler<I, B, R>(handle: (input: I, body: B, context: IdempotentContext) => R) {
  return async (
    invocation: unknown,
    lambda: Context,
    { signal }: { signal: AbortSignal },
  ): Promise<Awaited<R>> => {
    // `respond` made it, after the steps before had checked input and body
    // against the declarations that I and B were generated from.
    const { input, body, ...context } = invocation as Invocation;
    return await handle(input as I, body as B, { ...context, lambda, signal });
  };
}

/** First in every function: has the last word on each answer, errors too. */
export function completeAnswer(operation: RuntimeOperation): Step {
  const complete = (request: StepRequest) => {
    // `respond` or `formatErrors` made it.
    const response = withStandardHeaders(request.response as HttpResponse, operation);
    request.response = toMethod(response, request.internal.rawEvent);
  };
  return { after: complete, onError: complete };
}

/** Before all that can throw: the last resort for it. */
export function formatErrors(operation: RuntimeOperation, format: FormatError = formatProblem): Step {
  return {
    before: function formatErrorsBefore({ event, internal }) {
      internal.rawEvent = event as APIGatewayProxyEventV2;
      internal.head = { status: operation.successStatus, headers: {} };
    },
    onError: function formatErrorsOnError(request) {
      const { error, context, internal } = request;
      const failed = { event: internal.rawEvent, lambda: context, operation };
      request.response = formatTotally(format, error, failed);
      const { statusCode } = request.response as HttpResponse;
      if (statusCode >= 500) logFailure(error, { operation: operation.id, requestId: context.awsRequestId });
    },
  };
}

const formatProblem: FormatError = (error, { lambda, operation, event }) =>
  withLinks(problemResponse(error, lambda.awsRequestId), describedBy(operation, event));

/** A formatter of the project's own may fail as well; the built-in one cannot. */
function formatTotally(format: FormatError, error: unknown, failed: FailedRequest): HttpResponse {
  try {
    const response: Partial<HttpResponse> | undefined = format(error, failed);
    if (response?.statusCode === undefined) throw new Error('The error formatter returned no response.');
    // What has a status is a response: the type check of the build has seen the formatter.
    return response as HttpResponse;
  } catch (formatterError) {
    logFailure(formatterError, { operation: failed.operation.id, requestId: failed.lambda.awsRequestId });
    return formatProblem(error, failed);
  }
}

/**
 * Chooses the media type of the answer (RFC 9110 section 12.5.1).
 *
 * @throws ServiceError not_acceptable, naming what is offered.
 */
export function negotiate({ produces }: RuntimeOperation): Step {
  return {
    before: function negotiateBefore({ event, internal }) {
      const { accept } = (event as APIGatewayProxyEventV2).headers;
      const mediaType = preferredType(accept, produces);
      if (mediaType === undefined) throw notAcceptable(produces);
      internal.mediaType = mediaType;
    },
  };
}

/**
 * Reads the JSON body; the event keeps it as it was sent.
 *
 * @throws ServiceError content_too_large, unsupported_media_type, malformed_json, invalid_request.
 */
export function parseBody(operation: RuntimeOperation, jsonBodyParser: Inner): Step {
  return {
    before: function parseBodyBefore(request) {
      const event = request.event as APIGatewayProxyEventV2;
      if (!hasBody(event)) return;
      const { maxBytes = 0, mediaTypes = [] } = operation.body ?? {};
      refuseTooLarge(event, maxBytes);
      const mediaType = mediaTypeOf(event.headers['content-type']);
      if (!isAcceptedJson(mediaType, mediaTypes)) throw unsupportedMediaType(mediaType, mediaTypes);
      refuseEncoded(event, mediaTypes);
      const text = readBodyText(event);
      const flaws = findFlaws(text);
      // Of what type it may be is decided: the parser knows fewer.
      const parsed = { headers: { 'content-type': 'application/json' }, body: text, isBase64Encoded: false };
      try {
        runInner(jsonBodyParser, request, parsed, request.context);
      } catch (error) {
        throw forbiddenName(error);
      }
      if (flaws.length > 0) throw invalidRequest(flaws);
      request.internal.body = parsed.body;
    },
  };
}

/**
 * Takes a form apart, sent as urlencoded or, where `readMultipart` is given,
 * as multipart; its values are cast with those of path, query and headers.
 *
 * @throws ServiceError content_too_large, unsupported_media_type, malformed_form.
 */
export function parseForm({ body }: RuntimeOperation, readMultipart?: ReadMultipart): Step {
  return {
    before: async function parseFormBefore({ event, internal }) {
      if (body) internal.form = await readForm(body, event as APIGatewayProxyEventV2, readMultipart);
    },
  };
}

/**
 * Path, query and header texts -> the `input` map. Keeps the issues for `checkRequest` to report.
 *
 * @param readJsonObject needed where a parameter or a field of a form is cast to JSON.
 */
export function castInput(operation: RuntimeOperation, readJsonObject?: ReadJsonObject): Step {
  return {
    before: function castInputBefore({ event, internal }) {
      const { input, issues } = castInputOf(operation, event as APIGatewayProxyEventV2, readJsonObject);
      internal.input = input;
      internal.issues = issues;
      const fields = operation.body?.fields;
      if (!fields) return;
      const form = castForm(fields, internal.form, readJsonObject);
      internal.body = form.value;
      internal.issues = [...issues, ...form.issues];
    },
  };
}

/** For a build without validation: the texts of path, query and headers as they were sent. */
export function rawInput(operation: RuntimeOperation): Step {
  return {
    before: function rawInputBefore({ event, internal }) {
      internal.input = rawInputOf(operation, event as APIGatewayProxyEventV2);
      const fields = operation.body?.fields;
      if (fields) internal.body = rawForm(fields, internal.form);
    },
  };
}

/**
 * Checks input and body against what was declared, and reports it together
 * with what could not be cast.
 *
 * @throws ServiceError invalid_request with `errors`: at most 20 issues.
 */
export function checkRequest(operation: RuntimeOperation, validator: Inner): Step {
  return {
    before: function checkRequestBefore(request) {
      const { input, body, issues } = request.internal;
      const found = [
        ...issues,
        ...bodyIssues(operation, body),
        ...schemaIssues(operation, validator, request, { input, body }),
      ];
      if (found.length > 0) throw invalidRequest(found);
    },
  };
}

function schemaIssues(
  operation: RuntimeOperation,
  validator: Inner,
  request: StepRequest,
  checked: object,
): Issue[] {
  try {
    runInner(validator, request, checked, request.context);
    return [];
  } catch (error) {
    const data = (error as { cause?: { data?: unknown } }).cause?.data;
    if (!Array.isArray(data)) throw error;
    // The validators are compiled by ajv, and this is what they report.
    return issuesFromSchema(operation, data as SchemaError[]);
  }
}

/**
 * For operations that are only to be done on what the client has seen.
 *
 * @throws ServiceError precondition_required.
 */
export function requirePrecondition(): Step {
  return {
    before: function requirePreconditionBefore({ internal }) {
      requireCondition(internal.rawEvent);
    },
  };
}

/**
 * Last in every function, next to the handler: hands it the request, and makes
 * a response of its value, or a 304 where the client has that already.
 *
 * @throws ServiceError invalid_request, precondition_failed.
 */
export function respond(operation: RuntimeOperation): Step {
  return {
    before: invoke,
    after: function respondAfter(request) {
      const { head, mediaType, preconditions } = request.internal;
      applyPreconditions(preconditions, head);
      addLinks(request.internal, operation);
      request.response = toResponse(request.response, { head, mediaType, operation });
    },
  };
}

/** The same for an operation that declares no result: whatever the handler makes of the status, there is no content. */
export function respondEmpty(operation: RuntimeOperation): Step {
  return {
    before: invoke,
    after: function respondEmptyAfter(request) {
      addLinks(request.internal, operation);
      request.response = emptyResponse(request.internal.head, operation);
    },
  };
}

function invoke(request: StepRequest): void {
  const { input, body, rawEvent: event, head: response, attempt } = request.internal;
  const preconditions = readPreconditions(event);
  request.internal.preconditions = preconditions;
  const reservedId = attempt?.reservedId;
  request.event = { input, body, event, response, preconditions, reservedId } satisfies Invocation;
}
