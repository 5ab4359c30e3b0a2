/** The sources of the table that the settings name; one repository per container. */

import { containerDatabase } from './client.ts';
import {
  createSourceLists,
  createSourceStore,
  type SourceLists,
  type SourceStore,
} from './source-repository.ts';

let store: SourceStore | undefined;
let lists: SourceLists | undefined;

export function sources(): SourceStore {
  store ??= createSourceStore(containerDatabase());
  return store;
}

export function sourceLists(): SourceLists {
  lists ??= createSourceLists(containerDatabase());
  return lists;
}
