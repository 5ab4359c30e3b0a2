import type { Handle } from '#generated/types/source/list.ts';
import { toResultsPage } from '../../lib/sources/source-results.ts';
import { maxListDepth, sourceLists } from '../../lib/sources/sources.ts';

export const handle: Handle = async (request, _body, context) => {
  const results = await sourceLists(context, 'query').list(request);
  context.response.page = { ...results, size: request.size, maxDepth: maxListDepth };
  return { 1: () => results, 2: () => toResultsPage(results) };
};
