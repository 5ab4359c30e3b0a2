import type { Models } from '#generated/models/stream.ts';
import {
  changeDocument,
  createDocument,
  type DocumentChange,
  type Documents,
  getDocument,
  listDocuments,
  removeDocument,
} from '../../data/documents.ts';
import { touch } from '../../data/search/documents/document-touch.ts';
import type { ListContext, ListRequest } from '../../data/search/list/document-list.ts';
import { ServiceError } from '../../shared/errors.ts';
import { toResults } from '../sources/list-results.ts';
import type { SourceRecord } from '../sources/source-record.ts';
import { registerStream } from './leases/forwarded-streams.ts';
import type { StreamContent, StreamRecord } from './stream-record.ts';
import { checkTransition } from './stream-states.ts';

interface StreamCreation {
  readonly streams: Documents<StreamRecord>;
  readonly sources: Documents<SourceRecord>;
  /** The id reserved for this stream. Creating it again returns the stream as it is now. */
  readonly id?: string | undefined;
}

/** @throws ServiceError not_found when there is no such source. */
export async function createStream(
  { streams, sources, id }: StreamCreation,
  content: StreamContent,
): Promise<StreamRecord> {
  await getDocument(sources, content.source);
  const stream = await createDocument(streams, content, id);
  if (await touch(sources, content.source)) {
    const { index, table, now } = streams;
    await registerStream(table, { owner: index.owner, stream: stream._id }, now());
    return stream;
  }
  // The source was deleted meanwhile, and the client has not got the stream yet.
  await removeDocument(streams, stream._id);
  throw new ServiceError('not_found', `There is no source ${content.source}.`);
}

/** @throws ServiceError not_found, write_conflict, state_conflict, and what the callbacks throw. */
export function changeStream(
  streams: Documents<StreamRecord>,
  id: string,
  { contentOf, check }: DocumentChange<StreamRecord>,
): Promise<StreamRecord> {
  const allowedContent = (current: StreamRecord) => {
    const content = contentOf(current);
    checkTransition(current, content.state);
    return content;
  };
  return changeDocument(streams, id, { contentOf: allowedContent, check });
}

interface StreamListRequest extends Omit<ListRequest, 'filters'> {
  readonly source?: string | undefined;
  readonly state?: string | undefined;
  /** Only streams that have all of these tags. */
  readonly tags?: readonly string[] | undefined;
}

/** @throws ServiceError invalid_query, and invalid_request when the page or the cursor is not valid. */
export async function listStreams(
  streams: ListContext<StreamRecord>,
  { source, state, tags = [], ...request }: StreamListRequest,
): Promise<Models['StreamResults']> {
  const filters = [
    ...(source === undefined ? [] : [{ field: 'source', values: [source] }]),
    ...(state === undefined ? [] : [{ field: 'state', values: [state] }]),
    ...tags.map((tag) => ({ field: 'tags', values: [tag] })),
  ];
  return toResults(await listDocuments(streams, { ...request, filters }));
}
