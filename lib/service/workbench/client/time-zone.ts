/** In which zone the page shows times: what a person chooses, kept in the browser. Links and queries have times of UTC. */

import { writeJson } from 'headwater/json';
import { readKept, writeKept } from '../parts/kept.ts';
import { Store } from './store.ts';

export type Zone = 'utc' | 'local';

const key = 'headwater.view.time-zone';

export const timeZone = new Store<Zone>(readKept(key) === 'local' ? 'local' : 'utc');

export function chooseZone(zone: Zone): void {
  writeKept(key, zone === 'utc' ? undefined : writeJson(zone));
  timeZone.set(zone);
}

/** The zone of the browser, such as `Europe/Berlin`. */
export function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** @example zoneName('utc') // 'UTC' */
export function zoneName(zone: Zone): string {
  return zone === 'utc' ? 'UTC' : localZone();
}

/** As many characters of `2026-01-02 03:04:05.678` as are shown. */
const lengths = { minutes: 16, seconds: 19, milliseconds: 23 } as const;
export type Precision = keyof typeof lengths;

/** @example timeText('2026-01-02T03:04:05.678Z', 'utc', 'minutes') // '2026-01-02 03:04' */
export function timeText(time: string, zone: Zone, precision: Precision): string {
  const shifted = new Date(Date.parse(time) + offsetOf(time, zone) * 60_000);
  return Number.isNaN(shifted.getTime())
    ? time
    : shifted.toISOString().replace('T', ' ').slice(0, lengths[precision]);
}

/** What the zone is ahead of UTC at a time, which changes in a year. @example offsetText('2026-07-01T00:00:00Z', 'local') // '+02:00' */
export function offsetText(time: string, zone: Zone): string {
  if (zone === 'utc') return 'UTC';
  const minutes = offsetOf(time, zone);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** In minutes. */
function offsetOf(time: string, zone: Zone): number {
  return zone === 'utc' ? 0 : -new Date(time).getTimezoneOffset();
}
