import type { Handle } from '#generated/types/preprocessor/getByType.ts';
import { namedType } from '../../lib/service/catalogue/named-type.ts';
import { catalogueEntry } from '../../lib/service/preprocessors/engine/catalogue.ts';
import { contentTag } from '../../lib/service/samples/content-tag.ts';

export const handle: Handle = ({ type }, _body, { mediaType, response }) => {
  const entry = catalogueEntry(namedType(type));
  response.headers.etag = contentTag(mediaType, entry);
  return entry;
};
