import type { Handle } from '#generated/types/stream/list.ts';
import { pageLinks } from '../../lib/run/http/response/pagination.ts';
import { maxListDepth } from '../../lib/service/sources/sources.ts';
import { listStreams } from '../../lib/service/streams/stream-repository.ts';
import { streamLists } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async (request, _body, context) => {
  const results = await listStreams(streamLists(context, 'query'), request);
  const page = { ...results, size: request.size, maxDepth: maxListDepth };
  context.response.pages = pageLinks(page, context.event);
  return results;
};
