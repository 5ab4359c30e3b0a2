import type { Handle } from '#generated/types/stream/removeReplayJob.ts';
import { cancelJob } from '../../lib/service/streams/jobs/replay-jobs.ts';
import { openStream } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id, replay }, _body, context) => {
  const { log } = await openStream(context, id);
  await cancelJob(log, replay);
};
