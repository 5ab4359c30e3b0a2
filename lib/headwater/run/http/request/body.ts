/** The body of a request before it is parsed: whether there is one, its size, media type and encoding. */

import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../../../shared/errors.ts';
import { mergePatchMediaType } from '../../../shared/plan/operation-plan.ts';

/** An empty body is no body. serverless-offline sends null where AWS sends nothing. */
export function hasBody({ body }: { readonly body?: string | null }): boolean {
  return body !== undefined && body !== null && body !== '';
}

export function readBodyBytes({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): Uint8Array {
  return Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
}

/** @throws ServiceError content_too_large. */
export function refuseTooLarge(
  { body = '', isBase64Encoded }: APIGatewayProxyEventV2,
  maxBytes: number,
): void {
  const byteLength = Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');
  if (byteLength <= maxBytes) return;
  const detail = `The body has ${byteLength} bytes; at most ${maxBytes} are accepted.`;
  throw new ServiceError('content_too_large', detail, { members: { max_bytes: maxBytes } });
}

/** The text of a body, as far as it is known. */
export interface ReceivedText {
  readonly content: string;
  /**
   * Undefined when the body is UTF-8. `bytes`: `content` has a character for each byte (Latin-1). `replaced`: it has
   * U+FFFD in the place of bytes, since the gateway has decoded it.
   */
  readonly damage: 'bytes' | 'replaced' | undefined;
}

/** The text of the body, or what is there of it when it is not UTF-8. */
export function receiveText(event: APIGatewayProxyEventV2): ReceivedText {
  const { body = '', isBase64Encoded } = event;
  if (!isBase64Encoded) return { content: body, damage: isDamaged(event) ? 'replaced' : undefined };
  const bytes = Buffer.from(body, 'base64');
  return isUtf8(bytes)
    ? { content: bytes.toString(), damage: undefined }
    : { content: bytes.toString('latin1'), damage: 'bytes' };
}

/**
 * The text of the body in the charset of its media type.
 *
 * @param charset A label of the encoding standard, such as `iso-8859-1` or `utf-16`; UTF-8 by default.
 * @throws ServiceError unsupported_media_type for an unknown charset, and for bytes that the gateway has replaced.
 */
export function receiveTextIn(charset: string | undefined, event: APIGatewayProxyEventV2): ReceivedText {
  if (charset === undefined || isUtf8Label(charset)) return receiveText(event);
  if (!event.isBase64Encoded && isDamaged(event))
    throw new ServiceError(
      'unsupported_media_type',
      'The gateway does not pass on bytes of this media type that are not UTF-8; send UTF-8, or application/x-ndjson.',
    );
  const bytes = readBodyBytes(event);
  const decode = (fatal: boolean) => decoderOf(charset, bytes, fatal).decode(bytes);
  try {
    return { content: decode(true), damage: undefined };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { content: decode(false), damage: 'replaced' };
  }
}

/** UTF-16 has the order of its byte order mark; without one, the lower byte comes first. */
function decoderOf(charset: string, bytes: Uint8Array, fatal: boolean): TextDecoder {
  const isBigEndian = /^utf-?16$/i.test(charset) && bytes[0] === 0xfe && bytes[1] === 0xff;
  try {
    return new TextDecoder(isBigEndian ? 'utf-16be' : charset, { fatal });
  } catch (cause) {
    const detail =
      'The charset of the body is unknown; UTF-8, ISO-8859-1, windows-1252, UTF-16 and others are accepted.';
    throw new ServiceError('unsupported_media_type', detail, { cause });
  }
}

function isUtf8Label(charset: string): boolean {
  return /^utf-?8$/i.test(charset.trim());
}

/**
 * The gateway decodes a body that it treats as text, and replaces bytes that are not UTF-8 with U+FFFD. That is three
 * bytes long: when the length differs from Content-Length, the client has not sent this character.
 */
function isDamaged({ body = '', headers }: APIGatewayProxyEventV2): boolean {
  const sentLength = headers['content-length'];
  if (sentLength === undefined || !body.includes('\ufffd')) return false;
  return Number(sentLength) !== Buffer.byteLength(body);
}

/** What a body is that should have been text. */
type MalformedText = 'malformed_json' | 'malformed_form' | 'malformed_text';

/** @returns ServiceError of the given code. */
export function notUtf8(code: MalformedText, cause?: unknown): ServiceError {
  return new ServiceError(code, 'The body is not UTF-8.', { cause });
}

/**
 * Refuses a compressed body, and text in another charset than UTF-8.
 *
 * @param accepted media types.
 * @throws ServiceError unsupported_media_type.
 */
export function refuseEncoded(event: APIGatewayProxyEventV2, accepted: readonly string[]): void {
  refuseCompressed(event);
  const { 'content-type': contentType = '' } = event.headers;
  if (!contentType.includes(';')) return;
  const charsets = [...contentType.matchAll(/;\s*charset\s*=\s*"?([^";]*)/gi)];
  if (charsets.every(([, charset = '']) => isUtf8Label(charset))) return;
  throw new ServiceError('unsupported_media_type', 'The charset of the body must be UTF-8.', {
    headers: acceptHeaders(accepted),
  });
}

/** @throws ServiceError unsupported_media_type. */
export function refuseCompressed({ headers }: APIGatewayProxyEventV2): void {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') {
    // RFC 9110 section 15.5.16: this header tells the client that the coding, not the type, is refused.
    throw new ServiceError('unsupported_media_type', 'The body is compressed; send it as it is.', {
      headers: { 'accept-encoding': 'identity' },
    });
  }
}

/** RFC 9110 section 8.3.1: without parameters and the white space before them. */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase();
}

/** @param types media types, and ranges of them such as `image/*`. */
export function isOneOf(mediaType: string, types: readonly string[]): boolean {
  return types.some((each) => each === mediaType || each === '*/*' || isInRange(mediaType, each));
}

function isInRange(mediaType: string, range: string): boolean {
  return range.endsWith('/*') && mediaType.startsWith(range.slice(0, -1));
}

/** @param accepted media types; with application/json, those that end in +json are accepted, too. */
export function unsupportedMediaType(
  mediaType: string | undefined,
  accepted: readonly string[],
): ServiceError {
  const found = mediaType ? `is ${mediaType}` : 'has no Content-Type';
  const another = mediaType?.endsWith('+json') ? 'another' : 'a';
  const others = accepted.includes('application/json') ? `, or ${another} type that ends in +json,` : '';
  const verb = accepted.length > 1 ? 'are' : 'is';
  const detail = `The body ${found}; ${accepted.join(' and ')}${others} ${verb} accepted.`;
  return new ServiceError('unsupported_media_type', detail, { headers: acceptHeaders(accepted) });
}

/** Accepted types of bodies (RFC 9110 section 15.5.16) and patches (RFC 5789 section 3.1). */
function acceptHeaders(accepted: readonly string[]): Readonly<Record<string, string>> {
  const accept = accepted.join(', ');
  return accepted.includes(mergePatchMediaType) ? { accept, 'accept-patch': accept } : { accept };
}
