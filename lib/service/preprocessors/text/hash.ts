const offsetBasis = 0x811c9dc5;

/**
 * FNV-1a of 32 bits with the last step of MurmurHash3, without which texts that differ at their end stay near.
 *
 * @param basis Another one gives other hashes.
 */
export function hashOf(text: string, basis = offsetBasis): number {
  let hash = basis;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
