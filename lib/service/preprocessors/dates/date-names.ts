/** The names of months, weekdays, halves of a day and eras in a language. */

export interface DateNames {
  readonly months: readonly string[];
  readonly shortMonths: readonly string[];
  /** Begin with Monday. */
  readonly weekdays: readonly string[];
  readonly shortWeekdays: readonly string[];
  readonly halves: readonly string[];
  readonly eras: readonly string[];
}

export const english: DateNames = {
  months: 'January February March April May June July August September October November December'.split(' '),
  shortMonths: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  weekdays: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' '),
  shortWeekdays: 'Mon Tue Wed Thu Fri Sat Sun'.split(' '),
  halves: ['AM', 'PM'],
  eras: ['BC', 'AD'],
};

const cache = new Map<string, DateNames | undefined>([
  ['', english],
  ['en', english],
]);

/** @returns Undefined for a language that Intl does not know. */
export function findDateNames(locale: string): DateNames | undefined {
  const tag = locale.replaceAll('_', '-').toLowerCase();
  if (['en-us', 'root', 'english'].includes(tag)) return english;
  if (!cache.has(tag)) {
    if (cache.size > 500) cache.clear();
    cache.set(tag, makeNames(tag));
  }
  return cache.get(tag);
}

function makeNames(tag: string): DateNames | undefined {
  try {
    if (Intl.DateTimeFormat.supportedLocalesOf(tag).length === 0) return undefined;
  } catch {
    return undefined;
  }
  // 2024-01-01 is a Monday.
  const weekdayDates = Array.from({ length: 7 }, (_, index) => Date.UTC(2024, 0, 1 + index));
  const monthDates = Array.from({ length: 12 }, (_, index) => Date.UTC(2024, index, 10));
  const name = (type: Intl.DateTimeFormatPartTypes, options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(`${tag}-u-ca-gregory-nu-latn`, { timeZone: 'UTC', ...options });
    return (date: number) => format.formatToParts(date).find((part) => part.type === type)?.value ?? '';
  };
  // The day makes it the form within a date, which some languages decline.
  return {
    months: monthDates.map(name('month', { month: 'long', day: 'numeric' })),
    shortMonths: monthDates.map(name('month', { month: 'short', day: 'numeric' })),
    weekdays: weekdayDates.map(name('weekday', { weekday: 'long' })),
    shortWeekdays: weekdayDates.map(name('weekday', { weekday: 'short' })),
    halves: [3, 15].map((hour) =>
      name('dayPeriod', { hour: 'numeric', hour12: true })(Date.UTC(2024, 0, 1, hour)),
    ),
    eras: [Date.UTC(-50, 0, 1), Date.UTC(2024, 0, 1)].map(name('era', { era: 'short' })),
  };
}
