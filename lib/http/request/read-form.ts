/** The body of a form: taken apart by its media type, and its texts cast like those of a query. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { FormField, RuntimeBody } from '../../plan/operation-plan.ts';
import type { ReadJsonObject } from './cast.ts';
import { emptyForm, type Form, type FormFile } from './form.ts';
import { encodingIssues, type Issue, issueOf } from './issue.ts';
import { parseQuery } from './query-string.ts';
import {
  decodeUtf8,
  hasBody,
  mediaTypeOf,
  readBodyBytes,
  refuseEncoded,
  refuseTooLarge,
  unsupportedMediaType,
} from './read-body.ts';
import { castTexts, type Input } from './read-input.ts';
import type { ReadMultipart } from './read-multipart.ts';

/**
 * @param readMultipart absent in a function whose form is never sent so.
 * @throws ServiceError content_too_large, unsupported_media_type, malformed_form.
 */
export async function readForm(
  { maxBytes, mediaTypes }: RuntimeBody,
  event: APIGatewayProxyEventV2,
  readMultipart?: ReadMultipart,
): Promise<Form> {
  if (!hasBody(event)) return emptyForm;
  refuseTooLarge(event, maxBytes);
  const contentType = event.headers['content-type'];
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === undefined || contentType === undefined || !mediaTypes.includes(mediaType))
    throw unsupportedMediaType(mediaType, mediaTypes);
  refuseEncoded(event, mediaTypes);
  const bytes = readBodyBytes(event);
  if (mediaType === 'multipart/form-data' && readMultipart) return readMultipart(bytes, contentType);
  const { values, malformed } = parseQuery(decodeUtf8(bytes, 'malformed_form'));
  return { texts: values, files: new Map(), malformed };
}

/** The body that the handler gets. */
export function castForm(
  fields: readonly FormField[],
  form: Form,
  readJsonObject?: ReadJsonObject,
): { readonly value: Input; readonly issues: readonly Issue[] } {
  const value: Input = Object.create(null);
  const issues = encodingIssues('form', form.malformed);
  for (const field of fields) {
    // Its one issue is there already: it is not absent.
    if (form.malformed.some(({ name }) => name === field.name)) continue;
    const result = castField(field, form, readJsonObject);
    issues.push(...result.issues);
    if (result.value !== undefined) value[field.name] = result.value;
  }
  return { value, issues };
}

function castField(
  field: FormField,
  { texts, files }: Form,
  readJsonObject?: ReadJsonObject,
): { value?: unknown; issues: readonly Issue[] } {
  const sentTexts = texts.get(field.name) ?? [];
  const sentFiles = files.get(field.name) ?? [];
  if (field.isFile) {
    if (sentTexts.length > 0) return { issues: [issueOf(field, 'not_a_file', 'must be sent as a file')] };
    return pickFiles(field, sentFiles);
  }
  if (sentFiles.length > 0)
    return { issues: [issueOf(field, 'not_a_text', 'must be sent as a text, not as a file')] };
  return castTexts(field, sentTexts, readJsonObject);
}

function pickFiles(
  field: FormField,
  files: readonly FormFile[],
): { value?: unknown; issues: readonly Issue[] } {
  const [first, second] = files;
  if (!first) return { issues: field.required ? [issueOf(field, 'required', 'is required')] : [] };
  if (field.isList) return { value: files, issues: [] };
  if (second) return { issues: [issueOf(field, 'repeated', 'must be given only once')] };
  return { value: first, issues: [] };
}

/** For a build without validation: what was sent, as it was sent; an array when it was sent more than once. */
export function rawForm(fields: readonly FormField[], { texts, files, malformed }: Form): Input {
  const value: Input = Object.create(null);
  for (const { name } of fields) {
    const undecoded = malformed.filter((field) => field.name === name).map(({ value: text }) => text);
    const sent = [...(texts.get(name) ?? []), ...undecoded, ...(files.get(name) ?? [])];
    if (sent.length > 0) value[name] = sent.length === 1 ? sent[0] : sent;
  }
  return value;
}
