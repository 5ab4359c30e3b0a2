import type { Handle } from '#generated/types/stream/listReplayJobs.ts';
import { getDocument } from '../../lib/data/documents.ts';
import { nextLink } from '../../lib/run/http/response/pagination.ts';
import { listJobs } from '../../lib/service/streams/jobs/replay-jobs.ts';
import { logOf } from '../../lib/service/streams/logs.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id, ...request }, _body, context) => {
  await getDocument(streams(context), id);
  const page = await listJobs(logOf(context, id), request);
  if (page.after !== undefined)
    context.response.pages = [nextLink({ name: 'after', value: page.after }, context)];
  return page;
};
