import type { Handle } from '#generated/types/stream/listReplayJobs.ts';
import { nextLink } from '../../lib/http/response/pagination.ts';
import { listJobs } from '../../lib/streams/jobs/replay-jobs.ts';
import { logOf } from '../../lib/streams/logs.ts';
import { getStream } from '../../lib/streams/stream-repository.ts';
import { streams } from '../../lib/streams/streams.ts';

export const handle: Handle = async ({ id, ...request }, _body, context) => {
  await getStream(streams(context), id);
  const page = await listJobs(logOf(context, id), request);
  if (page.after !== undefined)
    context.response.pages = [nextLink({ name: 'after', value: page.after }, context.event)];
  return page;
};
