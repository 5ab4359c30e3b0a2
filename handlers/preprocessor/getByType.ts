import type { Handle } from '#generated/types/preprocessor/getByType.ts';
import { namedType } from '../../lib/catalogue/named-type.ts';
import { catalogueEntry } from '../../lib/preprocessors/engine/catalogue.ts';
import { contentTag } from '../../lib/samples/content-tag.ts';

export const handle: Handle = ({ type }, _body, { mediaType, response }) => {
  const entry = catalogueEntry(namedType(type));
  response.headers.etag = contentTag(mediaType, entry);
  return entry;
};
