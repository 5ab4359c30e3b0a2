/** What the log says of requests. */

import { writeLog } from '../log.ts';
import type { RequestIds } from './request/request-ids.ts';
import { toPlainMembers } from './response/plain-members.ts';

const accountPattern = /arn:aws[^\s"'\\,)]+|A[KS]IA\w{9,}|\b\d{12}\b|(?<=token:)[\w+/=]+/g;

export interface FailureContext extends RequestIds {
  /** The id of the function. */
  readonly operation: string;
  readonly [member: string]: unknown;
}

/**
 * Hides what errors of AWS tell of the account: ARNs, keys, ids and tokens. A log is read by more people than may know them.
 */
export function logFailure(error: unknown, context: FailureContext): void {
  writeLog('ERROR', { ...context, ...JSON.parse(JSON.stringify(describeThrown(error), hideAccount)) });
}

function hideAccount(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(accountPattern, '[hidden]') : value;
}

/** A request that is not let in. Its reason is not for the client. */
export function logRefusal(reason: string, context: FailureContext): void {
  writeLog('INFO', { ...context, refused: reason });
}

function describeThrown(error: unknown): Record<string, unknown> {
  try {
    if (error instanceof Error) {
      const { name, message, stack, cause } = error;
      return { name, message, stack, cause: cause && `${cause}` };
    }
    if (typeof error === 'object' && error !== null) return { thrown: toPlainMembers(error) };
    return { thrown: typeof error === 'string' ? error : typeof error };
  } catch {
    return { thrown: 'a value that cannot be read' };
  }
}
