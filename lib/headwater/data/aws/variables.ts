/** The variables of a function by which it finds resources of AWS. */

import { ServiceError } from '../../shared/errors.ts';

/** Begins a value that says what this machine lacks, where nothing stands in for AWS. */
export const missingPrefix = 'missing:';

/**
 * @throws ServiceError not_implemented on a machine where nothing stands in for the resource: the log says what is missing.
 * @throws Error naming the variable if the function does not have it.
 */
export function resourceVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The function has no variable ${name}: its operation declares it with x-uses.`);
  if (!value.startsWith(missingPrefix)) return value;
  const cause = new Error(value.slice(missingPrefix.length));
  throw new ServiceError('not_implemented', 'This machine has nothing in place of a service of AWS.', {
    cause,
  });
}
