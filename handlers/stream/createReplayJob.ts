import type { Handle } from '#generated/types/stream/createReplayJob.ts';
import { getDocument } from '../../lib/data/documents.ts';
import { createJob } from '../../lib/service/streams/jobs/replay-jobs.ts';
import { logOf } from '../../lib/service/streams/logs.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id }, body, context) => {
  const stream = await getDocument(streams(context), id);
  const log = logOf(context, id);
  const job = await createJob(log, { id: context.reservedId ?? log.newId(), stream, input: body });
  context.response.headers.location = `${context.event.rawPath}/${job._id}`;
  return job;
};
