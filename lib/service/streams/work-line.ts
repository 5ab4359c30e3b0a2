/** The log line of work without a waiting request. It names the owner, which the line of an invocation cannot do. */

import { writeLog } from 'headwater/log';
import type { RequestNames } from 'headwater/table';
import type { LogName } from './log/log-types.ts';

interface WorkDone extends LogName {
  /** The id of a replay. Absent if documents were forwarded. */
  readonly replay?: string;
  /** `ended`, `more` to come, or `failed`; an ERROR line gives the reason of a failure. */
  readonly end: 'ended' | 'more' | 'failed';
}

/** Writes the line in Lambda only: the terminal of `npm start` has a line for each run. */
export function logWork({ requestId, traceparent }: RequestNames, done: WorkDone): void {
  if (!process.env['AWS_LAMBDA_LOG_FORMAT']) return;
  const { owner, stream, replay, end } = done;
  writeLog('INFO', { requestId, traceparent, owner, stream, replay, end });
}
