import { maxDepth } from 'headwater/documents';
import { pageLinks } from 'headwater/http';
import type { Handle } from '#generated/types/stream/list.ts';
import { listStreams } from '../../lib/service/streams/stream-repository.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async (request, _body, context) => {
  const results = await listStreams(streams(context), request);
  const page = { ...results, size: request.size, maxDepth };
  context.response.pages = pageLinks(page, context);
  return results;
};
