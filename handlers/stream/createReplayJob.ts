import type { Handle } from '#generated/types/stream/createReplayJob.ts';
import { createJob } from '../../lib/service/streams/jobs/replay-jobs.ts';
import { openStream } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id }, body, context) => {
  const { stream, log } = await openStream(context, id);
  const job = await createJob(log, { id: context.reservedId ?? log.newId(), stream, input: body });
  context.response.headers.location = `${context.event.rawPath}/${job._id}`;
  return job;
};
