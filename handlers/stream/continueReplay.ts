import type { Handle } from '#generated/types/stream/continueReplay.ts';
import { jobRunner } from '../../lib/streams/jobs/job-runner.ts';
import { runChangedJob } from '../../lib/streams/jobs/run-jobs.ts';

export const handle: Handle = (key, context) => runChangedJob(jobRunner(context), key);
