/** Names that a template derives from functions: the budget predicts them, and the plugins make them. */

/** The length of the hash in an archive's name, in hexadecimal digits: 128 bits of SHA-256. */
export const hashLength = 32;

/** The folder of archives below the stack's folder in the bucket, beside the archives that osls names by time. */
export const archiveFolder = 'code';

/**
 * Makes the same logical id as osls.
 *
 * @example logicalId('source-list') // 'SourceDashlist'
 */
export function logicalId(key: string): string {
  const id = key.replaceAll('-', 'Dash').replaceAll('_', 'Underscore');
  return `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
}
