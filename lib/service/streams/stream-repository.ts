import {
  type Creation,
  changeDocument,
  createDocument,
  type DocumentChange,
  type Documents,
  type ListRequest,
  listDocuments,
  removeDocument,
  type Write,
} from 'headwater/documents';
import type { Models } from '#generated/models/stream.ts';
import { toResults } from '../sources/list-results.ts';
import { alertKey, changeWatch, checkAlertsOf } from './alerts/alert-items.ts';
import { expireRegistration, putRegistration } from './leases/forwarded-streams.ts';
import { changeSink, checkSink, expireSink, putSink } from './leases/sink-items.ts';
import { beginLog } from './log/write/begin-log.ts';
import { expireHead } from './log/write/expire-log.ts';
import type { StreamContent, StreamRecord } from './stream-record.ts';
import { checkRemoval, checkTransition } from './stream-states.ts';

/**
 * @param creation Has the id that is reserved for this stream, or the claim of it. Creating it again returns the stream as it
 * is now.
 * @throws ServiceError not_found when there is no such source, invalid_request for the index of another owner, no_search_engine.
 */
export function createStream(
  streams: Documents<StreamRecord>,
  content: StreamContent,
  creation: Pick<Creation, 'reservedId' | 'claim'> = {},
): Promise<StreamRecord> {
  const { index, now } = streams;
  checkSink(index.owner, { before: undefined, after: content.sink });
  checkAlertsOf(content);
  const besideOf = (id: string) => {
    const name = { owner: index.owner, stream: id, source: content.source };
    return [
      { change: { Put: putRegistration(name, now()) } },
      { change: beginLog(name) },
      ...(content.sink ? [{ change: putSink(name, content.sink) }] : []),
      ...changeWatch(name, { before: undefined, after: content, now: now() }).map((change) => ({ change })),
    ];
  };
  return createDocument(streams, content, { ...creation, besideOf });
}

/**
 * A new index gets all documents that the stream has.
 *
 * @throws ServiceError not_found, write_conflict, state_conflict, invalid_request for the index of another owner, no_search_engine,
 * and what the callbacks throw.
 */
export function changeStream(
  streams: Documents<StreamRecord>,
  id: string,
  { contentOf, check }: Pick<DocumentChange<StreamRecord>, 'contentOf' | 'check'>,
): Promise<StreamRecord> {
  const allowedContent = async (current: StreamRecord) => {
    const content = await contentOf(current);
    checkTransition(current, content.state);
    checkSink(streams.index.owner, { before: current.sink, after: content.sink });
    checkAlertsOf(content);
    return content;
  };
  const besideOf = (current: StreamRecord, next: StreamRecord): readonly Write[] => {
    const [name, now] = [{ owner: streams.index.owner, stream: id, source: current.source }, streams.now()];
    return [
      ...changeSink(name, { before: current.sink, after: next.sink, now }),
      ...changeWatch(name, { before: current, after: next, now }),
    ].map((change) => ({ change }));
  };
  return changeDocument(streams, id, { contentOf: allowedContent, check, besideOf });
}

/** A push that still runs may be acknowledged after its stream is deleted, though its records are unreachable. */
const leftSeconds = 24 * 3_600;

/**
 * Removes a closed stream. DynamoDB removes the head of its log and its registration soon, and its records when they expire.
 *
 * @throws ServiceError not_found, write_conflict, state_conflict, and what `check` throws.
 */
export function removeStream(
  { index, table, now }: Documents<StreamRecord>,
  id: string,
  check: (current: StreamRecord) => void,
): Promise<void> {
  const name = { owner: index.owner, stream: id };
  const expiresAt = Math.ceil(now() / 1_000) + leftSeconds;
  const besideOf = ({ sink, alerts }: StreamRecord) => [
    { change: expireHead(name, expiresAt) },
    { change: expireRegistration(name, expiresAt) },
    ...(sink ? [{ change: expireSink(name, expiresAt) }] : []),
    // Code that knows no alerts may have closed it.
    ...(alerts ? [{ change: { Delete: { Key: alertKey(name) } } }] : []),
  ];
  const checkBoth = (current: StreamRecord) => {
    check(current);
    checkRemoval(current);
  };
  return removeDocument({ index, table }, id, { check: checkBoth, besideOf });
}

interface StreamListRequest extends Omit<ListRequest, 'filters'> {
  readonly source?: string | undefined;
  readonly state?: string | undefined;
  /** Only streams that have all of these tags. */
  readonly tags?: readonly string[] | undefined;
}

/** @throws ServiceError invalid_query, and invalid_request when the page or the cursor is not valid. */
export async function listStreams(
  streams: Documents<StreamRecord>,
  { source, state, tags = [], ...request }: StreamListRequest,
): Promise<Models['StreamResults']> {
  const filters = [
    ...(source === undefined ? [] : [{ field: 'source', values: [source] } as const]),
    ...(state === undefined ? [] : [{ field: 'state', values: [state] } as const]),
    ...tags.map((tag) => ({ field: 'tags', values: [tag] }) as const),
  ];
  return toResults(await listDocuments(streams, { ...request, filters }));
}
