/** Logs a failure without a waiting client as one line. */

import type { Context } from 'aws-lambda';
import { ServiceError } from '../../shared/errors.ts';
import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import type { RuntimeSchedule } from '../../shared/plan/background-plan.ts';
import { logFailure } from '../http/log.ts';
import { requestIdsOf } from '../http/request/request-ids.ts';

interface FailedInvocation {
  readonly lambda: Context;
  /** The change that a consumer could not process. */
  readonly change?: object;
}

/** Logs the members of a problem document: the code, and the issues of an invalid change. */
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
