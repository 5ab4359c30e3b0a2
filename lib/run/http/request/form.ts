/** A parsed form, whatever its media type. */

import { ServiceError } from '../../../shared/errors.ts';
import type { MalformedParameter } from './query-string.ts';

/** A file as it was sent. */
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
