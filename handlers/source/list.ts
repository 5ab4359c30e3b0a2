import type { Handle } from '#generated/types/source/list.ts';
import { sources } from '../../lib/data/sources.ts';

export const handle: Handle = async (request, _body, { response }) => {
  const page = await sources().list(request);
  response.page = { ...page, size: request.size };
  return page;
};
