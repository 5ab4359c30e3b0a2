import { listPage } from 'headwater/documents';
import type { Handle } from '#generated/types/bookmark/list.ts';
import { bookmarks } from '../../lib/bookmarks.ts';

export const handle: Handle = (request, _body, context) => listPage(bookmarks(context), request, context);
