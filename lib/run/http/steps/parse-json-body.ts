import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { ExactIntegers, RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import {
  hasBody,
  mediaTypeOf,
  refuseEncoded,
  refuseTooLarge,
  unsupportedMediaType,
} from '../request/body.ts';
import { invalidRequest } from '../request/issue.ts';
import { forbiddenName, isAcceptedJson, readBodyText } from '../request/json-body.ts';
import { findFlaws } from '../request/json-flaws.ts';
import { causeOf } from './middy-failure.ts';
import type { Received, Step, StepRequest, WithBody } from './step.ts';

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
      const text = readBodyText(gatewayEvent, 'malformed_json');
      const { flaws, hasLongIntegers } = findFlaws(
        text,
        ([name]) => exactIntegers === true || exactIntegers.includes(String(name)),
      );
      const parsed = await parse(withText(request, text), parser);
      if (flaws.length > 0) throw invalidRequest(flaws);
      if (!hasLongIntegers || !parseExactly) return { body: parsed };
      return { body: withMembers(parsed, parseExactly(text), exactIntegers) };
    },
  };
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
