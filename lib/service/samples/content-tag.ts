import { createHash } from 'node:crypto';
import { writeJson } from 'headwater/json';

/**
 * The entity tag of computed content: a hash of its JSON and its media type.
 *
 * @example contentTag('application/json', { a: 1 }) // '"3Yx…"'
 */
export function contentTag(mediaType: string | undefined, content: unknown): string {
  const hash = createHash('sha256').update(`${mediaType}\n${writeJson(content)}`);
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}
