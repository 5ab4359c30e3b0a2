import type { Handle } from '#generated/types/source/getById.ts';
import { sources } from '../../lib/data/sources.ts';
import { entityTagOf } from '../../lib/domain/entity-tag.ts';

export const handle: Handle = async ({ id }, _body, context) => {
  const source = await sources(context).get(id);
  context.response.headers.etag = entityTagOf(source);
  return source;
};
