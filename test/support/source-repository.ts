/** All that can be done with the sources of a table, in one object. */

import type { ListRequest } from '../../lib/data/search/list/document-list.ts';
import type { ListOptions } from '../../lib/data/search/open/open-store.ts';
import type { SourceContent, SourcePage, SourceRecord } from '../../lib/service/sources/source-record.ts';
import {
  type CheckSource,
  changeSource,
  createSource,
  getSource,
  listSources,
  openSourceLists,
  openSourceStore,
  removeSource,
} from '../../lib/service/sources/source-repository.ts';

export interface SourceRepository {
  create(content: SourceContent, options?: { readonly id?: string | undefined }): Promise<SourceRecord>;
  get(id: string): Promise<SourceRecord>;
  change(
    id: string,
    contentOf: (current: SourceRecord) => SourceContent,
    check?: CheckSource,
  ): Promise<SourceRecord>;
  replace(id: string, content: SourceContent, check?: CheckSource): Promise<SourceRecord>;
  remove(id: string, check?: CheckSource): Promise<void>;
  list(request: ListRequest): Promise<SourcePage>;
}

export function createSourceRepository(options: ListOptions): SourceRepository {
  const store = openSourceStore(options);
  const lists = openSourceLists(options);
  return {
    create: (content, reserved) => createSource(store, content, reserved),
    get: (id) => getSource(store, id),
    change: (id, contentOf, check) => changeSource(store, id, { contentOf, check }),
    replace: (id, content, check) => changeSource(store, id, { contentOf: () => content, check }),
    remove: (id, check) => removeSource(store, id, { check }),
    list: (request) => listSources(lists, request),
  };
}
