/**
 * Sources in DynamoDB. See search/documents/document-writes.ts for how they are
 * written, and search/list/document-list.ts for how they are found.
 */

import { type ContentChange, changeDocument } from '../../data/search/documents/change-document.ts';
import {
  createDocument,
  requireDocument,
  retryOnConflict,
  sendDeletion,
} from '../../data/search/documents/document-writes.ts';
import { firstMembers } from '../../data/search/documents/managed-members.ts';
import type { WriteContext } from '../../data/search/documents/write-history.ts';
import { type ListContext, type ListRequest, listDocuments } from '../../data/search/list/document-list.ts';
import {
  type ListOptions,
  openLists,
  openStore,
  type StoreOptions,
} from '../../data/search/open/open-store.ts';
import { sourceIndex } from './source-fields.ts';
import type { SourceContent, SourcePage, SourceRecord } from './source-record.ts';
import { toResults } from './source-versions.ts';

/** Throws unless the source may be changed. It sees the source that the change replaces. */
export type CheckSource = (current: SourceRecord) => void;

/** For reads and writes of single sources. Every function with it throws ServiceError `unavailable` and `timeout`. */
export type SourceStore = WriteContext<SourceRecord>;

/** For lists of sources. */
export type SourceLists = ListContext<SourceRecord>;

export function openSourceStore(options: StoreOptions): SourceStore {
  return openStore(sourceIndex, options);
}

export function openSourceLists(options: ListOptions): SourceLists {
  return openLists(sourceIndex, options);
}

/**
 * @param options `id`: an id reserved for this source. Creating it again returns the source as it is now.
 * @throws ServiceError content_too_large.
 */
export function createSource(
  store: SourceStore,
  content: SourceContent,
  { id }: { readonly id?: string | undefined } = {},
): Promise<SourceRecord> {
  return createDocument(store, (newId) => ({ ...firstMembers(newId), ...content }), id);
}

/** @throws ServiceError not_found. */
export function getSource(store: Pick<SourceStore, 'index' | 'table'>, id: string): Promise<SourceRecord> {
  return requireDocument(store, id);
}

/** @throws ServiceError not_found, write_conflict, content_too_large, and what the callbacks throw. */
export function changeSource(
  store: SourceStore,
  id: string,
  change: ContentChange<SourceRecord>,
): Promise<SourceRecord> {
  return changeDocument(store, id, change);
}

export interface SourceRemoval {
  readonly check?: CheckSource | undefined;
  /** Throws if something uses the source (search/documents/document-touch.ts). */
  readonly checkUse?: ((id: string) => Promise<void>) | undefined;
}

/** @throws ServiceError not_found, write_conflict, and what the callbacks throw. */
export function removeSource(
  store: SourceStore,
  id: string,
  { check, checkUse }: SourceRemoval = {},
): Promise<void> {
  return retryOnConflict(store, id, async (current) => {
    check?.(current.document);
    await checkUse?.(id);
    return sendDeletion(store, current);
  });
}

/** @throws ServiceError invalid_query, unavailable, and invalid_request when the page or the cursor is not valid. */
export async function listSources(lists: SourceLists, request: ListRequest): Promise<SourcePage> {
  return toResults(await listDocuments(lists, request));
}
