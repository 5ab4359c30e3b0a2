import { removeDocument } from 'headwater/documents';
import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/bookmark/remove.ts';
import { bookmarks } from '../../lib/bookmarks.ts';

export const handle: Handle = ({ id }, _body, context) =>
  removeDocument(bookmarks(context), id, {
    check: (current) => context.preconditions.check(entityTagOf(current)),
  });
