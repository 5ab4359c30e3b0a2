import { ServiceError } from '../../../shared/errors.ts';
import { membersOf } from '../../../shared/json/is-object.ts';
import { writeLog } from '../../../shared/log.ts';
import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { constantHeaders, namingHeaders } from '../../../shared/plan/response-headers.ts';
import type { RequestIds } from '../request/request-ids.ts';
import type { HttpResponse } from '../response/http-response.ts';
import { gatewayEventOf, namesOf } from './receive-event.ts';
import { responseOf, type Step, type StepRequest } from './step.ts';

/**
 * First in every function, so it runs last, for problems too: adds the headers of every response, removes the content of a
 * response to HEAD, and logs the request.
 *
 * @example .use(finalizeResponse(operation)) // strict-transport-security, cache-control, x-request-id, vary …
 */
export function finalizeResponse(operation: RuntimeOperation): Step<unknown> {
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
  const ids = namesOf(state, context);
  const { routeKey, requestContext } = event;
  // The state is as far as the request has come.
  const { owner, tenant, caller, credential } = membersOf(state);
  const response = withStandardHeaders(given, operation, ids);
  const { statusCode: status } = response;
  // In milliseconds, since the gateway has got the request.
  const latency = Date.now() - Number(requestContext?.timeEpoch);
  logRequest({ ...ids, routeKey, status, latency, owner, tenant, caller, credential }, error);
  return requestContext?.http?.method === 'HEAD' ? withoutContent(response) : response;
}

/**
 * The access log of a function: with the owner, the credential, the code of a problem, and why a credential was refused,
 * none of which the gateway knows. Nobody reads it on his own machine, but for the last, which is not for the client.
 *
 * @param line has no content of the request: its path and its query may have some.
 */
export function logRequest(line: object, error: unknown): void {
  const isLogged = Boolean(process.env['AWS_LAMBDA_LOG_FORMAT']);
  if (!isLogged && error === undefined) return;
  const { code, cause }: Partial<ServiceError> = error instanceof ServiceError ? error : {};
  // The state of a request that `authorize` refuses has no credential: its error has. Other causes are errors.
  const refusal = membersOf(cause).refused ? membersOf(cause) : {};
  if (refusal.refused || isLogged) writeLog('INFO', { ...line, code, ...refusal });
}

/**
 * Adds the standard headers to every response, problems included. Headers of a handler or an error formatter take
 * precedence. Only the ids of the request cannot be changed, because its log lines have them.
 */
export function withStandardHeaders(
  response: HttpResponse,
  { fixedHeaders, variesByOrigin }: RuntimeOperation,
  ids: RequestIds,
): HttpResponse {
  // The formatter of a project can use any letter case, or set no headers.
  const headers: Record<string, string> = { ...constantHeaders, ...fixedHeaders };
  for (const [name, value] of Object.entries(response.headers ?? {})) headers[name.toLowerCase()] = value;
  for (const [name, source] of namingHeaders) headers[name] = ids[source];
  headers['cache-control'] ??= defaultCacheControl(response.statusCode, headers);
  if (variesByOrigin) headers['vary'] = headers['vary'] ? `${headers['vary']}, Origin` : 'Origin';
  return { ...response, headers };
}

/** A response with an entity tag may be stored by its client, and is revalidated each time. No other is stored. */
function defaultCacheControl(status: number, { etag }: Readonly<Record<string, string>>): string {
  return status < 400 && etag !== undefined ? 'private, no-cache' : 'no-store';
}

/**
 * The response to HEAD (RFC 9110 section 9.3.2): the response to GET without its content. The length is set here: the gateway
 * would set 0, which section 8.6 forbids.
 */
export function withoutContent({ body, isBase64Encoded, ...head }: HttpResponse): HttpResponse {
  if (body === undefined) return head;
  const length = Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');
  return { ...head, headers: { 'content-length': String(length), ...head.headers } };
}
