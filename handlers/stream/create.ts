import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/stream/create.ts';
import { newStreamContent } from '../../lib/service/streams/stream-record.ts';
import { createStream } from '../../lib/service/streams/stream-repository.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async (_input, body, context) => {
  const { event, response } = context;
  const stream = await createStream(streams(context), newStreamContent(body), context);
  // A reference from the root keeps the stage and the base path of the request.
  response.headers.location = `${event.rawPath}/${stream._id}`;
  response.headers.etag = entityTagOf(stream);
  return stream;
};
