import { nextLink } from 'headwater/http';
import type { Handle } from '#generated/types/stream/listReplayJobs.ts';
import { listJobs } from '../../lib/service/streams/jobs/replay-jobs.ts';
import { openStream } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id, ...request }, _body, context) => {
  const { log } = await openStream(context, id);
  const page = await listJobs(log, request);
  if (page.after !== undefined)
    context.response.pages = [nextLink({ name: 'after', value: page.after }, context)];
  return page;
};
