import type { Handle } from '#generated/types/stream/listFailures.ts';
import { getDocument } from '../../lib/data/documents.ts';
import { nextLink } from '../../lib/run/http/response/pagination.ts';
import { readFailures } from '../../lib/service/streams/log/read-log.ts';
import { logOf } from '../../lib/service/streams/logs.ts';
import { failurePage } from '../../lib/service/streams/record-page.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id, ...request }, _body, context) => {
  await getDocument(streams(context), id);
  const log = logOf(context, id);
  const page = await failurePage((read) => readFailures(log, read), request, context);
  if (page.after !== undefined)
    context.response.pages = [nextLink({ name: 'from', value: page.after }, context)];
  return page;
};
