/** The documents of docs/headwater/tutorial.md. */

import { documentType, type ManagedMembers } from '../../lib/headwater/data/search/document-type.ts';

export interface Bookmark extends ManagedMembers {
  readonly url: string;
  readonly title?: string;
  readonly tags: readonly string[];
}

export const bookmarkType = documentType<Bookmark>({
  name: 'bookmark',
  all: 'b',
  fields: {
    url: { kind: 'keyword' },
    title: { kind: 'text', terms: 'bw', isDefault: true, isBounded: true, isOptional: true },
    tags: { kind: 'keyword', terms: 'bt', isDefault: true, isList: true },
  },
});
