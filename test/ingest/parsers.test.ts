/** The parsers of the project against libraries: csv-parse for lines of CSV, luxon for dates and zones. */

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { isMoment } from '../../lib/ingest/dates/date-failure.ts';
import { compileMomentReader, compileMomentWriter } from '../../lib/ingest/dates/date-format.ts';
import { findDateNames } from '../../lib/ingest/dates/date-names.ts';
import { findZone } from '../../lib/ingest/dates/zone.ts';
import { splitCsvLine } from '../../lib/ingest/text/csv-line.ts';
import { amount } from '../support/amount.ts';

test('lines of CSV', { tags: ['property'] }, () => {
  const plain = fc.stringMatching(/^[a-z0-9.é😀]{1,5}$/u);
  const quoted = fc.stringMatching(/^[a-z,;\t ]{1,6}$/).map((text) => `"${text.replaceAll(';', '""')}"`);
  const values = fc.array(fc.oneof(plain, quoted, fc.constant('')), { maxLength: 6 });
  // A line that ends with an empty value has one value less here, as in Elasticsearch.
  const line = fc.tuple(values, fc.oneof(plain, quoted)).map(([first, last]) => [...first, last]);
  const property = fc.property(line, fc.constantFrom(',', ';', '\t', ' '), (written, delimiter) => {
    const text = written.join(delimiter);
    const [want] = parse(text, { delimiter }) as string[][];
    const options = { separator: delimiter, quote: '"', trims: false, columns: 100 };
    expect(splitCsvLine(text, options)).toEqual(want);
  });
  fc.assert(property, { numRuns: amount({ few: 100, many: 1_000, most: 5_000 }) });
});

test('dates in zones', { tags: ['property'] }, () => {
  const names = findDateNames('en');
  if (!names) throw new Error('English has no names.');
  const zones = ['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata', '+03:30'];
  const read = compileMomentReader("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", names);
  const readMonth = compileMomentReader('dd MMM yyyy hh:mm:ss a', names);
  const write = compileMomentWriter(undefined, names);
  const property = fc.property(
    fc.date({ min: new Date('1971-01-01'), max: new Date('2036-01-01'), noInvalidDate: true }),
    fc.constantFrom(...zones),
    (date, id) => {
      const zone = findZone(id);
      if (!zone) throw new Error(`There is no zone ${id}.`);
      const local = DateTime.fromJSDate(date, { zone: id === '+03:30' ? 'UTC+3:30' : id });
      const text = local.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSSZZ");
      const moment = read(text, { zone, now: 0 });
      expect(moment).toEqual({
        seconds: Math.floor(date.getTime() / 1000),
        nanos: date.getUTCMilliseconds() * 1_000_000,
      });
      if (isMoment(moment)) expect(write(moment, zone).replace('Z', '+00:00')).toBe(text);
      const spoken = local.toFormat('dd MMM yyyy hh:mm:ss a', { locale: 'en' });
      // A local time that is there twice has two moments.
      const expected = DateTime.fromFormat(spoken, 'dd MMM yyyy hh:mm:ss a', {
        zone: local.zone,
        locale: 'en',
      });
      if (expected.getPossibleOffsets().length === 1)
        expect(readMonth(spoken, { zone, now: 0 })).toMatchObject({ seconds: expected.toSeconds() });
    },
  );
  fc.assert(property, { numRuns: amount({ few: 100, many: 1_000, most: 5_000 }) });
});

test.each([
  ['dd/MMM/yyyy:HH:mm:ss Z', 'UTC', 'en'],
  ['yyyy-MM-dd HH:mm:ss', 'Europe/Paris', 'en'],
  ["uuuuMMdd'T'HHmmss.SSSZ", '+05:30', 'fr'],
  ['dd MMM yyyy', 'America/New_York', 'de'],
  ["MMM''dd yyyy HH", 'UTC', 'en'],
])(
  '%s: the reader of fixed layouts agrees with that of any pattern',
  { tags: ['property'] },
  (pattern, zoneName, locale) => {
    const names = findDateNames(locale);
    const zone = findZone(zoneName);
    if (!names || !zone) throw new Error('no such language or zone');
    const options = { zone, now: 0 };
    const fixed = compileMomentReader(pattern, names);
    // With an optional part, a pattern has no fixed layout.
    const any = compileMomentReader(`${pattern}['#']`, names);
    const write = compileMomentWriter(pattern, names);
    const dates = fc.record({
      seconds: fc.integer({ min: -62_200_000_000, max: 253_500_000_000 }),
      nanos: fc.nat(999).map((millis) => millis * 1_000_000),
      at: fc.nat(30),
      replaced: fc.option(fc.constantFrom('', '0', '9', 'x', ' ', '+', '-', '3')),
    });
    fc.assert(
      fc.property(dates, ({ at, replaced, ...moment }) => {
        const written = write(moment, zone);
        const text = replaced === null ? written : written.slice(0, at) + replaced + written.slice(at + 1);
        expect(fixed(text, options)).toEqual(any(text, options));
      }),
      { numRuns: amount({ few: 200, many: 1_000, most: 2_000 }) },
    );
  },
);
