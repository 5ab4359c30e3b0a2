import type { Handle } from '#generated/types/stream/getById.ts';
import { entityTagOf } from '../../lib/run/http/response/entity-tag.ts';
import { getStream } from '../../lib/service/streams/stream-repository.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id }, _body, context) => {
  const stream = await getStream(streams(context), id);
  context.response.headers.etag = entityTagOf(stream);
  return stream;
};
