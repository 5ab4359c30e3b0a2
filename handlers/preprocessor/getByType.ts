import { catalogueEntry } from '@headwater/ingest/catalogue';
import type { Handle } from '#generated/types/preprocessor/getByType.ts';
import { namedPatterns } from '../../lib/service/catalogue/grok-patterns.ts';
import { namedType } from '../../lib/service/catalogue/named-type.ts';
import { contentTag } from '../../lib/service/samples/content-tag.ts';

export const handle: Handle = async ({ type, patterns }, _body, { mediaType, response }) => {
  const named = namedType(type);
  const own = named.type === 'grok' ? await namedPatterns(patterns) : {};
  const entry = { ...catalogueEntry(named), ...own };
  response.headers.etag = contentTag(mediaType, entry);
  return entry;
};
