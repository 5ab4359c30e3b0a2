/** A function's bundle as the archive that is deployed. */

import { zipSync } from 'fflate';

/** The earliest time that a zip entry can hold: the same content gives the same bytes. Read in local time. */
const modified = new Date(1980, 0, 1);
const unix = 3;
/** Lambda runs as another user than the owner of the file: rw-r--r--. */
const mode = 0o644 << 16;

/** @param path within the archive; the function's `handler` names it. */
export function archive(path: string, content: Uint8Array): Uint8Array {
  return zipSync({ [path]: [content, { level: 6, mtime: modified, os: unix, attrs: mode }] });
}
