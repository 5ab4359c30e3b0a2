import type { Handle } from '#generated/types/stream/getById.ts';
import { entityTagOf } from '../../lib/http/response/entity-tag.ts';
import { getStream } from '../../lib/streams/stream-repository.ts';
import { streams } from '../../lib/streams/streams.ts';

export const handle: Handle = async ({ id }, _body, context) => {
  const stream = await getStream(streams(context), id);
  context.response.headers.etag = entityTagOf(stream);
  return stream;
};
