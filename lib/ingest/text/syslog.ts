/** Messages of syslog: RFC 5424, and RFC 3164 as programs and devices write it. */

import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { type DataRecord, writeMember } from '../base/record.ts';
import { zoneNames } from '../dates/zone-names.ts';
import { isIp } from './ip-address.ts';

export interface SyslogMessage {
  readonly priority?: number | undefined;
  readonly version?: number | undefined;
  /** In one of `timestampFormats`; absent if the sender has no clock. */
  readonly timestamp?: string | undefined;
  /** The number that devices of Cisco give to the message. */
  readonly sequence?: number | undefined;
  /** Seconds since the device was started: Cisco writes them if the device has no clock. */
  readonly uptime?: number | undefined;
  readonly hostname?: string | undefined;
  readonly appname?: string | undefined;
  readonly procid?: string | undefined;
  readonly msgid?: string | undefined;
  readonly structuredData?: DataRecord | undefined;
  readonly message: string;
}

/** The forms of timestamps, as patterns of java.time. */
export const timestampFormats = ['ISO8601', 'MMM d HH:mm:ss', 'MMM d[ yyyy] HH:mm:ss[.SSSSSSSSS][ z]'];

/** `-` stands for no value. */
function presentOf(text: string | undefined): string | undefined {
  return text === '-' || text === '' ? undefined : text;
}

