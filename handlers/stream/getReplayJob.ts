import type { Handle } from '#generated/types/stream/getReplayJob.ts';
import { readJob } from '../../lib/service/streams/jobs/replay-jobs.ts';
import { logOf } from '../../lib/service/streams/logs.ts';
import { getStream } from '../../lib/service/streams/stream-repository.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id, replay }, _body, context) => {
  await getStream(streams(context), id);
  return readJob(logOf(context, id), replay);
};
