/** The body of a request, up to the point where it is text. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../errors.ts';
import { findJsonSyntaxError } from '../plan/json-syntax.ts';
import { mergePatchMediaType } from '../plan/operation-plan.ts';

/**
 * The text of the body, base64 undone; undefined when there is none.
 *
 * @throws ServiceError content_too_large, malformed_json (not UTF-8).
 */
export function readBodyText(event: APIGatewayProxyEventV2, maxBytes: number): string | undefined {
  const { body, isBase64Encoded } = event;
  if (body === undefined || body === '') return undefined;
  refuseTooLarge(event, maxBytes);
  return isBase64Encoded ? decodeUtf8(Buffer.from(body, 'base64'), 'malformed_json') : body;
}

/** @throws ServiceError content_too_large. */
export function readBodyBytes(event: APIGatewayProxyEventV2, maxBytes: number): Uint8Array | undefined {
  const { body, isBase64Encoded } = event;
  if (body === undefined || body === '') return undefined;
  refuseTooLarge(event, maxBytes);
  return Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
}

function refuseTooLarge({ body = '', isBase64Encoded }: APIGatewayProxyEventV2, maxBytes: number): void {
  const byteLength = Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');
  if (byteLength <= maxBytes) return;
  const detail = `The body has ${byteLength} bytes; at most ${maxBytes} are accepted.`;
  throw new ServiceError('content_too_large', detail, { members: { max_bytes: maxBytes } });
}

/** @throws ServiceError of the given code. */
export function decodeUtf8(bytes: Uint8Array, code: 'malformed_json' | 'malformed_form'): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ServiceError(code, 'The body is not UTF-8.', { cause });
  }
}

/** RFC 9110 section 8.3.1: parameters and the white space before them do not select the type. */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase();
}

/** Where JSON is accepted, so is every type that is JSON by its suffix (RFC 6839 section 3.1), but for patches. */
export function isAcceptedJson(mediaType: string | undefined, accepted: readonly string[]): boolean {
  if (mediaType === undefined) return false;
  if (accepted.includes(mediaType)) return true;
  const isPatch = mediaType === mergePatchMediaType;
  return accepted.includes('application/json') && mediaType.endsWith('+json') && !isPatch;
}

/** @param accepted media types; where they are JSON, so is every other that ends in +json. */
export function unsupportedMediaType(
  mediaType: string | undefined,
  accepted: readonly string[],
): ServiceError {
  const found = mediaType ? `is ${mediaType}` : 'has no Content-Type';
  const others = accepted.includes('application/json') ? ', or a type that ends in +json,' : '';
  const verb = accepted.length > 1 ? 'are' : 'is';
  const detail = `The body ${found}; ${accepted.join(' and ')}${others} ${verb} accepted.`;
  // RFC 9110 section 15.5.16 and RFC 5789 section 3.1.
  const name = accepted.includes(mergePatchMediaType) ? 'accept-patch' : 'accept';
  return new ServiceError('unsupported_media_type', detail, { headers: { [name]: accepted.join(', ') } });
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
