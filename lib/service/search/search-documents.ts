/** Lists of documents by the index in the search engine, where the stage has one. */

import { type Documents, listDocuments } from '../../data/documents.ts';
import { type DocumentPage, findPage, type ListRequest } from '../../data/search/list/document-list.ts';
import type { InvocationTime } from '../../data/store/invocation-time.ts';

/**
 * As `listDocuments`, by the index in the search engine if the stage has one, and it has all documents and answers. Documents are
 * read from the table: none is shown that has been deleted or does not match. The index follows the table by a second or two.
 *
 * @param time The context of the handler.
 * @throws ServiceError as `listDocuments`.
 */
export async function searchDocuments<Document>(
  documents: Documents<Document>,
  request: ListRequest,
  time: InvocationTime,
): Promise<DocumentPage<Document>> {
  if (!process.env['SEARCH_LISTS']) return listDocuments(documents, request);
  const { withEngineIndex } = await import('./list-index.later.ts');
  const page = await withEngineIndex(documents, time, (searchIndex) =>
    findPage({ ...documents, searchIndex }, request),
  );
  return page ?? listDocuments(documents, request);
}
