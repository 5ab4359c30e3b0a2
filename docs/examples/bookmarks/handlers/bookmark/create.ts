import { completeContent, createDocument } from 'headwater/documents';
import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/bookmark/create.ts';
import { bookmarks, defaults } from '../../lib/bookmarks.ts';

export const handle: Handle = async (_input, body, context) => {
  const bookmark = await createDocument(bookmarks(context), completeContent(defaults, body), context);
  context.response.headers.location = `${context.event.rawPath}/${bookmark._id}`;
  context.response.headers.etag = entityTagOf(bookmark);
  return bookmark;
};
