import { changeDocument, patchContent } from 'headwater/documents';
import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/bookmark/patch.ts';
import { bookmarks, defaults } from '../../lib/bookmarks.ts';

export const handle: Handle = async ({ id }, patch, context) => {
  const bookmark = await changeDocument(bookmarks(context), id, {
    check: (current) => context.preconditions.check(entityTagOf(current)),
    contentOf: (current) => patchContent(defaults, { current, patch, requestIn: 'body' }),
  });
  context.response.headers.etag = entityTagOf(bookmark);
  return bookmark;
};
