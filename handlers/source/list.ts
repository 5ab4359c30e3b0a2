import { listDocuments, maxDepth } from 'headwater/documents';
import { pageLinks } from 'headwater/http';
import type { Handle } from '#generated/types/source/list.ts';
import { toListedSources, toResults, toResultsPage } from '../../lib/service/sources/list-results.ts';
import { sources } from '../../lib/service/sources/sources.ts';

export const handle: Handle = async (request, _body, context) => {
  const results = toListedSources(toResults(await listDocuments(sources(context), request)));
  const page = { ...results, size: request.size, maxDepth };
  context.response.pages = pageLinks(page, context);
  return { 1: () => results, 2: () => toResultsPage(results) };
};
