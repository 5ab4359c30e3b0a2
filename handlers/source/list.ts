import type { Handle } from '#generated/types/source/list.ts';
import { listDocuments } from '../../lib/headwater/data/documents.ts';
import { maxDepth } from '../../lib/headwater/data/search/list/list-cursor.ts';
import { pageLinks } from '../../lib/headwater/run/http/response/pagination.ts';
import { toListedSources, toResults, toResultsPage } from '../../lib/service/sources/list-results.ts';
import { sources } from '../../lib/service/sources/sources.ts';

export const handle: Handle = async (request, _body, context) => {
  const results = toListedSources(toResults(await listDocuments(sources(context), request)));
  const page = { ...results, size: request.size, maxDepth };
  context.response.pages = pageLinks(page, context);
  return { 1: () => results, 2: () => toResultsPage(results) };
};
