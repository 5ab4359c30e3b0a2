import type { Handle } from '#generated/types/source/list.ts';
import { pageLinks } from '../../lib/run/http/response/pagination.ts';
import { listSources } from '../../lib/service/sources/source-repository.ts';
import { toListedSources, toResultsPage } from '../../lib/service/sources/source-versions.ts';
import { maxListDepth, sourceLists } from '../../lib/service/sources/sources.ts';

export const handle: Handle = async (request, _body, context) => {
  const results = toListedSources(await listSources(sourceLists(context, 'query'), request));
  const page = { ...results, size: request.size, maxDepth: maxListDepth };
  context.response.pages = pageLinks(page, context.event);
  return { 1: () => results, 2: () => toResultsPage(results) };
};
