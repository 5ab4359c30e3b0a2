/** A function's bundle, and the files that it reads, as the archive that is deployed. */

import { strToU8, type ZipOptions, zipSync } from 'fflate';

/** The earliest time of a zip entry, so that the same content gives the same bytes. fflate reads it in local time. */
const modified = new Date(1980, 0, 1);
const unix = 3;
/** rw-r--r--: Lambda runs as another user than the owner of the file. */
const mode = 0o644 << 16;

/** @param files by their path within the archive; the function's `handler` names the path of its bundle. */
export function archive(files: ReadonlyMap<string, string | Uint8Array>): Uint8Array {
  const entries = [...files].map(([path, content]): [string, [Uint8Array, ZipOptions]] => {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    // Compressed files do not get smaller.
    return [path, [bytes, { level: path.endsWith('.gz') ? 0 : 6 }]];
  });
  return zipSync(Object.fromEntries(entries), { mtime: modified, os: unix, attrs: mode });
}
