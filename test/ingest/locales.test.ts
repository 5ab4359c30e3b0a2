/**
 * Names of months, weekdays, eras and halves of a day in other languages: complete dates as Intl writes them, and the names of
 * CLDR 47 by Babel 2.19 of the Python registry, within a date and alone.
 */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';

interface Written {
  readonly text: string;
  readonly want: string;
}

/** The texts that are not read as they were written; or why the step is refused. */
function misread(locale: string, format: string, texts: readonly Written[]): readonly string[] {
  const compiled = compilePipeline([{ type: 'date', field: 'line', formats: [format], locale }]);
  if ('issues' in compiled) return compiled.issues.map(({ message }) => message);
  const limits = { budgetMs: 600_000, deadlineMs: 600_000, recordLimitMs: 600_000 };
  const records = texts.map(({ text }) => ({ line: text }));
  const results = runPipeline(compiled.pipeline, records, { now: 0, ...limits });
  return texts.flatMap(({ text, want }, index) => {
    const result = results[index];
    const got = result?.status === 'success' ? String(result.document['@timestamp']) : result?.status;
    return got === want ? [] : [`${locale} ${format}: ${text}: ${got}`];
  });
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const codes = [...letters].flatMap((a) =>
  [...letters].flatMap((b) => [a + b, ...[...letters].map((c) => a + b + c)]),
);
/** All languages that Intl has, and some with a region or a script. */
const locales = Intl.DateTimeFormat.supportedLocalesOf([
  ...codes,
  ...['de-AT', 'en-GB', 'en-IN', 'es-MX', 'fr-CA', 'pt-PT', 'sr-Latn', 'zh-Hant', 'zh-HK'],
]);

const lettersOf: Readonly<Record<string, (style: 'long' | 'short', value: string) => string>> = {
  weekday: (style) => (style === 'long' ? 'EEEE' : 'EEE'),
  day: (_, value) => 'd'.repeat(value.length),
  month: (style, value) =>
    /^\d+$/.test(value) ? 'M'.repeat(value.length) : style === 'long' ? 'MMMM' : 'MMM',
  year: () => 'yyyy',
  hour: (_, value) => 'h'.repeat(value.length),
  minute: () => 'mm',
  dayPeriod: () => 'a',
  era: () => 'G',
};

/** Complete dates of a year as Intl writes them, by the pattern of java.time that follows from their parts. */
function datesOf(locale: string, style: 'long' | 'short'): ReadonlyMap<string, readonly Written[]> {
  const tag = `${locale}-u-ca-gregory-nu-latn`;
  const day = { day: 'numeric', month: style, year: 'numeric' } as const;
  const forms = [
    day,
    { ...day, weekday: style },
    { ...day, hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const,
    { ...day, era: 'short' } as const,
  ].map((options) => new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options }));
  const dates = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 7 + month, month * 2, 5));
  const long = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...day, month: 'long' });
  const longNames = new Set(dates.flatMap((date) => long.formatToParts(date).map(({ value }) => value)));
  const written = forms.flatMap((form) =>
    dates.map((date) => {
      const parts = form.formatToParts(date);
      const hasHour = parts.some(({ type }) => type === 'hour');
      return {
        text: parts.map(({ value }) => value).join(''),
        want: new Date(hasHour ? date : date - (date % 86_400_000)).toISOString(),
        pattern: parts
          .map(({ type, value }) =>
            type === 'month' && longNames.has(value) && !/\d/.test(value)
              ? 'MMMM'
              : (lettersOf[type]?.(style, value) ?? `'${value.replaceAll("'", "''")}'`),
          )
          .join(''),
      };
    }),
  );
  // Dzongkha writes months as digits of its own.
  const readable = written.filter(({ text }) => !/[\u0f20-\u0f29]/.test(text));
  return Map.groupBy(readable, ({ pattern }) => pattern);
}

test.each(['long', 'short'] as const)(
  'complete dates with %s names in every language',
  { tags: ['preprocessors'] },
  (style) => {
    expect(locales.length).toBeGreaterThan(250);
    const wrong = locales.flatMap((locale) =>
      Array.from(datesOf(locale, style), ([pattern, texts]) => misread(locale, pattern, texts)).flat(),
    );
    expect(wrong).toEqual([]);
  },
);

interface LocaleNames extends Readonly<Record<string, readonly (readonly string[])[] | string>> {
  readonly locale: string;
}

const file = new URL('locale-names.jsonl', import.meta.url);
const rows = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((row) => JSON.parse(row) as LocaleNames);

/** How a name of the index stands in a date: the pattern, and the date with the name in it. */
const places: Readonly<
  Record<string, (name: string, index: number) => Written & { readonly format: string }>
> = {
  MMMM: (name, index) => ({
    format: 'd MMMM yyyy',
    text: `7 ${name} 2024`,
    want: new Date(Date.UTC(2024, index, 7)).toISOString(),
  }),
  MMM: (name, index) => ({
    format: 'd MMM yyyy',
    text: `7 ${name} 2024`,
    want: new Date(Date.UTC(2024, index, 7)).toISOString(),
  }),
  EEEE: (name, index) => ({
    format: 'EEEE uuuu-MM-dd',
    text: `${name} 2024-01-0${index + 1}`,
    want: `2024-01-0${index + 1}T00:00:00.000Z`,
  }),
  EEE: (name, index) => ({
    format: 'EEE uuuu-MM-dd',
    text: `${name} 2024-01-0${index + 1}`,
    want: `2024-01-0${index + 1}T00:00:00.000Z`,
  }),
  a: (name, index) => ({
    format: 'yyyy-MM-dd h a',
    text: `2024-01-01 3 ${name}`,
    want: `2024-01-01T${index === 0 ? '03' : '15'}:00:00.000Z`,
  }),
  G: (name) => ({
    format: 'yyyy-MM-dd G',
    text: `0001-01-01 ${name}`,
    want: '0001-01-01T00:00:00.000Z',
  }),
};

/** Intl has no names of months alone in Greek, and a newer name of the era in Bengali. */
const unknown: ReadonlySet<string> = new Set(['el MMMM', 'el MMM', 'bn G']);

describe('the names of CLDR', () => {
  test.each(rows)('$locale', ({ locale, ...lists }) => {
    const wrong = Object.entries(lists).flatMap(([letter, forms]) => {
      if (unknown.has(`${locale} ${letter}`)) return [];
      const place = places[letter];
      const written = (forms as readonly (readonly string[])[]).flatMap((names) =>
        names.flatMap((name, index) => place?.(name, index) ?? []),
      );
      return misread(locale, written[0]?.format ?? '', written);
    });
    expect(wrong).toEqual([]);
  });
});

test.each(['cy', 'zz', 'xx-invalid-', 'tlh'])(
  'a language is read, or refused when the step is checked: %s',
  (locale) => {
    const issues = misread(locale, 'd MMMM yyyy', []);
    expect(issues).toEqual(
      locale === 'cy' ? [] : ['must be a language whose months have names in Unicode CLDR, such as en or fr'],
    );
  },
);
