import { fieldOption, ignoreMissingOption, targetAt } from '../base/common-options.ts';
import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  InvalidOption,
  type StepContext,
  withOption,
} from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { missingOutcome } from '../base/read-field.ts';
import { type DataRecord, textOf } from '../base/record.ts';
import { compileTemplate } from '../base/template.ts';
import { dateFailure, isMoment } from '../dates/date-failure.ts';
import {
  checkMomentFormat,
  checkOutputFormat,
  compileMomentReader,
  compileMomentWriter,
  firstReader,
} from '../dates/date-format.ts';
import { findDateNames } from '../dates/date-names.ts';
import { futureDescription, futureOf, futureOption } from '../dates/time-options.ts';
import { findZone, type TimeZone } from '../dates/zone.ts';

export const definition = defineType({
  type: 'date',
  options: {
    field: fieldOption,
    formats: { kind: 'strings', required: true, minItems: 1, maxItems: 32, maxLength: 256 },
    target_field: targetAt('@timestamp'),
    timezone: { kind: 'string', default: 'UTC', maxLength: 64 },
    locale: { kind: 'string', default: 'en', maxLength: 35 },
    future: futureOption,
    output_format: { kind: 'string', maxLength: 256 },
    ignore_missing: ignoreMissingOption,
  },
  allowsEach: true,
});

export const documentation: Documentation<typeof definition> = {
  category: 'parse',
  summary: 'Reads a date by a list of formats and writes it in one.',
  descriptions: {
    formats:
      'ISO8601, UNIX, UNIX_MS, UNIX_US, UNIX_NS, a name such as basic_date, or a pattern of java.time; the first that fits counts.',
    target_field: 'The field for the date.',
    timezone:
      'The zone of dates without one, and of the result: UTC, +02:00 or Europe/Paris, or {{path}} of a field that has it. It decides what a short name such as CST means.',
    locale: 'The language of months and weekdays.',
    future: futureDescription,
    output_format:
      "The format of the result, the first of several with || between them. By default yyyy-MM-dd'T'HH:mm:ss.SSSXXX, with up to nine digits after the second if it has more than three.",
  },
  failures: ['missing_field', 'wrong_path', 'invalid_date'],
  examples: [
    {
      title: 'The time of a web server',
      configuration: { field: 'time', formats: ['dd/MMM/yyyy:HH:mm:ss Z'] },
      input: { time: '10/Oct/2000:13:55:36 -0700' },
      output: { time: '10/Oct/2000:13:55:36 -0700', '@timestamp': '2000-10-10T20:55:36.000Z' },
    },
    {
      title: 'A zone',
      configuration: {
        field: 'time',
        formats: ['yyyy-MM-dd HH:mm'],
        timezone: 'Europe/Paris',
        target_field: 'at',
      },
      input: { time: '2018-07-05 10:00' },
      output: { time: '2018-07-05 10:00', at: '2018-07-05T10:00:00.000+02:00' },
    },
    {
      title: 'The zone of another field',
      configuration: { field: 'time', formats: ['yyyy-MM-dd HH:mm'], timezone: '{{zone}}' },
      input: { time: '2018-07-05 10:00', zone: '-03:00' },
      output: { time: '2018-07-05 10:00', zone: '-03:00', '@timestamp': '2018-07-05T10:00:00.000-03:00' },
    },
    {
      title: 'Several formats, of which the first writes',
      configuration: { field: 'day', formats: ['yyyyMMdd'], output_format: 'yyyy-MM-dd||epoch_millis' },
      input: { day: '20180705' },
      output: { day: '20180705', '@timestamp': '2018-07-05' },
    },
    {
      title: 'Nanoseconds',
      configuration: { field: 'time', formats: ['UNIX_NS'] },
      input: { time: '1525255872123456789' },
      output: { time: '1525255872123456789', '@timestamp': '2018-05-02T10:11:12.123456789Z' },
    },
    {
      title: 'No date',
      configuration: { field: 'time', formats: ['ISO8601', 'UNIX'] },
      input: { time: 'now' },
      failure: 'invalid_date',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, formats, target_field: target }) =>
    `Reads the date in ${field.text} as ${formats.join(' or ')} into ${target.text}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_field: target }) => [target.text],
};

type ZoneOfRecord = (record: DataRecord, context: StepContext) => TimeZone | undefined;

/** @throws InvalidOption */
function findPlace({ timezone, locale }: { readonly timezone: string; readonly locale: string }) {
  const zoneFor = zonesOf(timezone);
  const names = findDateNames(locale);
  if (!names)
    throw new InvalidOption(
      'locale',
      'must be a language whose months have names in Unicode CLDR, such as en or fr',
    );
  return { zoneFor, names };
}

/** @throws InvalidOption */
function zonesOf(timezone: string): ZoneOfRecord {
  if (timezone.includes('{{')) {
    const write = compileTemplate(timezone, 'timezone');
    return (record, context) => findZone(write(record, context));
  }
  const zone = findZone(timezone);
  if (!zone) throw new InvalidOption('timezone', 'must be a zone such as UTC, +02:00 or Europe/Paris');
  return () => zone;
}

export const check: Check<typeof definition> = (options) => {
  findPlace(options);
  const { formats, output_format: output } = options;
  for (const format of formats) withOption('formats', () => checkMomentFormat(format), format);
  if (output !== undefined) withOption('output_format', () => checkOutputFormat(output), output);
};

export const compile: Compile<typeof definition> = (options) => {
  const { zoneFor, names } = findPlace(options);
  const { field, target_field: target, formats, output_format: output } = options;
  const readers = formats.map((format) =>
    withOption('formats', () => compileMomentReader(format, names), format),
  );
  const write = withOption('output_format', () => compileMomentWriter(output, names), output);
  const readMoment = firstReader(readers);
  const future = futureOf(options);
  return (record, context) => {
    const value = field.get(record);
    // null has none of the formats.
    if (value === undefined || (value === null && options.ignore_missing))
      return missingOutcome(options, record);
    // The text of a number in Java has an exponent, with which UNIX reads milliseconds.
    const text = typeof value === 'number' ? String(value) : textOf(value);
    const zone = zoneFor(record, context);
    if (!zone) return fieldFailure('invalid_date', field, 'has a time zone that is not known', text);
    const found = readMoment(text, { zone, now: context.now, future, zoneNames: 'place' });
    if (!isMoment(found)) return dateFailure(field, { text, found, otherwise: 'has none of the formats' });
    return target.set(record, write(found, zone));
  };
};
