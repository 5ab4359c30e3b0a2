/** Attempts of a command that come too late, since the function was frozen before them. */

import { ServiceError } from '../../shared/errors.ts';

/** After the SDK has signed an attempt. The document client adds the step to its own command and to the plain one. */
export const lateStep = {
  name: 'refuseLate',
  step: 'finalizeRequest',
  priority: 'low',
  override: true,
} as const;

/**
 * A step of a command that refuses a late attempt with `timeout`. AWS refuses one that arrives more than five minutes after it
 * was signed (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html).
 *
 * @param isLate Called before each attempt.
 * @example command.middlewareStack.add(refuseLate(isLate), lateStep)
 */
export function refuseLate(isLate: () => boolean) {
  return <Attempt, Result>(next: (attempt: Attempt) => Promise<Result>) =>
    async (attempt: Attempt): Promise<Result> => {
      if (!isLate()) return next(attempt);
      throw new ServiceError('timeout', 'The service was delayed for too long; send the request again.');
    };
}
