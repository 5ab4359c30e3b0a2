import type { Handle } from '#generated/types/stream/removeReplayJob.ts';
import { cancelJob } from '../../lib/streams/jobs/replay-jobs.ts';
import { logOf } from '../../lib/streams/logs.ts';
import { getStream } from '../../lib/streams/stream-repository.ts';
import { streams } from '../../lib/streams/streams.ts';

export const handle: Handle = async ({ id, replay }, _body, context) => {
  await getStream(streams(context), id);
  await cancelJob(logOf(context, id), replay);
};
