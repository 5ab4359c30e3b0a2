/** What the log says of requests. */

import { writeLog } from '../log.ts';
import type { RequestIds } from './request/request-ids.ts';
import { toPlainMembers } from './response/plain-members.ts';

export interface FailureContext extends RequestIds {
  readonly operation: string;
}

export function logFailure(error: unknown, context: FailureContext): void {
  writeLog('ERROR', { ...context, ...describeThrown(error) });
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
    const cause = error.cause === undefined ? {} : { cause: String(error.cause) };
    return { name: error.name, message: error.message, stack: error.stack, ...cause };
  } catch {
    return { thrown: 'a value that cannot be read' };
  }
}
