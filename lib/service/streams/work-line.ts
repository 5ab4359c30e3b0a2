/** The line of the log for work that no request waits for: whose it was, which the line of an invocation cannot say. */

import type { RequestNames } from '../../data/store/invocation-time.ts';
import { writeLog } from '../../shared/log.ts';
import type { LogName } from './log/log-head.ts';

interface WorkDone extends LogName {
  /** The id of a replay. Absent: documents were forwarded. */
  readonly replay?: string;
  /** `ended`, `more` to come, or `failed`: a line of the level ERROR says why. */
  readonly end: 'ended' | 'more' | 'failed';
}

/** Nobody reads it on his own machine, where schedules run every second. */
export function logWork({ requestId, traceparent }: RequestNames, done: WorkDone): void {
  if (!process.env['AWS_LAMBDA_LOG_FORMAT']) return;
  const { owner, stream, replay, end } = done;
  writeLog('INFO', { requestId, traceparent, owner, stream, replay, end });
}
