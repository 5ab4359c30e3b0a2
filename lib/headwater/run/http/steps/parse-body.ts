/** Steps that read a body which is JSON, or a text, and may be compressed. */

import { gunzipSync } from 'node:zlib';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError, withoutStack } from '../../../shared/errors.ts';
import { mayHaveDecimals } from '../../../shared/json/decimals.ts';
import { membersOf } from '../../../shared/json/is-object.ts';
import { isPlainJson } from '../../../shared/json/plain-json.ts';
import type { ExactIntegers, RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import {
  hasBody,
  mediaTypeOf,
  notUtf8,
  readBodyBytes,
  receiveText,
  refuseCompressed,
  refuseEncoded,
  refuseTooLarge,
  unsupportedMediaType,
} from '../request/body.ts';
import { invalidRequest } from '../request/issue.ts';
import { textBodyOf } from './parse-content.ts';
import type { ReceivedEvent, Step, StepRequest, WithBody, WithText } from './step.ts';

/** @middy/http-json-body-parser, or a middleware of the same type. */
export type JsonBodyParser = MiddlewareObj<APIGatewayProxyEventV2, unknown, Error>;

/**
 * Parses the JSON body. Size, media type and encoding are checked before; afterwards, syntax, and flaws that the parser
 * changes silently, such as repeated names.
 *
 * @param parser must not check the media type: this step accepts more types than the parser knows.
 * @param parseExactly reads what has integers beyond 2^53, or decimals such as 1.0, where `x-exact-integers` of the
 *   operation takes them.
 * @throws ServiceError content_too_large, unsupported_media_type, malformed_json, invalid_request.
 * @example .use(parseJsonBody(operation, httpJsonBodyParser({ disableContentTypeCheck: true })))
 *   // '{"name":"a"}' -> state.body is { name: 'a' }
 */
export function parseJsonBody(
  { body, exactIntegers = [] }: RuntimeOperation,
  parser: JsonBodyParser,
  parseExactly?: (text: string) => unknown,
): Step<ReceivedEvent, WithBody> {
  const { maxBytes = 0, mediaTypes = [] } = body ?? {};
  return {
    before: async (request) => {
      const { gatewayEvent } = request.event;
      if (!hasBody(gatewayEvent)) return { body: undefined };
      refuseTooLarge(gatewayEvent, maxBytes);
      const mediaType = mediaTypeOf(gatewayEvent.headers['content-type']);
      if (!isAcceptedJson(mediaType, mediaTypes)) throw unsupportedMediaType(mediaType, mediaTypes);
      refuseEncoded(gatewayEvent, mediaTypes);
      const text = readBodyText(gatewayEvent);
      const parsed = await parseJson(request, text, parser);
      const isPlain = !('failure' in parsed) && isPlainJson(parsed.value, text);
      const hasLongIntegers = !isPlain && (await refuseFlaws(text, exactIntegers));
      if ('failure' in parsed) throw parsed.failure;
      if (!parseExactly || !(hasLongIntegers || mayHaveDecimals(text))) return { body: parsed.value };
      return { body: withMembers(parsed.value, parseExactly(text), exactIntegers) };
    },
  };
}

/**
 * Reads a body that is JSON or a text, by its media type. The handler gets a text as `TextBody`; no schema checks it.
 * JSON is a text, too, when the operation says so.
 *
 * @param json reads the body when it is not of one of the text types.
 * @throws ServiceError content_too_large, unsupported_media_type, and what `json` throws.
 * @example .use(parseBody(operation, parseJsonBody(operation, parser))) // text/csv -> state.text is a TextBody
 */
export function parseBody(
  { body }: RuntimeOperation,
  json: Step<ReceivedEvent, WithBody>,
): Step<ReceivedEvent, WithBody & WithText> {
  const { maxBytes = 0, mediaTypes = [], textTypes = [] } = body ?? {};
  return {
    before: async (request) => {
      const { gatewayEvent } = request.event;
      const mediaType = mediaTypeOf(gatewayEvent.headers['content-type']);
      if (!hasBody(gatewayEvent) || mediaType === undefined || !isAcceptedJson(mediaType, textTypes))
        return { body: (await json.before?.(request))?.body, text: undefined };
      refuseTooLarge(gatewayEvent, maxBytes);
      const textType = textTypes.includes(mediaType) ? mediaType : 'application/json';
      // JSON is UTF-8 (RFC 8259 section 8.1), and so is NDJSON unless it says otherwise.
      if (textType === 'application/json') refuseEncoded(gatewayEvent, mediaTypes);
      else refuseCompressed(gatewayEvent);
      return { body: undefined, text: textBodyOf(gatewayEvent, textType) };
    },
  };
}

/** RFC 6838 section 4.2: a type and a name, and the suffix behind it. */
const jsonSuffix = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*\+json$/;

/** Where application/json is accepted, every type with the suffix +json is (RFC 6839 section 3.1), except patches: they are not the document itself. */
function isAcceptedJson(mediaType: string | undefined, accepted: readonly string[]): boolean {
  if (mediaType === undefined) return false;
  if (accepted.includes(mediaType)) return true;
  const isPatch = mediaType.endsWith('-patch+json');
  return accepted.includes('application/json') && jsonSuffix.test(mediaType) && !isPatch;
}

/**
 * The text of the body, decoded from base64 and UTF-8.
 *
 * @throws ServiceError malformed_json (not UTF-8).
 */
export function readBodyText(event: APIGatewayProxyEventV2): string {
  const { content, damage } = receiveText(event);
  if (damage !== undefined) throw notUtf8('malformed_json');
  return content;
}

/**
 * @returns whether the text has integers beyond 2^53 in places where they keep their digits.
 * @throws ServiceError malformed_json, invalid_request.
 */
async function refuseFlaws(text: string, exactIntegers: ExactIntegers): Promise<boolean> {
  const { explainJson } = await import('../request/explain-json.ts');
  const { malformed, issues, hasLongIntegers } = explainJson(
    text,
    ([name]) => exactIntegers === true || exactIntegers.includes(String(name)),
  );
  if (malformed) {
    const { detail, ...members } = malformed;
    throw new ServiceError('malformed_json', detail, { members });
  }
  if (issues.length > 0) throw invalidRequest(issues);
  return hasLongIntegers;
}

/** What the parser has made of a text, and in their places what is exact of the same. */
function withMembers(parsed: unknown, exact: unknown, places: ExactIntegers): unknown {
  if (places === true) return exact;
  // Members have such integers, so both are objects.
  const kept = Object.entries(membersOf(exact)).filter(([name]) => places.includes(name));
  return { ...membersOf(parsed), ...Object.fromEntries(kept) };
}

/** What the parser makes of the text. It refuses what `explainJson` refuses, and says less. */
async function parseJson(
  request: StepRequest<ReceivedEvent>,
  text: string,
  parser: JsonBodyParser,
): Promise<{ readonly value: unknown } | { readonly failure: unknown }> {
  // The parser expects a decoded text, and replaces it in the event with the value.
  const event = Object.assign(request.event, { body: text, isBase64Encoded: false });
  const decoded = Object.assign(request, { event });
  try {
    await withoutStack(() => parser.before?.(decoded));
    return { value: decoded.event.body };
  } catch (failure) {
    return { failure };
  }
}

/**
 * For an operation with `x-gzip`: the body may be compressed. What follows gets the event as if it had not been. A body
 * that is larger than `x-max-bytes` when it is unpacked is not unpacked any further than that.
 *
 * @throws ServiceError content_too_large, unsupported_media_type, malformed_content.
 * @example .use(unpackBody(operation)) // content-encoding: gzip -> an event with the body in base64, without that header
 */
export function unpackBody({
  body,
}: RuntimeOperation): Step<ReceivedEvent, Pick<ReceivedEvent, 'gatewayEvent'>> {
  const { maxBytes = 0 } = body ?? {};
  return {
    before: ({ event: { gatewayEvent } }) => {
      const coding = gatewayEvent.headers['content-encoding']?.trim().toLowerCase() ?? '';
      if (!hasBody(gatewayEvent) || coding === '' || coding === 'identity') return { gatewayEvent };
      if (coding !== 'gzip' && coding !== 'x-gzip') {
        const detail = 'The body has a content coding other than gzip, which alone is accepted.';
        const headers = { 'accept-encoding': 'gzip' };
        throw new ServiceError('unsupported_media_type', detail, { headers });
      }
      refuseTooLarge(gatewayEvent, maxBytes);
      return { gatewayEvent: withBytes(gatewayEvent, unpack(gatewayEvent, maxBytes)) };
    },
  };
}

function unpack(event: APIGatewayProxyEventV2, maxOutputLength: number): Buffer {
  const bytes = readBodyBytes(event);
  if (!event.isBase64Encoded && Buffer.from(bytes).includes('\ufffd')) throw damaged(event);
  try {
    return gunzipSync(bytes, { maxOutputLength });
  } catch (cause) {
    if (membersOf(cause).code !== 'ERR_BUFFER_TOO_LARGE')
      throw new ServiceError('malformed_content', 'The body is not gzip, though Content-Encoding says so.', {
        cause,
      });
    const detail = `The body is larger than ${maxOutputLength} bytes when it is unpacked; at most that many are accepted.`;
    throw new ServiceError('content_too_large', detail, { members: { max_bytes: maxOutputLength }, cause });
  }
}

function withBytes(
  {
    headers: { 'content-encoding': _coding, 'content-length': _length, ...headers },
    ...event
  }: APIGatewayProxyEventV2,
  bytes: Buffer,
): APIGatewayProxyEventV2 {
  return { ...event, headers, body: bytes.toString('base64'), isBase64Encoded: true };
}

/** API Gateway makes text of some types, such as JSON: what was compressed does not survive that. */
function damaged({ headers }: APIGatewayProxyEventV2): ServiceError {
  const type = mediaTypeOf(headers['content-type']) ?? '';
  const detail = `The gateway has made text of the compressed body, as it does with ${type}; send NDJSON as application/x-ndjson, or the body as it is.`;
  return new ServiceError('unsupported_media_type', detail, { headers: { 'accept-encoding': 'identity' } });
}
