/** The options of types that read times. */

import { InvalidOption } from '../base/definition.ts';
import { futures, type ResolveOptions } from './date-fields.ts';
import { findZone, type TimeZone } from './zone.ts';

export const timezoneOption = { kind: 'string', default: 'UTC', maxLength: 64 } as const;

/** @throws InvalidOption */
export function zoneOf({ timezone }: { readonly timezone: string }): TimeZone {
  const zone = findZone(timezone);
  if (zone) return zone;
  throw new InvalidOption('timezone', 'must be a zone such as UTC, +02:00 or Europe/Paris');
}

export const futureOption = { kind: 'string', default: 'day', allowed: futures } as const;

export const futureDescription =
  'The year of a date without one: the newest in which the date is at most a day ahead of the run (day), or the one in which it is nearest to the run (nearest).';

export function futureOf({ future }: { readonly future: string }): Required<ResolveOptions>['future'] {
  // The table of options has checked it.
  return future as Required<ResolveOptions>['future'];
}
