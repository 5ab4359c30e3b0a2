import { type IndexedType, indexedDocuments } from 'headwater/search-engine';
import { sourceType } from '../sources/source-fields.ts';
import { batchType } from './log/read/indexed-batches.ts';
import { streamType } from './stream-fields.ts';

/** What the search engine may be asked for. Pipelines are few, and clients name them. */
export const searchedTypes: readonly IndexedType[] = [
  indexedDocuments(sourceType),
  indexedDocuments(streamType),
  batchType,
];
