/** The body of a request, up to the point where it is JSON text. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../errors.ts';
import { findJsonSyntaxError } from '../plan/json-syntax.ts';

/**
 * The text of the body, base64 undone; undefined when there is none.
 *
 * @throws ServiceError content_too_large, malformed_json (not UTF-8).
 */
export function readBodyText(event: APIGatewayProxyEventV2, maxBytes: number): string | undefined {
  const { body, isBase64Encoded } = event;
  if (body === undefined || body === '') return undefined;
  const byteLength = Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');
  if (byteLength > maxBytes) {
    const detail = `The body has ${byteLength} bytes; at most ${maxBytes} are accepted.`;
    throw new ServiceError('content_too_large', detail, { members: { max_bytes: maxBytes } });
  }
  return isBase64Encoded ? decodeUtf8(Buffer.from(body, 'base64')) : body;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ServiceError('malformed_json', 'The body is not UTF-8 (RFC 8259 section 8.1).', { cause });
  }
}

/** RFC 9110 section 8.3.1: parameters and the white space before them do not select the type. */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase();
}

export function unsupportedMediaType(mediaType: string | undefined, cause: unknown): ServiceError {
  const found = mediaType ? `is ${mediaType}` : 'has no Content-Type';
  const accepted = 'application/json, or a type that ends in +json, is accepted';
  return new ServiceError('unsupported_media_type', `The body ${found}; ${accepted}.`, { cause });
}

/** What is wrong with a text that could not be parsed. */
export function malformedJson(text: string, cause: unknown): ServiceError {
  const error = findJsonSyntaxError(text);
  if (!error) {
    const detail =
      'The body holds a name that is not accepted: "__proto__", or "constructor" with a "prototype".';
    return new ServiceError('malformed_json', detail, { cause });
  }
  const { what, line, column } = error;
  const detail = `The body is not JSON: ${what} at line ${line}, column ${column}.`;
  return new ServiceError('malformed_json', detail, { cause, members: { line, column } });
}
