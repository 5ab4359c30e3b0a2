/** What a form holds once it is taken apart, however it was sent. */

import type { MalformedParameter } from './query-string.ts';

/** A file as it was sent. */
export interface FormFile {
  /** As the client calls it, without folders; a name to show, never a path to write to. */
  readonly filename: string;
  /** What the client says that it is; nobody has looked. */
  readonly mediaType: string;
  readonly content: Uint8Array;
}

export interface Form {
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, readonly FormFile[]>;
  /** Fields that are not percent-encoded UTF-8, where the form is urlencoded. */
  readonly malformed: readonly MalformedParameter[];
}

export const emptyForm: Form = { texts: new Map(), files: new Map(), malformed: [] };
