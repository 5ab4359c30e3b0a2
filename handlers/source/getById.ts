import type { Handle } from '#generated/types/source/getById.ts';
import { sources } from '../../lib/data/sources.ts';
import { entityTagOf } from '../../lib/domain/entity-tag.ts';

export const handle: Handle = async ({ id }, _body, { response }) => {
  const source = await sources().get(id);
  response.headers.etag = entityTagOf(source);
  return source;
};
