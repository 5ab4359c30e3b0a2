import { getDocument } from 'headwater/documents';
import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/bookmark/getById.ts';
import { bookmarks } from '../../lib/bookmarks.ts';

export const handle: Handle = async ({ id }, _body, context) => {
  const bookmark = await getDocument(bookmarks(context), id);
  context.response.headers.etag = entityTagOf(bookmark);
  return bookmark;
};
