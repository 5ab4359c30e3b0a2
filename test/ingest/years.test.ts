/** Dates without a year, written by luxon: each is read as the moment that was written. */

import fc from 'fast-check';
import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';
import { amount } from '../support/amount.ts';

/** Every type that reads dates without a year, and how luxon writes them. */
const forms: readonly { step: Readonly<Record<string, unknown>>; written: string }[] = [
  { step: { type: 'date', field: 'line', formats: ['MMM d HH:mm:ss'] }, written: 'MMM d HH:mm:ss' },
  { step: { type: 'date', field: 'line', formats: ['EEE, dd/MM HH:mm:ss'] }, written: 'EEE, dd/MM HH:mm:ss' },
  { step: { type: 'date', field: 'line', formats: ['DDD HH:mm:ss'] }, written: 'ooo HH:mm:ss' },
  { step: { type: 'syslog', field: 'line' }, written: "'<13>'MMM dd HH:mm:ss 'host app: x'" },
  { step: { type: 'klog', field: 'line' }, written: "'I'MMdd HH:mm:ss'.000000 1 a.go:1] x'" },
];

const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York', 'Asia/Kolkata'];
const day = 86_400_000;

function timeOf(step: Readonly<Record<string, unknown>>, line: string, now: number): unknown {
  const compiled = compilePipeline([step]);
  if ('issues' in compiled) throw new Error(compiled.issues.map(({ message }) => message).join());
  const [result] = runPipeline(compiled.pipeline, [{ line }], { now });
  if (result?.status !== 'success') return result?.status === 'error' ? result.failure.code : result?.status;
  return new Date(String(result.document['@timestamp'])).toISOString();
}

/** Leap days, and the year 2100 without one, lie in both directions. Kiritimati had no December 31st in 1994. */
const runs = fc.date({
  min: new Date('1997-01-01'),
  max: new Date('2112-12-31'),
  noInvalidDate: true,
});

/** @param age In days before the run. */
function agreesFor(future: 'day' | 'nearest', age: { readonly min: number; readonly max: number }): void {
  const property = fc.property(
    fc.record({
      now: runs,
      age: fc.double({ ...age, noNaN: true }),
      form: fc.constantFrom(...forms),
      zone: fc.constantFrom(...zones),
    }),
    ({ now, age, form, zone }) => {
      const seconds = Math.ceil((now.getTime() - age * day) / 1000);
      const written = DateTime.fromSeconds(seconds, { zone, locale: 'en-US' });
      fc.pre(written.getPossibleOffsets().length === 1);
      // Day 366 of a leap year, and later days by number, are other dates in other years.
      fc.pre(!form.written.includes('ooo') || written.month < 3);
      const line = written.toFormat(form.written);
      const got = timeOf({ ...form.step, timezone: zone, future }, line, now.getTime());
      expect(got).toBe(written.toUTC().toISO());
    },
  );
  fc.assert(property, { numRuns: amount({ few: 300, many: 1_000, most: 20_000 }) });
}

test('a date is at most a day ahead of the run', { tags: ['property'] }, () => {
  agreesFor('day', { min: -0.999, max: 363.5 });
});

test('the nearest date may be half a year ahead', { tags: ['property'] }, () => {
  agreesFor('nearest', { min: -182, max: 182 });
});

const [date] = forms;

test.each([
  ['the past of the same year', 'May 20 10:00:00', '2026-11-29', '2026-05-20T10:00:00.000Z'],
  ['the beginning of the year', 'Feb 5 10:00:00', '2026-11-29', '2026-02-05T10:00:00.000Z'],
  ['the year before', 'Dec 31 23:59:59', '2027-01-01', '2026-12-31T23:59:59.000Z'],
  ['a clock that is an hour fast', 'Jan 1 00:30:00', '2026-12-31T23:30:00Z', '2027-01-01T00:30:00.000Z'],
  ['more than a day ahead', 'Jan 2 00:00:00', '2026-12-31T23:30:00Z', '2026-01-02T00:00:00.000Z'],
  ['the last leap day', 'Feb 29 10:00:00', '2026-11-29', '2024-02-29T10:00:00.000Z'],
  ['the leap day of tomorrow', 'Feb 29 10:00:00', '2028-02-28T12:00:00Z', '2028-02-29T10:00:00.000Z'],
  ['a leap day before a century without one', 'Feb 29 10:00:00', '2103-06-01', '2096-02-29T10:00:00.000Z'],
  ['a day that no year has', 'Feb 30 10:00:00', '2026-11-29', 'invalid_date'],
])('%s', (_name, line, now, want) => {
  expect(timeOf(date?.step ?? {}, line, Date.parse(now))).toBe(want);
});

test.each([
  ['a leap day', 'Feb 29 10:00:00', '2026-11-29', '2028-02-29T10:00:00.000Z'],
  ['the next year', 'May 20 10:00:00', '2026-11-29', '2027-05-20T10:00:00.000Z'],
])('the nearest: %s', (_name, line, now, want) => {
  expect(timeOf({ ...date?.step, future: 'nearest' }, line, Date.parse(now))).toBe(want);
});

test('an unknown value of future is refused', () => {
  const compiled = compilePipeline([{ ...date?.step, future: 'never' }]);
  expect(compiled).toMatchObject({ issues: [{ pointer: '/0/future' }] });
});
