import { pageLinks } from 'headwater/http';
import type { Handle } from '#generated/types/preprocessor/list.ts';
import { cataloguePage, toCataloguePage } from '../../lib/service/catalogue/catalogue-page.ts';
import { contentTag } from '../../lib/service/samples/content-tag.ts';

export const handle: Handle = (request, _body, context) => {
  const { mediaType, response } = context;
  const results = cataloguePage(request);
  response.headers.etag = contentTag(mediaType, results);
  response.pages = pageLinks({ ...results, size: request.size }, context);
  return { 1: () => results, 2: () => toCataloguePage(results) };
};
