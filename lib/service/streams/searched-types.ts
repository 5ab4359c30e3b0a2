import type { DocumentType } from '../../data/search/document-type.ts';
import { sourceType } from '../sources/source-fields.ts';
import { streamType } from './stream-fields.ts';

/** The types whose lists the search engine may answer. Pipelines are few, and clients name them. */
export const searchedTypes: readonly DocumentType<never>[] = [sourceType, streamType];
