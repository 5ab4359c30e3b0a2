import { getDocument } from 'headwater/documents';
import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/stream/getById.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id }, _body, context) => {
  const stream = await getDocument(streams(context), id);
  context.response.headers.etag = entityTagOf(stream);
  return stream;
};
