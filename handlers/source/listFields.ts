import { pageLinks } from 'headwater/http';
import type { Handle } from '#generated/types/source/listFields.ts';
import { contentTag } from '../../lib/service/samples/content-tag.ts';
import { sampledSource } from '../../lib/service/samples/sample-store.ts';
import { fieldsPage } from '../../lib/service/samples/source-fields-page.ts';

export const handle: Handle = async ({ id, ...request }, _body, context) => {
  const { source, sample } = await sampledSource(context, id);
  const { records, base } = sample;
  const page = await fieldsPage({ ...request, source, records, base, time: context });
  context.response.headers.etag = contentTag(context.mediaType, page);
  context.response.pages = pageLinks({ ...page, size: request.size }, context);
  return page;
};
