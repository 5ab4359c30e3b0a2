/** All that can be done with the sources of a table, in one object. */

import {
  type DocumentOptions,
  getDocument,
  listDocuments,
  openDocuments,
} from '../../../lib/headwater/data/documents.ts';
import type { ListRequest } from '../../../lib/headwater/data/search/list/document-list.ts';
import { changeDocument, createDocument, removeDocument } from '../../../lib/headwater/data/writes.ts';
import { toResults } from '../../../lib/service/sources/list-results.ts';
import { sourceType } from '../../../lib/service/sources/source-fields.ts';
import type { SourceContent, SourcePage, SourceRecord } from '../../../lib/service/sources/source-record.ts';

export type CheckSource = (current: SourceRecord) => void;

export interface SourceRepository {
  create(content: SourceContent, options?: { readonly id?: string | undefined }): Promise<SourceRecord>;
  get(id: string): Promise<SourceRecord>;
  change(
    id: string,
    contentOf: (current: SourceRecord) => SourceContent,
    check?: CheckSource,
  ): Promise<SourceRecord>;
  replace(id: string, content: SourceContent, check?: CheckSource): Promise<SourceRecord>;
  remove(id: string, check?: CheckSource): Promise<void>;
  list(request: ListRequest): Promise<SourcePage>;
}

/** What lists sources: a suite may set another function (test/service/search-engine/lists). */
export const listing: { list: typeof listDocuments<SourceRecord> } = { list: listDocuments };

export function createSourceRepository(options: DocumentOptions): SourceRepository {
  const sources = openDocuments(sourceType, options);
  return {
    create: (content, { id } = {}) => createDocument(sources, content, { reservedId: id }),
    get: (id) => getDocument(sources, id),
    change: (id, contentOf, check) => changeDocument(sources, id, { contentOf, check }),
    replace: (id, content, check) => changeDocument(sources, id, { contentOf: () => content, check }),
    remove: (id, check) => removeDocument(sources, id, check ? { check } : {}),
    list: async (request) => toResults(await listing.list(sources, request)),
  };
}
