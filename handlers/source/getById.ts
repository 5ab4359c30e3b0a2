import type { Handle } from '#generated/types/source/getById.ts';
import { getDocument } from '../../lib/headwater/data/documents.ts';
import { entityTagOf } from '../../lib/headwater/run/http/response/entity-tag.ts';
import { describeSource } from '../../lib/service/sources/described-source.ts';
import { sources } from '../../lib/service/sources/sources.ts';

export const handle: Handle = async ({ id }, _body, context) => {
  const source = await getDocument(sources(context), id);
  context.response.headers.etag = entityTagOf(source);
  return describeSource(source);
};
