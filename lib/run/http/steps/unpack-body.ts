import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../../../shared/errors.ts';
import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { hasBody, mediaTypeOf, readBodyBytes, refuseTooLarge } from '../request/body.ts';
import type { Received, Step } from './step.ts';

/**
 * For an operation with `x-gzip`: the body may be compressed. What follows gets the event as if it had not been. A body
 * that is larger than `x-max-bytes` when it is unpacked is not unpacked any further than that.
 *
 * @throws ServiceError content_too_large, unsupported_media_type, malformed_content.
 * @example .use(unpackBody(operation)) // content-encoding: gzip -> an event with the body in base64, without that header
 */
export function unpackBody({ body }: RuntimeOperation): Step<Received, Pick<Received, 'gatewayEvent'>> {
  const { maxBytes = 0 } = body ?? {};
  return {
    before: ({ event: { gatewayEvent } }) => {
      const coding = gatewayEvent.headers['content-encoding']?.trim().toLowerCase() ?? '';
      if (!hasBody(gatewayEvent) || coding === '' || coding === 'identity') return { gatewayEvent };
      if (coding !== 'gzip' && coding !== 'x-gzip') throw wrongCoding();
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
    if (Object(cause).code !== 'ERR_BUFFER_TOO_LARGE')
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

function wrongCoding(): ServiceError {
  const detail = 'The body has a content coding other than gzip, which alone is accepted.';
  return new ServiceError('unsupported_media_type', detail, { headers: { 'accept-encoding': 'gzip' } });
}

/** API Gateway makes text of these types, and passes others on as bytes. serverless-offline makes text of all. */
const textTypes = /^(?:text\/|application\/(?:json|xml|javascript)$)/;

/** What was compressed does not survive as text. */
function damaged({ headers }: APIGatewayProxyEventV2): ServiceError {
  const type = mediaTypeOf(headers['content-type']) ?? '';
  const detail = textTypes.test(type)
    ? `The gateway has made text of the compressed body, as it does with ${type}; send NDJSON as application/x-ndjson, or the body as it is.`
    : 'serverless-offline has made text of the compressed body, as it does with every type; npm start -- --gateway strict passes it on as AWS does.';
  return new ServiceError('unsupported_media_type', detail, { headers: { 'accept-encoding': 'identity' } });
}
