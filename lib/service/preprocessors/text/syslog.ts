/** Messages of syslog: RFC 5424, and RFC 3164 as programs write it. */

import { type DataRecord, writeMember } from '../base/record.ts';

export interface SyslogMessage {
  readonly priority?: number;
  readonly version?: number;
  /** As it is written; absent if the sender has no clock. */
  readonly timestamp?: string;
  readonly hostname?: string;
  readonly appname?: string;
  readonly procid?: string;
  readonly msgid?: string;
  readonly structuredData?: DataRecord;
  readonly message: string;
}

/** Empty for `-`, which stands for no value. */
type Named<Name extends string> = { readonly [Key in Name]?: string };

function named<Name extends string>(name: Name, value: string | undefined): Named<Name> {
  return (value === undefined || value === '-' || value === '' ? {} : { [name]: value }) as Named<Name>;
}

const header5424 = /^<(\d{1,3})>([1-9]\d{0,2}) (\S+) (\S+) (\S+) (\S+) (\S+) (?=-|\[)/;
const elementStart = /\[([^\s=\]"]+)/y;
const parameter = / +([^\s=\]"]+)="((?:[^"\\\]]|\\.)*)"/sy;

/** Undefined for another text. */
export function readRfc5424(text: string): SyslogMessage | undefined {
  const match = header5424.exec(text);
  if (!match) return undefined;
  const [all, priority, version, timestamp, hostname, appname, procid, msgid] = match;
  const structured = readStructuredData(text, all.length);
  if (!structured || Number(priority) > maxPriority) return undefined;
  const { data, end } = structured;
  if (end < text.length && text[end] !== ' ') return undefined;
  return {
    priority: Number(priority),
    version: Number(version),
    ...named('timestamp', timestamp),
    ...named('hostname', hostname),
    ...named('appname', appname),
    ...named('procid', procid),
    ...named('msgid', msgid),
    ...(data ? { structuredData: data } : {}),
    // The mark says that the message is UTF-8.
    message: text.slice(end + 1).replace(/^\ufeff/, ''),
  };
}

const maxPriority = 191;

function readStructuredData(
  text: string,
  start: number,
): { readonly data?: DataRecord; readonly end: number } | undefined {
  if (text[start] === '-') return { end: start + 1 };
  const data: DataRecord = {};
  let at = start;
  while (text[at] === '[') {
    elementStart.lastIndex = at;
    const [all, id] = elementStart.exec(text) ?? [];
    if (all === undefined || id === undefined) return undefined;
    const parameters: DataRecord = {};
    at += all.length;
    for (let found = parameterAt(text, at); found; found = parameterAt(text, at)) {
      writeMember(parameters, found[1] ?? '', (found[2] ?? '').replace(/\\(["\\\]])/g, '$1'));
      at += found[0].length;
    }
    if (text[at++] !== ']') return undefined;
    writeMember(data, id, parameters);
  }
  return { data, end: at };
}

function parameterAt(text: string, at: number): RegExpExecArray | null {
  parameter.lastIndex = at;
  return parameter.exec(text);
}

const priority3164 = /^(?:<(\d{1,3})>)?/;
const time3164 =
  /(?:([A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)|(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)) /y;
const host3164 = /(\S+) /y;
const tag3164 = /([^\s:[\]]{1,128})(?:\[([^\]\s]{1,128})\])?: ?/y;

/** The priority may be missing, as in files, and the name of the program. Undefined for a text without a time. */
export function readRfc3164(text: string): SyslogMessage | undefined {
  const [begin = '', priority] = priority3164.exec(text) ?? [];
  if (Number(priority ?? 0) > maxPriority) return undefined;
  const time = matchAt(time3164, text, begin.length);
  if (!time) return undefined;
  let at = begin.length + time[0].length;
  const host = matchAt(host3164, text, at);
  if (!host) return undefined;
  at += host[0].length;
  const tag = matchAt(tag3164, text, at);
  return {
    ...(priority === undefined ? {} : { priority: Number(priority) }),
    ...named('timestamp', time[1] ?? time[2]),
    ...named('hostname', host[1]),
    ...named('appname', tag?.[1]),
    ...named('procid', tag?.[2]),
    message: text.slice(at + (tag?.[0].length ?? 0)),
  };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The names of the syslog processor of Elastic, by their codes. */
export const severities = [
  'Emergency',
  'Alert',
  'Critical',
  'Error',
  'Warning',
  'Notice',
  'Informational',
  'Debug',
];
export const facilities = [
  ...['kernel', 'user-level', 'mail', 'system', 'security/authorization', 'syslogd', 'line printer'],
  ...[
    'network news',
    'UUCP',
    'clock',
    'security/authorization',
    'FTP',
    'NTP',
    'log audit',
    'log alert',
    'clock',
  ],
  ...['local0', 'local1', 'local2', 'local3', 'local4', 'local5', 'local6', 'local7'],
];
