import { pageLinks } from 'headwater/http';
import type { Handle } from '#generated/types/source/listVersions.ts';
import { versionsPage } from '../../lib/service/sources/source-versions.ts';

export const handle: Handle = async ({ id, ...request }, _body, context) => {
  const page = await versionsPage(context, id, request);
  context.response.pages = pageLinks({ ...page, size: request.size }, context);
  return page;
};
