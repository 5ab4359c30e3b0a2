import type { Handle } from '#generated/types/stream/runReplays.ts';
import { jobRunner } from '../../lib/service/streams/jobs/job-runner.ts';
import { runJobs } from '../../lib/service/streams/jobs/run-jobs.ts';

export const handle: Handle = (context) => runJobs(jobRunner(context));
