/** JSON pointers (RFC 6901). */

/** A pointer from its steps. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${escapeStep(step)}`).join('');
}

/** The steps of a pointer. Section 4: `~1` first. */
export function fromPointer(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeStep);
}

/** Section 3: `~` and `/` are escaped. */
export function escapeStep(step: string | number): string {
  return String(step).replaceAll('~', '~0').replaceAll('/', '~1');
}

export function unescapeStep(text: string): string {
  return text.includes('~') ? text.replaceAll('~1', '/').replaceAll('~0', '~') : text;
}

/** In a URI, a pointer may be percent-encoded (section 6). */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A name with a percent sign of its own.
    return text;
  }
}
