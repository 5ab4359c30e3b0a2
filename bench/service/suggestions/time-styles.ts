/** The forms in which the logs of the bench write times; none is written by the code that is measured. */

export interface TimeStyle {
  readonly write: (ms: number) => string;
  /** What the form tells of a moment. */
  readonly round: (ms: number) => number;
  /** Signs and blanks of the form, which cannot separate columns as well. */
  readonly separates: string;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const second = 1_000;

const letters: Readonly<Record<string, (date: Date) => string>> = {
  Y: (date) => String(date.getUTCFullYear()),
  y: (date) => String(date.getUTCFullYear()).slice(2),
  m: (date) => two(date.getUTCMonth() + 1),
  b: (date) => months[date.getUTCMonth()] ?? '',
  a: (date) => days[date.getUTCDay()] ?? '',
  d: (date) => two(date.getUTCDate()),
  e: (date) => String(date.getUTCDate()).padStart(2),
  H: (date) => two(date.getUTCHours()),
  I: (date) => two(((date.getUTCHours() + 11) % 12) + 1),
  p: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  M: (date) => two(date.getUTCMinutes()),
  S: (date) => two(date.getUTCSeconds()),
  L: (date) => String(date.getUTCMilliseconds()).padStart(3, '0'),
  s: (date) => String(Math.floor(date.getTime() / second)),
};

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** @param unit What the form leaves out, in milliseconds. */
export function styleOf(pattern: string, unit = second): TimeStyle {
  return {
    write: (ms) =>
      pattern.replace(/%([A-Za-z])/g, (_, letter: string) => letters[letter]?.(new Date(ms)) ?? ''),
    round: (ms) => Math.floor(ms / unit) * unit,
    separates: pattern.replace(/%?[A-Za-z]/g, ''),
  };
}

export const timeStyles: readonly TimeStyle[] = [
  styleOf('%Y-%m-%d %H:%M:%S'),
  styleOf('%Y-%m-%d %H:%M:%S,%L', 1),
  styleOf('%Y-%m-%d %H:%M:%S.%L', 1),
  styleOf('%Y-%m-%dT%H:%M:%SZ'),
  styleOf('%Y-%m-%dT%H:%M:%S.%LZ', 1),
  styleOf('%Y-%m-%dT%H:%M:%S+00:00'),
  styleOf('%Y-%m-%d %H:%M:%S.%L +0000', 1),
  styleOf('%Y-%m-%d %H:%M:%S UTC'),
  styleOf('%Y/%m/%d %H:%M:%S'),
  styleOf('%Y/%m/%d %H:%M:%S.%L', 1),
  styleOf('%Y.%m.%d %H:%M:%S'),
  styleOf('%d/%b/%Y:%H:%M:%S +0000'),
  styleOf('%d %b %Y %H:%M:%S.%L', 1),
  styleOf('%d-%b-%Y %H:%M:%S'),
  styleOf('%b %e %H:%M:%S'),
  styleOf('%a %b %d %H:%M:%S %Y'),
  styleOf('%a, %d %b %Y %H:%M:%S +0000'),
  styleOf('%d.%m.%Y %H:%M:%S'),
  styleOf('%m/%d/%Y %I:%M:%S %p'),
  styleOf('%d/%m/%Y %H:%M:%S'),
  styleOf('%y/%m/%d %H:%M:%S'),
  styleOf('%Y%m%d %H:%M:%S'),
  styleOf('%Y%m%dT%H%M%SZ'),
  styleOf('%m-%d %H:%M:%S.%L', 1),
  styleOf('%s'),
  styleOf('%s%L', 1),
  styleOf('%s.%L', 1),
  styleOf('%Y%m%d-%H%M%S'),
];
