/** The limits that a stream exceeds: short in a list, in words at the stream. */

import type { StreamOverview } from '../client/stored.ts';
import { countText, shareText } from './charts.tsx';
import { ShortTime } from './list-parts.tsx';

type Alert = StreamOverview['alerting'][number];

interface AlertWords {
  readonly short: (value: number) => string;
  readonly long: (value: number, limit: number) => string;
}

const words: Readonly<Record<Alert['alert'], AlertWords>> = {
  failure_share: {
    short: (value) => `${shareText(value)} fail`,
    long: (value, limit) =>
      `${shareText(value)} of the records of the last hour have failed: more than ${shareText(limit)}.`,
  },
  silence_minutes: {
    short: (value) => `silent ${spanOf(value)}`,
    long: (value, limit) => `No record has come for ${spanOf(value)}: longer than ${spanOf(limit)}.`,
  },
  lag: {
    short: (value) => `${countText(value)} behind`,
    long: (value, limit) =>
      `The index is ${countText(value)} positions behind: more than ${countText(limit)}.`,
  },
};

/** @example spanOf(90) // '1 h 30 min' */
function spanOf(minutes: number): string {
  const [days, hours, rest] = [minutes / 1_440, (minutes % 1_440) / 60, minutes % 60].map(Math.floor);
  const parts = [`${days} d`, `${hours} h`, `${rest} min`].filter((part) => !part.startsWith('0 '));
  return parts.slice(0, 2).join(' ') || '0 min';
}

export function AlertMarks({ alerting }: Pick<StreamOverview, 'alerting'>) {
  return alerting.map(({ alert, value, limit }) => (
    <span key={alert} class="pill alert" title={words[alert].long(value, limit)}>
      {words[alert].short(value)}
    </span>
  ));
}

export function AlertPanel({ alerting }: Pick<StreamOverview, 'alerting'>) {
  if (alerting.length === 0) return null;
  return (
    <ul class="alerts" aria-label="Alerts">
      {alerting.map(({ alert, value, limit, since }) => (
        <li key={alert}>
          {words[alert].long(value, limit)}{' '}
          <span class="quiet">
            Since <ShortTime time={since} />
          </span>
        </li>
      ))}
    </ul>
  );
}
