import type { Handle } from '#generated/types/stream/runReplays.ts';
import { alertChecker, checkAlerts } from '../../lib/service/streams/check-alerts.ts';
import { jobRunner, runJobs } from '../../lib/service/streams/jobs/run-jobs.ts';

/** Alerts are first: a replay may take all the time that there is. */
export const handle: Handle = async (context) => {
  const [checked] = await Promise.allSettled([checkAlerts(alertChecker(context))]);
  await runJobs(jobRunner(context));
  if (checked.status === 'rejected') throw checked.reason;
};
