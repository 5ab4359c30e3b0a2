import type { IndexShape } from 'headwater/search-engine';

/** Tokens alone: a whole text of hashes is smaller than a list of them. */
const hashes = { type: 'text', analyzer: 'whitespace', norms: false, index_options: 'docs' };
const number = { type: 'long', index: true };

/** The index of batches (indexed-batches.ts). A change of the terms of records needs another version. */
export const batchShape: IndexShape = {
  name: 'batch',
  version: 1,
  properties: {
    owner: { type: 'keyword' },
    id: { type: 'keyword' },
    stream: { type: 'keyword', doc_values: false },
    segment: number,
    first: number,
    end: number,
    span: number,
    at: number,
    expiresAt: number,
    terms: hashes,
    paths: hashes,
  },
};

/** @param hash A signed integer of 32 bits. */
export function textOfHash(hash: number): string {
  return (hash >>> 0).toString(36);
}
