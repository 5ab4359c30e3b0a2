import type { Handle } from '#generated/types/stream/continueReplay.ts';
import { jobRunner, runChangedJob } from '../../lib/service/streams/jobs/run-jobs.ts';

export const handle: Handle = (key, context) => runChangedJob(jobRunner(context), key);
