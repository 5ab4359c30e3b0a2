import {
  type ContentDefaults,
  type ContentOf,
  documentsOf,
  documentType,
  required,
} from 'headwater/documents';
import type { Models } from '#generated/models/bookmark.ts';

/** Letters in `all` and `terms` are keys of the index: each is used once in the table. */
export const bookmarkType = documentType<Models['Bookmark']>({
  name: 'bookmark',
  all: 'b',
  fields: {
    url: { kind: 'keyword' },
    title: { kind: 'text', terms: 'bw', isDefault: true, isBounded: true, isOptional: true },
    tags: { kind: 'keyword', terms: 'bt', isDefault: true, isList: true },
  },
});

export const bookmarks = documentsOf(bookmarkType);

/** What a bookmark has where a client sends nothing. */
export const defaults: ContentDefaults<ContentOf<Models['Bookmark']>, Models['BookmarkInput']> = {
  url: required,
  title: undefined,
  tags: [],
};
