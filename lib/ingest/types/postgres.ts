import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { fieldOption, ignoreMissingOption, targetAt } from '../base/common-options.ts';
import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  withOption,
} from '../base/definition.ts';
import { type Failure, fieldFailure } from '../base/failure.ts';
import { knownPath } from '../base/field-path.ts';
import { textReader } from '../base/read-field.ts';
import type { DataRecord, RecordValue } from '../base/record.ts';
import { setFields } from '../base/set-fields.ts';
import { dateFailure, isMoment } from '../dates/date-failure.ts';
import { compileMomentReader, compileMomentWriter, firstReader } from '../dates/date-format.ts';
import { english } from '../dates/date-names.ts';
import { timezoneOption, zoneOf } from '../dates/time-options.ts';
import { findZone, type TimeZone } from '../dates/zone.ts';
import { type AmbiguousZone, findNamedZone } from '../dates/zone-names.ts';
import { type PostgresLine, parsePrefix, readPostgresLine, readPostgresMessage } from '../text/postgres.ts';

export const definition = defineType({
  type: 'postgres',
  options: {
    field: fieldOption,
    prefix: { kind: 'string', default: '%m [%p] ', maxLength: 256 },
    target_field: targetAt('postgresql.log'),
    timezone: timezoneOption,
    ignore_missing: ignoreMissingOption,
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'parse',
  summary: "Reads a line of PostgreSQL's log into the fields of the Elastic Common Schema.",
  descriptions: {
    prefix: 'The setting log_line_prefix of the server, such as %m [%p] %q%u@%d .',
    target_field: 'The object for what only PostgreSQL has.',
    timezone:
      'The zone of the server: UTC, +02:00 or Europe/Paris. It decides what an abbreviation such as CST means, and an unknown one is in it.',
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path', 'no_match', 'invalid_date'],
  examples: [
    {
      title: 'A slow statement',
      configuration: { field: 'message' },
      input: { message: '2023-11-11 10:15:02.000 UTC [4022] LOG:  duration: 12.345 ms  statement: SELECT 1' },
      output: {
        message: 'duration: 12.345 ms  statement: SELECT 1',
        '@timestamp': '2023-11-11T10:15:02.000Z',
        log: { level: 'log' },
        process: { pid: 4022 },
        event: { duration: 12_345_000 },
        postgresql: { log: { query_step: 'statement', query: 'SELECT 1' } },
      },
    },
    {
      title: 'Another prefix',
      configuration: { field: 'message', prefix: '%t [%p] %u@%d ' },
      input: { message: '2023-11-11 10:15:01 UTC [4021] ada@shop HINT:  Try again.' },
      output: {
        message: 'Try again.',
        '@timestamp': '2023-11-11T10:15:01.000Z',
        process: { pid: 4021 },
        user: { name: 'ada' },
        postgresql: { log: { database: 'shop', hint: 'Try again.' } },
      },
    },
    {
      title: 'Another text',
      configuration: { field: 'message' },
      input: { message: 'out of memory' },
      failure: 'no_match',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, target_field: target }) =>
    `Reads the line of PostgreSQL in ${field.text} into log, message and @timestamp, and its other parts into ${target.text}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_field: target }) => [
    ...['@timestamp', 'log.level', 'message', 'process.pid', 'user.name', 'event.duration'],
    `${target.text}.*`,
  ],
};

/** Lines that belong to the message before them: the member that has the text. */
const continuations: Readonly<Record<string, string>> = {
  DETAIL: 'detail',
  HINT: 'hint',
  QUERY: 'internal_query',
  CONTEXT: 'context',
  LOCATION: 'location',
  BACKTRACE: 'backtrace',
  STATEMENT: 'query',
};

const formats = ['yyyy-MM-dd HH:mm:ss.SSS', 'yyyy-MM-dd HH:mm:ss', 'UNIX'];
/** Values of the prefix that have a field of their own. */
const shared: ReadonlySet<string> = new Set(['time', 'pid', 'user', 'session_start_time']);
const numbers: ReadonlySet<string> = new Set(['leader_pid', 'session_line_number']);

export const check: Check<typeof definition> = (options) => {
  zoneOf(options);
  withOption('prefix', () => parsePrefix(options.prefix));
};

export const compile: Compile<typeof definition> = (options) => {
  const { field, target_field: target } = options;
  const zone = zoneOf(options);
  const prefix = withOption('prefix', () => parsePrefix(options.prefix));
  const readMoment = firstReader(formats.map((format) => compileMomentReader(format, english)));
  const write = compileMomentWriter(undefined, english);
  const readText = textReader(options);
  const paths = [...sharedFields, 'message'].map(knownPath);
  const readTime = (written: string, now: number) => {
    const [, local = '', name] = /^(\S+(?: \S+)?)(?: (\S+))?$/.exec(written) ?? [];
    const named = name === undefined ? zone : zoneOfServer(name, zone);
    if (!named)
      return fieldFailure(
        'invalid_date',
        field,
        `has the zone ${name}, which is not known; set timezone`,
        written,
      );
    const found = 'ambiguousZone' in named ? named : readMoment(local, { zone: named, now });
    return isMoment(found)
      ? write(found, zone)
      : dateFailure(field, { text: written, found, otherwise: 'has a time that is none' });
  };
  return (record, { now }) => {
    const text = readText(record);
    if (typeof text !== 'string') return text;
    const line = readPostgresLine(text, prefix);
    if (!line) return fieldFailure('no_match', field, 'is not a line with this prefix', text);
    const times = timesOf(line, (written) => readTime(written, now));
    if ('code' in times) return times;
    const { fields, details } = partsOf(line, times);
    return (
      setFields(record, paths, fields) ??
      (Object.keys(details).length > 0 ? target.set(record, details) : undefined)
    );
  };
};

/** The zone that the server names, in the declared zone if the name is unknown; undefined if no zone is declared, either. */
function zoneOfServer(name: string, declared: TimeZone): TimeZone | AmbiguousZone | undefined {
  const zone = findNamedZone(name, declared, 'offset') ?? findZone(name);
  return zone ?? (declared.id === timezoneOption.default ? undefined : declared);
}

/** The times of a line, by the names of their values. */
function timesOf(
  { values }: PostgresLine,
  readTime: (written: string) => string | Failure,
): ReadonlyMap<string, string> | Failure {
  const times = new Map<string, string>();
  for (const name of ['time', 'session_start_time']) {
    const written = values.get(name);
    if (written === undefined) continue;
    const time = readTime(written);
    if (typeof time !== 'string') return time;
    times.set(name, time);
  }
  return times;
}

const sharedFields = ['@timestamp', 'log.level', 'process.pid', 'user.name', 'event.duration'] as const;

interface PostgresParts {
  /** The values of `sharedFields`, and the message. */
  readonly fields: readonly (RecordValue | undefined)[];
  readonly details: DataRecord;
}

function partsOf(
  { values, severity, message }: PostgresLine,
  times: ReadonlyMap<string, string>,
): PostgresParts {
  const own = [...values].filter(([name]) => !shared.has(name));
  const started = times.get('session_start_time');
  const member = ownMember(continuations, severity);
  const {
    duration,
    message: withoutCode = message,
    ...parts
  } = member === undefined ? readPostgresMessage(message) : {};
  const pid = values.get('pid');
  const level = member === undefined ? severity.toLowerCase() : undefined;
  return {
    fields: [
      times.get('time'),
      level,
      pid === undefined ? undefined : Number(pid),
      values.get('user'),
      duration,
      withoutCode,
    ],
    details: {
      ...Object.fromEntries(own.map(([name, text]) => [name, numbers.has(name) ? Number(text) : text])),
      ...(started === undefined ? {} : { session_start_time: started }),
      ...parts,
      ...(member === undefined ? {} : { [member]: message }),
    },
  };
}
