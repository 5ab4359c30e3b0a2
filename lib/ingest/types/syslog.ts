import { omitUndefined } from '../../headwater/shared/json/omit.ts';
import { fieldOption, ignoreMissingOption } from '../base/common-options.ts';
import { type Check, type Compile, type Documentation, defineType, type Effect } from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { knownPath } from '../base/field-path.ts';
import { textReader } from '../base/read-field.ts';
import type { DataRecord } from '../base/record.ts';
import { setFields } from '../base/set-fields.ts';
import { dateFailure, isMoment } from '../dates/date-failure.ts';
import { compileMomentReader, compileMomentWriter, firstReader } from '../dates/date-format.ts';
import { english } from '../dates/date-names.ts';
import { futureDescription, futureOf, futureOption, timezoneOption, zoneOf } from '../dates/time-options.ts';
import {
  facilities,
  readHeader5424,
  readRfc3164,
  readRfc5424,
  type SyslogMessage,
  severities,
  timestampFormats,
} from '../text/syslog.ts';

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
    timezone:
      'The zone of times without one: UTC, +02:00 or Europe/Paris. It decides what a short name such as CST means.',
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

const outputs = ['log.syslog', 'message', '@timestamp', 'event.sequence', 'host.uptime'];

export const effect: Effect<typeof definition> = {
  describe: ({ field }) =>
    `Reads the message of syslog in ${field.text} into log.syslog, message and @timestamp.`,
  inputs: ({ field }) => [field.text],
  outputs: () => ['log.syslog.*', ...outputs.slice(1)],
};

const readers = {
  auto: (text: string) => readRfc5424(text) ?? readRfc3164(text) ?? readHeader5424(text),
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
  const paths = outputs.map(knownPath);
  const readMoment = firstReader(timestampFormats.map((format) => compileMomentReader(format, english)));
  const write = compileMomentWriter(undefined, english);
  // The table of options has checked it.
  const read = readers[options.format as keyof typeof readers];
  const readText = textReader(options);
  return (record, { now }) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    const message = read(text);
    if (!message) return fieldFailure('no_match', field, 'is not a message of syslog', text);
    const { timestamp } = message;
    const found = timestamp === undefined ? undefined : readMoment(timestamp, { zone, now, future });
    if (timestamp !== undefined && !isMoment(found))
      return dateFailure(field, { text: timestamp, found, otherwise: 'has a time that is none' });
    const time = isMoment(found) ? write(found, zone) : undefined;
    return setFields(record, paths, [
      partsOf(message),
      message.message,
      time,
      message.sequence,
      message.uptime,
    ]);
  };
};

function partsOf({
  priority,
  timestamp: _,
  message: __,
  sequence: ___,
  uptime: ____,
  structuredData,
  ...parts
}: SyslogMessage): DataRecord {
  return {
    ...(priority === undefined ? {} : levelsOf(priority)),
    ...omitUndefined({ ...parts, structured_data: structuredData }),
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
