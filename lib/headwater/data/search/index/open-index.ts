import { checkOwner, publicOwner } from '../../../shared/owner.ts';
import type { DocumentType } from '../document-type.ts';
import type { ShardTable } from './shards.ts';
import type { KeySpace } from './terms.ts';

/** A document type with the owner of the documents, and the shards of their terms. A `SearchIndex` finds documents. */
export interface OpenIndex<Document> extends DocumentType<Document>, KeySpace {}

export interface IndexOptions {
  /** `public` by default. */
  readonly owner?: string | undefined;
  /** Every term has one shard by default. */
  readonly shards?: ShardTable | undefined;
}

/** @throws Error when the owner cannot be a part of a key. */
export function openIndex<Document>(
  index: DocumentType<Document>,
  { owner = publicOwner, shards = new Map() }: IndexOptions = {},
): OpenIndex<Document> {
  return { ...index, owner: checkOwner(owner), shards };
}
