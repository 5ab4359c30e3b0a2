/** The option `timezone` of types that read times. */

import { InvalidOption } from '../base/definition.ts';
import { findZone, type TimeZone } from './zone.ts';

export const timezoneOption = { kind: 'string', default: 'UTC', maxLength: 64 } as const;

/** @throws InvalidOption */
export function zoneOf({ timezone }: { readonly timezone: string }): TimeZone {
  const zone = findZone(timezone);
  if (zone) return zone;
  throw new InvalidOption('timezone', 'must be a zone such as UTC, +02:00 or Europe/Paris');
}
