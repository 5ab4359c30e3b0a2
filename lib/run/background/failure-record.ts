/** What is left of a failure when nobody waits for a response: a line of the log. */

import type { Context } from 'aws-lambda';
import { ServiceError } from '../../shared/errors.ts';
import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import type { RuntimeSchedule } from '../../shared/plan/background-plan.ts';
import { logFailure } from '../http/log.ts';
import { requestIdsOf } from '../http/request/request-ids.ts';

interface FailedInvocation {
  readonly lambda: Context;
  /** What a consumer could not take. */
  readonly change?: object;
}

/** It says what a problem document says: the code, and the issues of a change that is invalid. */
export function logBackgroundFailure(
  error: unknown,
  { id }: RuntimeSchedule,
  { lambda, change }: FailedInvocation,
): void {
  const { members } = error instanceof ServiceError ? error : {};
  logFailure(error, {
    ...{ operation: id, ...requestIdsOf({}, lambda) },
    ...omitUndefined({ change }),
    ...members,
  });
}
