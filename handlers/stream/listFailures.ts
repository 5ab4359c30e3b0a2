import { nextLink } from 'headwater/http';
import type { Handle } from '#generated/types/stream/listFailures.ts';
import { failurePage } from '../../lib/service/streams/record-page.ts';
import { openStream } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id, ...request }, _body, context) => {
  const { log } = await openStream(context, id);
  const page = await failurePage(log, request, context);
  if (page.after !== undefined)
    context.response.pages = [nextLink({ name: 'from', value: page.after }, context)];
  return page;
};
