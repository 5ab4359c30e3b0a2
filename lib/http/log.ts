/** What the log says of requests. */

import { writeLog } from '../log.ts';
import type { RequestIds } from './request/request-ids.ts';
import { toPlainMembers } from './response/plain-members.ts';

export interface FailureContext extends RequestIds {
  readonly operation: string;
}

/**
 * Hides what errors of AWS tell of the account: ARNs, keys, ids and tokens. A log is read by more people than may know them.
 * One expression, since each function contains it.
 */
export function logFailure(error: unknown, context: FailureContext): void {
  writeLog('ERROR', {
    ...context,
    ...JSON.parse(
      JSON.stringify(describeThrown(error)).replace(
        /arn:aws[^\s"'\\,)]+|A[KS]IA\w{9,}|\b\d{12}\b|(?<=token:)[\w+/=]+/g,
        '[hidden]',
      ),
    ),
  });
}

/** A request that is not let in. Its reason is not for the client. */
export function logRefusal(reason: string, context: FailureContext): void {
  writeLog('INFO', { ...context, refused: reason });
}

function describeThrown(error: unknown): Record<string, unknown> {
  try {
    if (typeof error === 'object' && error !== null && !(error instanceof Error))
      return { thrown: toPlainMembers(error) };
    if (!(error instanceof Error)) return { thrown: typeof error === 'string' ? error : typeof error };
    const { name, message, stack, cause } = error;
    return { name, message, stack, cause: cause && `${cause}` };
  } catch {
    return { thrown: 'a value that cannot be read' };
  }
}
