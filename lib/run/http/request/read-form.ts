/** Parses a form by its media type. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { RuntimeBody } from '../../../shared/plan/operation-plan.ts';
import {
  hasBody,
  mediaTypeOf,
  readBodyBytes,
  refuseEncoded,
  refuseTooLarge,
  unsupportedMediaType,
} from './body.ts';
import { emptyForm, type Form } from './form.ts';

/** @throws ServiceError malformed_form. */
type FormReader = (body: Uint8Array, contentType: string) => Form | Promise<Form>;

/** By media type. A function has only the readers of the media types that its operation accepts. */
export type FormReaders = Readonly<Record<string, FormReader>>;

/** @throws ServiceError content_too_large, unsupported_media_type, malformed_form. */
export async function readForm(
  { maxBytes, mediaTypes }: RuntimeBody,
  event: APIGatewayProxyEventV2,
  readers: FormReaders,
): Promise<Form> {
  if (!hasBody(event)) return emptyForm;
  refuseTooLarge(event, maxBytes);
  const contentType = event.headers['content-type'] ?? '';
  const mediaType = mediaTypeOf(contentType) ?? '';
  const read = Object.hasOwn(readers, mediaType) ? readers[mediaType] : undefined;
  if (!read) throw unsupportedMediaType(mediaType, mediaTypes);
  refuseEncoded(event, mediaTypes);
  return read(readBodyBytes(event), contentType);
}
