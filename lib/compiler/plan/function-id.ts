import { createHash } from 'node:crypto';

/** AWS takes 64 characters, of which `<service>-<stage>-` needs its share. */
const maxLength = 37;
const hashLength = 8;

/**
 * The key of an operation's function in serverless.yml. A long one is cut, and
 * a hash of the whole keeps it apart from others with the same beginning.
 *
 * @example functionIdOf('source', 'list') // 'source-list'
 */
export function functionIdOf(resource: string, nickname: string): string {
  const id = `${resource}-${nickname}`;
  if (id.length <= maxLength) return id;
  const hash = createHash('sha256').update(id).digest('hex').slice(0, hashLength);
  return `${id.slice(0, maxLength - hashLength - 1)}-${hash}`;
}