const header5424 = /^<(\d{1,3})>([1-9]\d{0,2}) (\S+) (\S+) (\S+) (\S+) (\S+) (?=-|\[)/;
const elementStart = /\[([^\s=\]"]+)/y;
const parameter = / +([^\s=\]"]+)="((?:[^"\\\]]|\\.)*)"/sy;

/** Undefined for another text. */
export function readRfc5424(text: string): SyslogMessage | undefined {
  return readWithHeader5424(text, (start) => readStructuredData(text, start));
}

/** Reads the header alone: some devices write their structured data in a form of their own, which is the message then. */
export function readHeader5424(text: string): SyslogMessage | undefined {
  return readWithHeader5424(text, (start) => ({ end: start - 1 }));
}

function readWithHeader5424(
  text: string,
  readData: (start: number) => StructuredData | undefined,
): SyslogMessage | undefined {
  const match = header5424.exec(text);
  if (!match) return undefined;
  const [all, priority, version, timestamp, hostname, appname, procid, msgid] = match;
  const structured = readData(all.length);
  if (!structured || Number(priority) > maxPriority) return undefined;
  const { data, end } = structured;
  if (end < text.length && text[end] !== ' ') return undefined;
  return {
    priority: Number(priority),
    version: Number(version),
    timestamp: presentOf(timestamp)?.replace(',', '.'),
    hostname: presentOf(hostname),
    appname: presentOf(appname),
    procid: presentOf(procid),
    msgid: presentOf(msgid),
    structuredData: data,
    // The mark says that the message is UTF-8.
    message: text.slice(end + 1).replace(/^\ufeff/, ''),
  };
}

const maxPriority = 191;

interface StructuredData {
  readonly data?: DataRecord;
  readonly end: number;
}

function readStructuredData(text: string, start: number): StructuredData | undefined {
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

/** Cisco: the number of the receiver, the number of the device, the origin, and a mark of an inexact clock. */
const ciscoStart = String.raw`(?::? ?(?:\d{1,10}: )?(\d{1,10}): (?:((?![*.]|(?:\d+[ywdh])+:)[^\s:]{1,255}): )?|: ?)?[*.]?`;
const isoTime = String.raw`(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)`;
const year = String.raw`((?:19|20)\d\d)`;
/** The year may stand before the month, before the clock or behind it. */
const namedTime = String.raw`(?:${year} )?([A-Z][a-z]{2}) {1,2}(\d{1,2}) (?:${year} )?(\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?(?: ${year}(?=:? ))?`;
/** A zone goes before the code of Cisco, or before a host: alone, it would be the host. */
const namedZone = String.raw`(?: (UTC|GMT|[+-]\d\d:?\d\d|[A-Z]{3,5}(?=: %)|(?:${zoneNames.join('|')})(?= (?:[^\s:[\]]+|[\dA-Fa-f:.]+) [^\s:[\]]+(?:\[[^\]\s]+\])?: )))?`;
const uptime = String.raw`((?:\d{1,3}[ywdh]){1,4}|\d{1,3}:\d\d:\d\d)(?=: %)`;
/** Devices of Cisco may write no time at all, but always the code of the message. */
const ciscoCode = String.raw`%[A-Z\d_]+(?:-[A-Z\d_]+)*-[0-7]-[A-Z\d_]+:`;
const header3164 = new RegExp(
  String.raw`^(?:<(\d{1,3})>)?${ciscoStart}(?:(?:${isoTime}|${namedTime}${namedZone}|${uptime})(:?) |(?=${ciscoCode}))`,
);
const host3164 = new RegExp(String.raw`(\S+?)(?: ?:)? (?=${ciscoCode})|(\S+) `, 'y');
const tag3164 = /([^\s:[\]]{1,128})(?:\[([^\]\s]{1,128})\](?:: ?| |$)|: ?)/y;

/** The priority, the host and the name of the program may be missing. Undefined for a text without a time. */
export function readRfc3164(text: string): SyslogMessage | undefined {
  const match = header3164.exec(text);
  if (!match || Number(match[1] ?? 0) > maxPriority) return undefined;
  const [all, priority, sequence, origin, iso] = match;
  const [, elapsed, colon] = match.slice(-3);
  const host = colon === '' ? hostAt(text, all.length) : undefined;
  const at = all.length + (host?.length ?? 0);
  const tag = matchAt(tag3164, text, at);
  return {
    priority: numberOf(priority),
    sequence: numberOf(sequence),
    timestamp: iso?.replace(',', '.') ?? namedTimeOf(match),
    uptime: elapsed === undefined ? undefined : secondsOf(elapsed),
    hostname: presentOf(host?.name ?? origin),
    appname: presentOf(tag?.[1]),
    procid: presentOf(tag?.[2]),
    message: text.slice(at + (tag?.[0].length ?? 0)),
  };
}

/** A tag without a host before it: `kernel:`, `sshd[123]:` or `sshd[123]`. A host may have colons, as an address has. */
const onlyTag = /^[^\s:[\]]+(?::|\[[^\]\s]+\](?::\S*)?)$/;

function hostAt(text: string, at: number): { readonly name: string; readonly length: number } | undefined {
  const [all = '', beforeCode, plain] = matchAt(host3164, text, at) ?? [];
  const name = beforeCode ?? plain ?? '';
  if (name === '' || onlyTag.test(name) || (name.startsWith('[') && !isAddress(name))) return undefined;
  return { name, length: all.length };
}

/** @param text An address of IPv6 in brackets, maybe with a port. */
function isAddress(text: string): boolean {
  return isIp(text.replace(/^\[(.+)\](?::\d{1,5})?$/, '$1'));
}

/** The time of a match of `header3164` in one of `timestampFormats`. */
function namedTimeOf(match: RegExpExecArray): string | undefined {
  const [first, month, day, before, clock, fraction, after, zone] = match.slice(5);
  if (month === undefined) return undefined;
  const written = first ?? before ?? after;
  const offset = zone?.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  return `${month} ${day}${written === undefined ? '' : ` ${written}`} ${clock}${
    fraction === undefined ? '' : `.${fraction.padEnd(9, '0')}`
  }${offset === undefined ? '' : ` ${offset}`}`;
}

const secondsPer: Readonly<Record<string, number>> = {
  y: 365 * 86_400,
  w: 7 * 86_400,
  d: 86_400,
  h: 3_600,
};

/** @example secondsOf('1d02h') // 93600 @example secondsOf('00:01:05') // 65 */
function secondsOf(uptime: string): number {
  if (uptime.includes(':')) return uptime.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Array.from(uptime.matchAll(/(\d{1,3})([ywdh])/g)).reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (ownMember(secondsPer, unit) ?? 0),
    0,
  );
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
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
