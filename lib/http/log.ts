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
  const hidden = (_name: string, value: unknown) =>
    typeof value === 'string' ? value.replace(accountPattern, '[hidden]') : value;
  writeLog('ERROR', { ...context, ...JSON.parse(JSON.stringify(describeThrown(error), hidden)) });
}

/**
 * A request that fails by what the client has sent: its owner and code, which the access log of the API cannot know, and
 * why it was not let in, which is not for the client. Nobody reads the first two on his own machine.
 */
export function logRefusal(error: unknown, context: FailureContext): void {
  const { code, cause } = Object(error);
  // Other causes are errors.
  const refused = typeof cause === 'string' ? cause : undefined;
  if (refused || process.env['AWS_LAMBDA_LOG_FORMAT']) writeLog('INFO', { ...context, code, refused });
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
