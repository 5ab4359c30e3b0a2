import { ServiceError } from '../../../lib/headwater/shared/errors.ts';
import type { CheckSource } from './source-repository.ts';

/** Admits a change of this revision only. */
export function onlyRevision(revision: number): CheckSource {
  return (current) => {
    if (current.revision !== revision)
      throw new ServiceError('precondition_failed', `It is at revision ${current.revision}.`);
  };
}
