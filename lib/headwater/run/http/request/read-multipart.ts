/**
 * multipart/form-data (RFC 7578). @middy's parser keeps one value of a
 * repeated field, splits names at brackets and collects into an object with a
 * prototype. This one uses the same library and keeps everything.
 */

import { type BusboyHeaders, Busboy as createParser } from '@fastify/busboy';
import { ServiceError } from '../../../shared/errors.ts';
import { type FormField, isSentAsJson } from '../../../shared/plan/operation-plan.ts';
import { type Form, type FormFile, maxFields, tooManyFields } from './form.ts';

/**
 * @param fields of the operation: they decide which parts are files.
 * @throws ServiceError malformed_form when it is truncated, has no boundary, too many parts, or text that is not UTF-8.
 */
export async function readMultipart(
  body: Uint8Array,
  contentType: string,
  fields: readonly FormField[],
): Promise<Form> {
  const texts = new Map<string, string[]>();
  const files = new Map<string, FormFile[]>();
  try {
    await parseParts(body, contentType, {
      isFile: filesAmong(fields),
      text: (name, value) => append(texts, name, value),
      // Browsers send an empty file input as a file without name and content.
      file: (name, file) => (file.filename === '' && file.content.length === 0) || append(files, name, file),
    });
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    const detail = 'The body is not multipart/form-data: a boundary, or the end of a part, is missing.';
    throw new ServiceError('malformed_form', detail, { cause });
  }
  refuseReplacements(body, [...texts.keys(), ...[...texts.values()].flat()]);
  return { texts, files, malformed: [] };
}

type IsFile = (name: string | undefined, mediaType: string | undefined, filename?: string) => boolean;

/**
 * OpenAPI 3.1.1 section 4.8.15.1.1: the type of a field says with which media type it is sent. A browser can only say it with a
 * Blob, which always has a file name; other clients send files without one.
 */
function filesAmong(fields: readonly FormField[]): IsFile {
  const byName = new Map(fields.map((field) => [field.name, field]));
  // RFC 7578 section 4.4: a part without a media type is text/plain.
  return (name = '', mediaType = 'text/plain', filename) => {
    const field = byName.get(name);
    if (field?.isFile) return filename !== undefined || mediaType !== 'text/plain';
    return filename !== undefined && !(field && isSentAs(mediaType, field));
  };
}

function isSentAs(mediaType: string, field: FormField): boolean {
  if (mediaType === 'application/octet-stream') return [field.cast].flat().includes('byte');
  return mediaType.startsWith('text/') || (/[/+]json$/.test(mediaType) && isSentAsJson(field));
}

interface Receiver {
  readonly isFile: IsFile;
  readonly text: (name: string, value: string) => void;
  readonly file: (name: string, file: FormFile) => void;
}

function parseParts(body: Uint8Array, contentType: string, receiver: Receiver): Promise<void> {
  return new Promise((done, fail) => {
    const headers: BusboyHeaders = { 'content-type': contentType };
    const parser = createParser({
      headers,
      limits: { parts: maxFields, fieldSize: body.length, fileSize: body.length },
      isPartAFile: receiver.isFile,
    });
    // Whatever their types say, the name is undefined when the part has none.
    const refuseNameless = (name: string | undefined) => {
      const detail =
        'A part of the form has no name: Content-Disposition must have one (RFC 7578 section 4.2).';
      if (name === undefined) fail(new ServiceError('malformed_form', detail));
    };
    parser.on('field', (name, value) => {
      refuseNameless(name);
      receiver.text(name, value);
    });
    parser.on('file', (name, stream, filename: string | undefined, _encoding, mediaType) => {
      refuseNameless(name);
      const chunks: Uint8Array[] = [];
      // Emitted for a truncated part. Without a listener it would end the process.
      stream.on('error', fail);
      stream.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      stream.on('end', () =>
        receiver.file(name, { filename: filename ?? '', mediaType, content: Buffer.concat(chunks) }),
      );
    });
    parser.on('partsLimit', () => fail(tooManyFields()));
    parser.on('finish', done);
    parser.on('error', fail);
    parser.end(body);
  });
}

/** The decoder replaces bytes that are not UTF-8 with U+FFFD. If the body itself contains none, text was lost. */
function refuseReplacements(body: Uint8Array, texts: readonly string[]): void {
  if (!texts.some((text) => text.includes('\ufffd')) || Buffer.from(body).includes('\ufffd')) return;
  throw new ServiceError('malformed_form', 'The form has text that is not UTF-8.');
}

function append<T>(map: Map<string, T[]>, name: string, value: T): void {
  const others = map.get(name);
  if (others) others.push(value);
  else map.set(name, [value]);
}
