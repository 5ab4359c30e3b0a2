import type { Handle } from '#generated/types/stream/removeReplayJob.ts';
import { getDocument } from '../../lib/data/documents.ts';
import { cancelJob } from '../../lib/service/streams/jobs/replay-jobs.ts';
import { logOf } from '../../lib/service/streams/logs.ts';
import { streams } from '../../lib/service/streams/streams.ts';

export const handle: Handle = async ({ id, replay }, _body, context) => {
  await getDocument(streams(context), id);
  await cancelJob(logOf(context, id), replay);
};
