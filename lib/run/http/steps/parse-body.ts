/** Steps that read a body which is JSON, or a text. */

import { MIMEType } from 'node:util';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../../../shared/errors.ts';
import {
  flawMessages,
  type IsExact,
  inspectJson,
  type JsonError,
  type JsonFinding,
  type JsonFlaw,
  maxJsonDepth,
} from '../../../shared/json/inspect-json.ts';
import {
  type ExactIntegers,
  mergePatchMediaType,
  type RuntimeOperation,
} from '../../../shared/plan/operation-plan.ts';
import {
  hasBody,
  mediaTypeOf,
  notUtf8,
  receiveText,
  refuseEncoded,
  refuseTooLarge,
  unsupportedMediaType,
} from '../request/body.ts';
import { type Issue, type IssueCode, invalidRequest } from '../request/issue.ts';
import { TextBody } from '../request/text-body.ts';
import { causeOf, type Received, type Step, type StepRequest, type WithBody, type WithText } from './step.ts';

/** @middy/http-json-body-parser, or a middleware of the same type. */
export type JsonBodyParser = MiddlewareObj<APIGatewayProxyEventV2, unknown, Error>;

/**
 * Parses the JSON body. Size, media type, encoding and syntax are checked first; flaws that the parser would change
 * silently, such as repeated names, are reported afterwards.
 *
 * @param parser must not check the media type: this step accepts more types than the parser knows.
 * @param parseExactly reads what has integers beyond 2^53 where `x-exact-integers` of the operation takes them.
 * @throws ServiceError content_too_large, unsupported_media_type, malformed_json, invalid_request.
 * @example .use(parseJsonBody(operation, httpJsonBodyParser({ disableContentTypeCheck: true })))
 *   // '{"name":"a"}' -> state.body is { name: 'a' }
 */
export function parseJsonBody(
  { body, exactIntegers = [] }: RuntimeOperation,
  parser: JsonBodyParser,
  parseExactly?: (text: string) => unknown,
): Step<Received, WithBody> {
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
      const isExact: IsExact = ([name]) => exactIntegers === true || exactIntegers.includes(String(name));
      // Before the parser, which recurses and changes some values silently.
      const { error, findings, hasLongIntegers } = inspectJson(text, isExact);
      if (error) throw malformedJson(error);
      const parsed = await parse(withText(request, text), parser);
      if (findings.length > 0) throw invalidRequest(findings.map(toIssue));
      if (!hasLongIntegers || !parseExactly) return { body: parsed };
      return { body: withMembers(parsed, parseExactly(text), exactIntegers) };
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
  json: Step<Received, WithBody>,
): Step<Received, WithBody & WithText> {
  const { maxBytes = 0, mediaTypes = [], textTypes = [] } = body ?? {};
  return {
    before: async (request) => {
      const { gatewayEvent } = request.event;
      const { 'content-type': contentType = '' } = gatewayEvent.headers;
      const mediaType = mediaTypeOf(contentType);
      if (!hasBody(gatewayEvent) || mediaType === undefined || !isAcceptedJson(mediaType, textTypes))
        return { body: (await json.before?.(request))?.body, text: undefined };
      refuseTooLarge(gatewayEvent, maxBytes);
      refuseEncoded(gatewayEvent, mediaTypes);
      const textType = textTypes.includes(mediaType) ? mediaType : 'application/json';
      const parameters = new Map(new MIMEType(contentType).params);
      return { body: undefined, text: new TextBody(textType, receiveText(gatewayEvent), parameters) };
    },
  };
}

/** RFC 6838 section 4.2: a type and a name, and the suffix behind it. */
const jsonSuffix = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*\+json$/;

/** Where application/json is accepted, every type with the suffix +json is (RFC 6839 section 3.1), except merge patches. */
function isAcceptedJson(mediaType: string | undefined, accepted: readonly string[]): boolean {
  if (mediaType === undefined) return false;
  if (accepted.includes(mediaType)) return true;
  const isPatch = mediaType === mergePatchMediaType;
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

function malformedJson(error: JsonError): ServiceError {
  const { line, column } = error;
  const detail =
    error.kind === 'too_deep'
      ? `The body is nested deeper than the ${maxJsonDepth} levels that are accepted.`
      : `The body is not JSON: ${error.what} at line ${line}, column ${column}.`;
  return new ServiceError('malformed_json', detail, { members: { line, column } });
}

const codes: Readonly<Record<JsonFlaw, IssueCode>> = {
  duplicate_name: 'duplicate_name',
  lone_surrogate: 'not_unicode',
  not_exact: 'out_of_range',
  not_finite: 'out_of_range',
  too_many_digits: 'out_of_range',
};

function toIssue({ flaw, pointer, line, column }: JsonFinding): Issue {
  const message = `${flawMessages[flaw]} (line ${line}, column ${column})`;
  return { in: 'body', pointer, code: codes[flaw], message };
}

/** What the parser has made of a text, and in their places what is exact of the same. */
function withMembers(parsed: unknown, exact: unknown, places: ExactIntegers): unknown {
  if (places === true) return exact;
  // Members have such integers, so both are objects.
  const kept = Object.entries(Object(exact)).filter(([name]) => places.includes(name));
  return { ...Object(parsed), ...Object.fromEntries(kept) };
}

/** The same request, with the body as the parser expects it: decoded. */
function withText(request: StepRequest<Received>, text: string) {
  return Object.assign(request, { event: { ...request.event, body: text, isBase64Encoded: false } });
}

/** The parser replaces the text in the event with the value. */
async function parse(
  request: StepRequest<Received & { body: string }>,
  parser: JsonBodyParser,
): Promise<unknown> {
  try {
    await parser.before?.(request);
  } catch (error) {
    throw causeOf(error, '@middy/http-json-body-parser') ? forbiddenName(error) : error;
  }
  return request.event.body;
}

/** The parser refuses JSON only for a member that could replace a prototype. */
function forbiddenName(cause: unknown): ServiceError {
  const detail =
    'The body holds a name that is not accepted: "__proto__", or "constructor" with a "prototype".';
  return new ServiceError('malformed_json', detail, { cause });
}
