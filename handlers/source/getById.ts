import { getDocument } from 'headwater/documents';
import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/source/getById.ts';
import { describeSource } from '../../lib/service/sources/described-source.ts';
import { sources } from '../../lib/service/sources/sources.ts';

export const handle: Handle = async ({ id }, _body, context) => {
  const source = await getDocument(sources(context), id);
  context.response.headers.etag = entityTagOf(source);
  return describeSource(source);
};
