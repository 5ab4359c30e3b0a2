import type { Handle } from '#generated/types/stream/runReplays.ts';
import { jobRunner, runJobs } from '../../lib/service/streams/jobs/run-jobs.ts';

export const handle: Handle = (context) => runJobs(jobRunner(context));
