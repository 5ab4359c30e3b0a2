import { ServiceError } from '../../../shared/errors.ts';
import { notUtf8 } from './body.ts';
import { type MalformedParameter, parseQueryString } from './query-string.ts';

export interface FormFile {
  /** The client's name of the file, without folders. For display; never use it as a path. */
  readonly filename: string;
  /** As stated by the client; not checked. */
  readonly mediaType: string;
  readonly content: Uint8Array;
}

export interface Form {
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, readonly FormFile[]>;
  /** Fields that are not percent-encoded UTF-8, in an urlencoded form. */
  readonly malformed: readonly MalformedParameter[];
}

export const emptyForm: Form = { texts: new Map(), files: new Map(), malformed: [] };

/** More than any form that people fill in. Each field costs far more than its bytes. */
export const maxFields = 1_000;

export function tooManyFields(): ServiceError {
  return new ServiceError('malformed_form', `The form has more than ${maxFields} fields.`);
}

/**
 * Reads application/x-www-form-urlencoded: a body in the format of a query string.
 *
 * @throws ServiceError malformed_form when it is not UTF-8, or has too many fields.
 */
export function readUrlencoded(body: Uint8Array): Form {
  const text = decodeUtf8(body);
  if (countFields(text) > maxFields) throw tooManyFields();
  const { values, malformed } = parseQueryString(text);
  return { texts: values, files: new Map(), malformed };
}

/** Stops at the limit: a list of all pairs would cost what the limit saves. */
function countFields(text: string): number {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1 && count <= maxFields; at = text.indexOf('&', at + 1)) count++;
  return count;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    // A byte order mark stays in the text.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw notUtf8('malformed_form', cause);
  }
}
