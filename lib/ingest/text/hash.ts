const offsetBasis = 0x811c9dc5;

/**
 * FNV-1a of 32 bits with the last step of MurmurHash3, without which texts that differ at their end stay near.
 *
 * @param basis Another one gives other hashes.
 */
export function hashOf(text: string, basis = offsetBasis): number {
  let hash = basis;
  for (let at = 0; at < text.length; at++) hash = hashNext(hash, text.charCodeAt(at));
  return hashEnd(hash) >>> 0;
}

/** The hash with one more character, beginning with the basis. */
export function hashNext(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

/** The hash after the last character, as a signed integer. */
export function hashEnd(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
