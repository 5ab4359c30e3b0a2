/** The names of months, weekdays, halves of a day and eras in a language. */

import { ownMember } from '../../headwater/shared/json/own-member.ts';

export interface DateNames {
  readonly months: readonly string[];
  readonly shortMonths: readonly string[];
  /** Begin with Monday. */
  readonly weekdays: readonly string[];
  readonly shortWeekdays: readonly string[];
  readonly halves: readonly string[];
  readonly eras: readonly string[];
  /** Other forms of the names, each list in the same order: within a date some languages decline them. */
  readonly otherForms?: Readonly<Partial<Record<NameList, readonly (readonly string[])[]>>>;
}

export type NameList = 'months' | 'shortMonths' | 'weekdays' | 'shortWeekdays' | 'halves' | 'eras';

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

/** Short names of months that CLDR (Unicode License v3) has, but Intl writes as numbers. */
const shortMonthsOf: Readonly<Record<string, string>> = {
  bg: 'яну фев март апр май юни юли авг сеп окт ное дек',
  lt: 'saus. vas. kov. bal. geg. birž. liep. rugp. rugs. spal. lapkr. gruod.',
};

/** Undefined as well if the language has no names of its own for the months, so that no date could be read. */
function makeNames(tag: string): DateNames | undefined {
  try {
    if (Intl.DateTimeFormat.supportedLocalesOf(tag).length === 0) return undefined;
  } catch {
    return undefined;
  }
  const forms = {
    months: monthForms(tag, 'long'),
    shortMonths: monthForms(tag, 'short'),
    weekdays: weekdayForms(tag, 'long'),
    shortWeekdays: weekdayForms(tag, 'short'),
    halves: namedForms([3, 15].map(atHour), [
      partWriter(tag, 'dayPeriod', { hour: 'numeric', hour12: true }),
    ]),
    eras: namedForms([Date.UTC(-50, 0, 1), Date.UTC(2024, 0, 1)], [partWriter(tag, 'era', { era: 'short' })]),
  };
  if (Object.values(forms).some((lists) => lists.length === 0)) return undefined;
  const [months = [], shortMonths = [], weekdays = [], shortWeekdays = [], halves = [], eras = []] =
    Object.values(forms).map(([first]) => first);
  const others = Object.entries(forms).map(([name, lists]) => [name, lists.slice(1)] as const);
  return {
    months,
    shortMonths,
    weekdays,
    shortWeekdays,
    halves,
    eras,
    otherForms: Object.fromEntries(others),
  };
}

type WriteName = (date: number) => string;

/** Uses the Gregorian calendar and digits of ASCII. */
function formatOf(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(`${tag}-u-ca-gregory-nu-latn`, { timeZone: 'UTC', ...options });
}

function partWriter(
  tag: string,
  type: Intl.DateTimeFormatPartTypes,
  options: Intl.DateTimeFormatOptions,
): WriteName {
  const format = formatOf(tag, options);
  return (date) => format.formatToParts(date).find((part) => part.type === type)?.value ?? '';
}

function monthForms(tag: string, month: 'long' | 'short'): readonly (readonly string[])[] {
  const dates = Array.from({ length: 12 }, (_, index) => Date.UTC(2024, index, 10));
  const alone = formatOf(tag, { month });
  const forms = namedForms(dates, [
    partWriter(tag, 'month', { month, day: 'numeric' }),
    partWriter(tag, 'month', { month, day: 'numeric', year: 'numeric' }),
    // As a whole: in Japanese, the character for month is a part of its own.
    (date) => alone.format(date),
  ]);
  const known = month === 'short' ? ownMember(shortMonthsOf, tag.split('-')[0] ?? '') : undefined;
  return known === undefined ? forms : [known.split(' '), ...forms];
}

function weekdayForms(tag: string, weekday: 'long' | 'short'): readonly (readonly string[])[] {
  // 2024-01-01 is a Monday.
  const dates = Array.from({ length: 7 }, (_, index) => Date.UTC(2024, 0, 1 + index));
  const forms = [{ weekday }, { weekday, day: 'numeric', month: 'long', year: 'numeric' } as const];
  return namedForms(
    dates,
    forms.map((options) => partWriter(tag, 'weekday', options)),
  );
}

function atHour(hour: number): number {
  return Date.UTC(2024, 0, 1, hour);
}

/** The lists of different names: numbers are not names. Blanks that do not break lines also stand as usual ones. */
function namedForms(dates: readonly number[], writers: readonly WriteName[]): readonly (readonly string[])[] {
  const lists = writers
    .map((write) => dates.map(write))
    .filter((names) => new Set(names).size === dates.length && names.every((name) => /\p{L}/u.test(name)));
  const plain = lists.map((names) => names.map((name) => name.replace(/[\u00a0\u202f]/g, ' ')));
  const unique = new Map([...lists, ...plain].map((names) => [names.join('\n'), names]));
  return [...unique.values()];
}
