import { listDocuments } from 'headwater/documents';
import { nextLink } from 'headwater/http';
import type { Handle } from '#generated/types/bookmark/list.ts';
import { bookmarks } from '../../lib/bookmarks.ts';

export const handle: Handle = async (request, _body, context) => {
  const { total, hits, after } = await listDocuments(bookmarks(context), { from: 0, ...request });
  if (after === undefined) return { total, hits };
  context.response.pages = [nextLink({ name: 'after', value: after }, context)];
  return { total, hits, after };
};
