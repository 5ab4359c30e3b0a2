import { ServiceError } from '../../shared/errors.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { writeLog } from '../../shared/log.ts';
import type { RequestIds } from './request/request-ids.ts';
import { toPlainMembers } from './response/plain-members.ts';

const accountPattern = /arn:aws[^\s"'\\,)]+|A[KS]IA\w{9,}|\b\d{12}\b|(?<=token:)[\w+/=]+/g;

interface FailureContext extends RequestIds {
  /** The id of the function. */
  readonly operation: string;
  readonly [member: string]: unknown;
}

/**
 * Hides what errors of AWS tell of the account: ARNs, keys, ids and tokens. A log is read by more people than may know them.
 */
export function logFailure(error: unknown, context: FailureContext): void {
  const text = JSON.stringify(describeThrown(error), (_name, value) =>
    typeof value === 'string' ? value.replace(accountPattern, '[hidden]') : value,
  );
  writeLog('ERROR', { ...context, ...JSON.parse(text) });
  if (error instanceof ServiceError) error.failing?.count?.();
}

/** An error of the network has a code, which `fetch` puts into a cause of its own. */
function describeCause(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause && `${cause}`;
  const { name, message } = cause;
  return { name, code: membersOf(cause).code ?? membersOf(cause.cause).code, message };
}

function describeThrown(error: unknown): Record<string, unknown> {
  try {
    if (error instanceof Error) {
      const { name, message, stack, cause } = error;
      const { code, failing }: Partial<ServiceError> = error instanceof ServiceError ? error : {};
      return { code, failing: failing?.name, name, message, stack, cause: describeCause(cause) };
    }
    if (typeof error === 'object' && error !== null) return { thrown: toPlainMembers(error) };
    return { thrown: typeof error === 'string' ? error : typeof error };
  } catch {
    return { thrown: 'a value that cannot be read' };
  }
}
