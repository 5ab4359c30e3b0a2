import { getDocument } from 'headwater/documents';
import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/stream/patch.ts';
import { patchedStreamContent, type StreamRecord } from '../../lib/service/streams/stream-record.ts';
import { changeStream } from '../../lib/service/streams/stream-repository.ts';
import { streams } from '../../lib/service/streams/streams.ts';

/** A patch that is empty or repeats the state changes nothing: neither the revision nor the time of the last change. */
export const handle: Handle = async ({ id }, body, context) => {
  const { preconditions, readOnly, response } = context;
  const store = streams(context);
  const check = (current: StreamRecord) => {
    preconditions.check(entityTagOf(current));
    readOnly.check(() => current);
  };
  const contentOf = (current: StreamRecord) =>
    patchedStreamContent({ current, patch: body, requestIn: 'body' });
  const { state, ...others } = body;
  const isOfState = Object.keys(others).length === 0;
  const current = isOfState ? await getDocument(store, id) : undefined;
  const isSame = current !== undefined && (!('state' in body) || state === current.state);
  if (isSame) check(current);
  const stream = isSame ? current : await changeStream(store, id, { contentOf, check });
  response.headers.etag = entityTagOf(stream);
  return stream;
};
