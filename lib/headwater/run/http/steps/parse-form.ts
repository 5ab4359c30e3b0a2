import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { FormField, RuntimeBody, RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import {
  hasBody,
  mediaTypeOf,
  readBodyBytes,
  refuseEncoded,
  refuseTooLarge,
  unsupportedMediaType,
} from '../request/body.ts';
import { emptyForm, type Form } from '../request/form.ts';
import type { ReceivedEvent, Step, WithForm } from './step.ts';

/**
 * Parses a form into texts and files, by its media type.
 *
 * @param readers one for each media type that the operation accepts.
 * @throws ServiceError content_too_large, unsupported_media_type, malformed_form.
 * @example .use(parseForm(operation, { 'multipart/form-data': readMultipart }))
 *   // state.form is { texts: Map { 'title' => ['a'] }, files: Map {}, malformed: [] }
 */
export function parseForm({ body }: RuntimeOperation, readers: FormReaders): Step<ReceivedEvent, WithForm> {
  return {
    before: async ({ event }) => ({
      form: body ? await readForm(body, event.gatewayEvent, readers) : emptyForm,
    }),
  };
}

/** @throws ServiceError malformed_form. */
type FormReader = (
  body: Uint8Array,
  contentType: string,
  fields: readonly FormField[],
) => Form | Promise<Form>;

/** By media type. A function has only the readers of the media types that its operation accepts. */
type FormReaders = Readonly<Record<string, FormReader>>;

export async function readForm(
  { maxBytes, mediaTypes, fields = [] }: RuntimeBody,
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
  return read(readBodyBytes(event), contentType, fields);
}
