/** Why a text is not a time. */

import { type Failure, fieldFailure } from '../base/failure.ts';
import type { Moment } from './moment.ts';
import type { AmbiguousZone } from './zone-names.ts';

export function isMoment(found: Moment | AmbiguousZone | undefined): found is Moment {
  return found !== undefined && 'seconds' in found;
}

interface UnreadTime {
  readonly text: string;
  readonly found: AmbiguousZone | undefined;
  /** What is wrong with another text, behind the path of the field. */
  readonly otherwise: string;
}

export function dateFailure(
  field: { readonly text: string },
  { text, found, otherwise }: UnreadTime,
): Failure {
  const what = found
    ? `has the zone ${found.ambiguousZone}, which is ${found.readings}; set timezone to the one that is meant`
    : otherwise;
  return fieldFailure('invalid_date', field, what, text);
}
