import type { Handle } from '#generated/types/stream/createReplayJob.ts';
import { createJob } from '../../lib/streams/jobs/replay-jobs.ts';
import { logOf } from '../../lib/streams/logs.ts';
import { getStream } from '../../lib/streams/stream-repository.ts';
import { streams } from '../../lib/streams/streams.ts';

export const handle: Handle = async ({ id }, body, context) => {
  const stream = await getStream(streams(context), id);
  const log = logOf(context, id);
  const job = await createJob(log, { id: context.reservedId ?? log.newId(), stream, input: body });
  context.response.headers.location = `${context.event.rawPath}/${job._id}`;
  return job;
};
