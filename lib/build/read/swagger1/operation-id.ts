import { createHash } from 'node:crypto';

/** AWS takes 64 characters for the name of a function, of which `<service>-<stage>-` needs its share. */
const maxLength = 37;
const hashLength = 8;

/**
 * The id of an operation, and of its function. A long one is cut; a hash of the
 * whole distinguishes it from others with the same beginning.
 *
 * @example operationIdOf('source', 'list') // 'source-list'
 */
export function operationIdOf(resource: string, nickname: string): string {
  const id = `${resource}-${nickname}`;
  if (id.length <= maxLength) return id;
  const hash = createHash('sha256').update(id).digest('hex').slice(0, hashLength);
  return `${id.slice(0, maxLength - hashLength - 1)}-${hash}`;
}
