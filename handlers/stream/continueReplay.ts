import type { Handle } from '#generated/types/stream/continueReplay.ts';
import { jobRunner } from '../../lib/service/streams/jobs/job-runner.ts';
import { runChangedJob } from '../../lib/service/streams/jobs/run-jobs.ts';

export const handle: Handle = (key, context) => runChangedJob(jobRunner(context), key);
