import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { type ReadPreconditions, readPreconditions, untagged } from '../request/preconditions.ts';
import { checkHead, type HttpResponse, type ResponseHead } from '../response/http-response.ts';
import { addLinks } from '../response/links.ts';
import type {
  CheckedInput,
  ReceivedEvent,
  Step,
  StepRequest,
  WithMediaType,
  WithPreconditions,
} from './step.ts';

function before({ event }: StepRequest<ReceivedEvent>): WithPreconditions | Promise<WithPreconditions> {
  const preconditions = readPreconditions(event);
  return preconditions instanceof Promise
    ? preconditions.then((loaded) => ({ preconditions: loaded }))
    : { preconditions };
}

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
): Step<ReceivedEvent & WithMediaType & CheckedInput, WithPreconditions> {
  return {
    before,
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
export function respondEmpty(
  operation: RuntimeOperation,
): Step<ReceivedEvent & CheckedInput, WithPreconditions> {
  return {
    before,
    after: (request) => {
      const { gatewayEvent, head } = request.event;
      checkHead(head);
      addLinks({ head, event: gatewayEvent }, operation);
      request.response = emptyResponse(head, operation);
    },
  };
}

/**
 * In place of `respond` in a function whose result is not JSON: the handler returns a text or bytes of the negotiated media
 * type, or of another one that it sets as the header `content-type`.
 *
 * @throws ServiceError invalid_request, precondition_failed.
 * @example .use(respondContent(operation)) // a Uint8Array -> 200, content-type: image/png, base64
 */
export function respondContent(
  operation: RuntimeOperation,
): Step<ReceivedEvent & WithMediaType & CheckedInput, WithPreconditions> {
  return {
    before,
    after: (request) => {
      const { gatewayEvent, head, mediaType, preconditions } = request.event;
      checkHead(head);
      applyPreconditions(preconditions, head);
      addLinks({ head, event: gatewayEvent }, operation);
      request.response = sentContent(request.response, { head, mediaType, operation });
    },
  };
}

/** @throws Error for any other value: a mistake of the handler, so it becomes a 500. */
function sentContent(
  value: unknown,
  { head, mediaType, operation }: Omit<ResponseParts, 'write'>,
): HttpResponse {
  const empty = emptyResponse(head, operation);
  if (statusesWithoutContent.includes(head.status)) return empty;
  const isText = typeof value === 'string';
  if (!isText && !(value instanceof Uint8Array))
    throw new Error(`The handler returned ${typeof value} where a text or bytes are sent.`);
  // Without it, browsers guess.
  const charset = isText && mediaType.startsWith('text/') ? '; charset=utf-8' : '';
  const type = mediaType.endsWith('/*') ? 'application/octet-stream' : `${mediaType}${charset}`;
  const described = { ...empty, headers: { 'content-type': type, ...empty.headers } };
  if (isText) return { ...described, body: value };
  return { ...described, body: Buffer.from(value).toString('base64'), isBase64Encoded: true };
}

/**
 * In place of `respond` in a function that serves files: the handler itself makes the response.
 *
 * @example .use(respondFile()) // { statusCode: 200, headers: { 'content-type': 'text/css' }, body: 'a{}' }
 */
export function respondFile(): Step<ReceivedEvent & CheckedInput, WithPreconditions> {
  return { before };
}

/** RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5: these have no content. */
const statusesWithoutContent = [204, 205, 304];

interface ResponseParts {
  readonly head: ResponseHead;
  /** The negotiated one. */
  readonly mediaType: string;
  readonly operation: RuntimeOperation;
  readonly write: WriteJson;
}

/** `JSON.stringify`, or what also writes bigints. */
type WriteJson = (value: unknown) => string | undefined;

/**
 * @throws Error when the status needs content and `value` is not JSON (undefined, a function, a cycle, a BigInt
 *   that `write` does not know): a mistake of the handler, so it becomes a 500.
 */
export function contentResponse(value: unknown, parts: ResponseParts): HttpResponse {
  const { head, mediaType, operation, write } = parts;
  const empty = emptyResponse(head, operation);
  const { status } = head;
  if (statusesWithoutContent.includes(status)) return empty;
  const representation = representationOf(value, mediaType, operation);
  // A text of a media type that is not JSON is sent as it is.
  const isText = typeof representation === 'string' && !/\bjson$/.test(mediaType);
  const body = isText ? representation : write(representation);
  if (body === undefined)
    throw new Error(`The handler returned ${typeof value} where status ${status} needs content.`);
  return { ...empty, headers: { 'content-type': mediaType, ...empty.headers }, body };
}

/** Where there are several versions or forms, the handler returns a function for each. */
function representationOf(value: unknown, mediaType: string, { versions }: RuntimeOperation): unknown {
  if (!versions) return value;
  const version = versions.find((each) => each.mediaType === mediaType)?.version ?? 1;
  // The type check of the build has seen the handler.
  return (value as Readonly<Record<number | string, () => unknown>>)[version]?.();
}

/** A response without content. */
function emptyResponse(
  { status, headers }: ResponseHead,
  { cacheControl, produces }: RuntimeOperation,
): HttpResponse {
  // A cache may reuse the response only for the same Accept (RFC 9110 section 12.5.5).
  const described = {
    ...(cacheControl ? { 'cache-control': cacheControl } : {}),
    ...(produces.length > 0 ? { vary: 'Accept' } : {}),
    ...headers,
  };
  return { statusCode: status, headers: described };
}

/**
 * After the handler of a GET or HEAD: the status becomes 304 if the client has this version. A result without an entity
 * tag exists, too: it matches `*`.
 *
 * @throws ServiceError precondition_failed, invalid_request.
 */
function applyPreconditions(preconditions: ReadPreconditions, head: ResponseHead): void {
  if (!preconditions.isRead || head.status !== 200) return;
  const { etag = untagged } = head.headers;
  preconditions.check(etag);
  if (preconditions.isNotModified(etag)) head.status = 304;
}
