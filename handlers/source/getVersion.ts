import { getVersion } from 'headwater/documents';
import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/source/getVersion.ts';
import { toListedSource } from '../../lib/service/sources/list-results.ts';
import { sources } from '../../lib/service/sources/sources.ts';

export const handle: Handle = async ({ id, revision }, _body, context) => {
  const version = await getVersion(sources(context), id, revision);
  context.response.headers.etag = entityTagOf(version);
  return toListedSource(version);
};
