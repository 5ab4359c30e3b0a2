/** Names that a template takes from functions: the budget foretells them, and the plugins make them. */

/** Of the hash in the name of an archive, in hexadecimal digits: 128 bits of SHA-256. */
export const hashLength = 32;

/** Of archives, below the folder of the stack in the bucket, next to those that osls names by time. */
export const archiveFolder = 'code';

/**
 * As osls makes it.
 *
 * @example logicalId('source-list') // 'SourceDashlist'
 */
export function logicalId(key: string): string {
  const id = key.replaceAll('-', 'Dash').replaceAll('_', 'Underscore');
  return `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
}
