/** Hash functions by their names in Node.js. */

import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { Buffer } from 'buffer';

const hashes = { md5, sha1, sha256, sha512 };

export function createHash(algorithm: string) {
  const name = algorithm.toLowerCase().replace('-', '');
  if (!Object.hasOwn(hashes, name)) throw new Error(`A browser has no hash function ${algorithm}.`);
  const hash = hashes[name as keyof typeof hashes].create();
  const own = {
    update(data: string | Uint8Array) {
      hash.update(typeof data === 'string' ? new TextEncoder().encode(data) : data);
      return own;
    },
    digest: (encoding: 'base64' | 'base64url' | 'hex') => Buffer.from(hash.digest()).toString(encoding),
  };
  return own;
}

export function randomUUID(): string {
  return crypto.randomUUID();
}
