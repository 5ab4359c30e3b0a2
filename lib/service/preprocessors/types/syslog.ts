import { fieldOption, ignoreMissingOption } from '../base/common-options.ts';
import { type Check, type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { knownPath } from '../base/field-path.ts';
import { textReader } from '../base/read-field.ts';
import type { DataRecord } from '../base/record.ts';
import { compileMomentReader, compileMomentWriter, firstReader } from '../dates/date-format.ts';
import { english } from '../dates/date-names.ts';
import { futureDescription, futureOf, futureOption, timezoneOption, zoneOf } from '../dates/time-options.ts';
import { facilities, readRfc3164, readRfc5424, type SyslogMessage, severities } from '../text/syslog.ts';

export const definition = defineType({
  type: 'syslog',
  options: {
    field: fieldOption,
    format: { kind: 'string', default: 'auto', allowed: ['auto', 'rfc3164', 'rfc5424'] },
    timezone: timezoneOption,
    future: futureOption,
    ignore_missing: ignoreMissingOption,
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'parse',
  summary: 'Reads a message of syslog (RFC 5424 or 3164) into the fields of the Elastic Common Schema.',
  descriptions: {
    format: 'The form of the message; auto tries RFC 5424 first.',
    timezone: 'The zone of times without one: UTC, +02:00 or Europe/Paris.',
    future: futureDescription,
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path', 'no_match', 'invalid_date'],
  examples: [
    {
      title: 'RFC 5424',
      configuration: { field: 'message' },
      input: { message: '<165>1 2022-01-11T22:14:15.003Z host.example.com app 1024 ID47 [a@1 b="3"] done' },
      output: {
        message: 'done',
        log: {
          syslog: {
            priority: 165,
            facility: { code: 20, name: 'local4' },
            severity: { code: 5, name: 'Notice' },
            version: 1,
            hostname: 'host.example.com',
            appname: 'app',
            procid: '1024',
            msgid: 'ID47',
            structured_data: { 'a@1': { b: '3' } },
          },
        },
        '@timestamp': '2022-01-11T22:14:15.003Z',
      },
    },
    {
      title: 'Another text',
      configuration: { field: 'm' },
      input: { m: 'out of memory' },
      failure: 'no_match',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field }) =>
    `Reads the message of syslog in ${field.text} into log.syslog, message and @timestamp.`,
  inputs: ({ field }) => [field.text],
  outputs: () => ['log.syslog.*', 'message', '@timestamp'],
};

/** Times of RFC 3164 have a blank before a day of one digit. */
const formats = ['ISO8601', 'MMM dd HH:mm:ss', 'MMM  d HH:mm:ss'];

const readers = {
  auto: (text: string) => readRfc5424(text) ?? readRfc3164(text),
  rfc3164: readRfc3164,
  rfc5424: readRfc5424,
};

export const check: Check<typeof definition> = (options) => {
  zoneOf(options);
};

export const compile: Compile<typeof definition> = (options) => {
  const { field } = options;
  const zone = zoneOf(options);
  const future = futureOf(options);
  const names = english;
  const syslogPath = knownPath('log.syslog');
  const messagePath = knownPath('message');
  const timePath = knownPath('@timestamp');
  const readMoment = firstReader(formats.map((format) => compileMomentReader(format, names)));
  const write = compileMomentWriter(undefined, names);
  // The table of options has checked it.
  const read = readers[options.format as keyof typeof readers];
  const readText = textReader(options);
  return (record, { now }) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    const found = read(text);
    if (!found) return fieldFailure('no_match', field, 'is not a message of syslog', text);
    const { timestamp, message } = found;
    const moment =
      timestamp === undefined ? undefined : readMoment(timestamp.replace(',', '.'), { zone, now, future });
    if (timestamp !== undefined && !moment)
      return fieldFailure('invalid_date', field, 'has a time that is none', timestamp);
    return (
      syslogPath.set(record, partsOf(found)) ??
      messagePath.set(record, message) ??
      (moment && timePath.set(record, write(moment, zone)))
    );
  };
};

function partsOf({
  priority,
  timestamp: _,
  message: __,
  structuredData,
  ...parts
}: SyslogMessage): DataRecord {
  return {
    ...(priority === undefined ? {} : levelsOf(priority)),
    ...parts,
    ...(structuredData ? { structured_data: structuredData } : {}),
  };
}

function levelsOf(priority: number): DataRecord {
  const [facility, severity] = [priority >> 3, priority & 7];
  return {
    priority,
    facility: { code: facility, name: facilities[facility] },
    severity: { code: severity, name: severities[severity] },
  };
}
