/** Streams in DynamoDB: how they are opened, changed, deleted and found. */

import type { Models } from '#generated/models/stream.ts';
import { type ContentChange, changeDocument } from '../../data/search/documents/change-document.ts';
import { touch } from '../../data/search/documents/document-touch.ts';
import {
  createDocument,
  requireDocument,
  retryOnConflict,
  sendDeletion,
} from '../../data/search/documents/document-writes.ts';
import { firstMembers } from '../../data/search/documents/managed-members.ts';
import type { WriteContext } from '../../data/search/documents/write-history.ts';
import { type ListContext, type ListRequest, listDocuments } from '../../data/search/list/document-list.ts';
import { ServiceError } from '../../shared/errors.ts';
import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import { getSource, type SourceStore } from '../sources/source-repository.ts';
import { registerStream } from './leases/forwarded-streams.ts';
import type { StreamContent, StreamRecord } from './stream-record.ts';
import { checkRemoval, checkTransition } from './stream-states.ts';

/** For reads and writes of single streams. Every function with it throws ServiceError `unavailable` and `timeout`. */
export type StreamStore = WriteContext<StreamRecord>;

/** For lists of streams. */
export type StreamLists = ListContext<StreamRecord>;

export interface StreamCreation {
  readonly streams: StreamStore;
  readonly sources: SourceStore;
  /** Reserved for this stream. Creating it again returns the stream as it is now. */
  readonly id?: string | undefined;
}

/** @throws ServiceError not_found when there is no such source. */
export async function createStream(
  { streams, sources, id }: StreamCreation,
  content: StreamContent,
): Promise<StreamRecord> {
  await getSource(sources, content.source);
  const stream = await createDocument(streams, (newId) => ({ ...firstMembers(newId), ...content }), id);
  if (await touch(sources, content.source)) {
    const { index, table, now } = streams;
    await registerStream(table, { owner: index.owner, stream: stream._id }, now());
    return stream;
  }
  // The source was deleted meanwhile: nobody has been told of the stream.
  await retryOnConflict(streams, stream._id, (current) => sendDeletion(streams, current));
  throw new ServiceError('not_found', `There is no source ${content.source}.`);
}

/** @throws ServiceError not_found. */
export function getStream(store: Pick<StreamStore, 'index' | 'table'>, id: string): Promise<StreamRecord> {
  return requireDocument(store, id);
}

/** @throws ServiceError not_found, write_conflict, state_conflict, and what the callbacks throw. */
export function changeStream(
  store: StreamStore,
  id: string,
  { contentOf, check }: ContentChange<StreamRecord>,
): Promise<StreamRecord> {
  const allowedContent = (current: StreamRecord) => {
    const content = contentOf(current);
    checkTransition(current, content.state);
    return content;
  };
  return changeDocument(store, id, { contentOf: allowedContent, check });
}

/** @throws ServiceError not_found, write_conflict, state_conflict unless it is closed, and what `check` throws. */
export function removeStream(
  store: StreamStore,
  id: string,
  check: (current: StreamRecord) => void,
): Promise<void> {
  return retryOnConflict(store, id, (current) => {
    check(current.document);
    checkRemoval(current.document);
    return sendDeletion(store, current);
  });
}

export interface StreamListRequest extends Omit<ListRequest, 'filters'> {
  /** Of the streams' source. */
  readonly source?: string | undefined;
  readonly state?: string | undefined;
  /** The streams have all of them. */
  readonly tags?: readonly string[] | undefined;
}

/** @throws ServiceError invalid_query, and invalid_request when the page or the cursor is not valid. */
export async function listStreams(
  lists: StreamLists,
  { source, state, tags = [], ...request }: StreamListRequest,
): Promise<Models['StreamResults']> {
  const filters = [
    ...(source === undefined ? [] : [{ field: 'source', values: [source] }]),
    ...(state === undefined ? [] : [{ field: 'state', values: [state] }]),
    ...tags.map((tag) => ({ field: 'tags', values: [tag] })),
  ];
  const page = await listDocuments(lists, { ...request, filters });
  const { from, total, relation, hits, after, isPartial } = page;
  return {
    ...{ from, size: hits.length, total, total_relation: relation, hits },
    ...omitUndefined({ after, partial: isPartial || undefined }),
  };
}
