import type { Handle } from '#generated/types/stream/getById.ts';
import { getDocument } from '../../lib/headwater/data/documents.ts';
import { entityTagOf } from '../../lib/headwater/run/http/response/entity-tag.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id }, _body, context) => {
  const stream = await getDocument(streams(context), id);
  context.response.headers.etag = entityTagOf(stream);
  return stream;
};
