/** JSON bodies: which media types are accepted, and the text of a body. */

import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../../../shared/errors.ts';
import { mergePatchMediaType } from '../../../shared/plan/operation-plan.ts';
import { type MalformedText, notUtf8, type ReceivedText } from './body.ts';

/** RFC 6838 section 4.2: a type and a name, and the suffix behind it. */
const jsonSuffix = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*\+json$/;

/** Where application/json is accepted, every type with the suffix +json is (RFC 6839 section 3.1), except merge patches. */
export function isAcceptedJson(mediaType: string | undefined, accepted: readonly string[]): boolean {
  if (mediaType === undefined) return false;
  if (accepted.includes(mediaType)) return true;
  const isPatch = mediaType === mergePatchMediaType;
  return accepted.includes('application/json') && jsonSuffix.test(mediaType) && !isPatch;
}

/**
 * The text of the body, decoded from base64 and UTF-8.
 *
 * @throws ServiceError of the given code (not UTF-8).
 */
export function readBodyText(event: APIGatewayProxyEventV2, code: MalformedText): string {
  const { content, damage } = receiveText(event);
  if (damage !== undefined) throw notUtf8(code);
  return content;
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
 * The gateway decodes a body that it treats as text, and replaces bytes that are not UTF-8 with U+FFFD. That is three
 * bytes long: when the length differs from Content-Length, the client has not sent this character.
 */
function isDamaged({ body = '', headers }: APIGatewayProxyEventV2): boolean {
  const sentLength = headers['content-length'];
  if (sentLength === undefined || !body.includes('\ufffd')) return false;
  return Number(sentLength) !== Buffer.byteLength(body);
}

/** The parser refuses JSON only for a member that could replace a prototype. */
export function forbiddenName(cause: unknown): ServiceError {
  const detail =
    'The body holds a name that is not accepted: "__proto__", or "constructor" with a "prototype".';
  return new ServiceError('malformed_json', detail, { cause });
}
