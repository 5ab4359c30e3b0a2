/** Lines of klog, the log of Kubernetes: `I0613 10:15:01.123456 4021 main.go:9] "Started" pod="a/b"`. */

import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { type DataRecord, writeMember } from '../base/record.ts';
import { logfmtPairs, withoutEscapes } from './logfmt.ts';

interface KlogLine {
  readonly level: string;
  /** Month and day, without a year: `0613 10:15:01.123456`. */
  readonly time: string;
  readonly thread: number;
  readonly file: string;
  readonly line: number;
  readonly message: string;
  /** The pairs of a structured message. */
  readonly pairs: DataRecord | undefined;
}

const levels: Readonly<Record<string, string>> = { I: 'info', W: 'warning', E: 'error', F: 'fatal' };
const header = /^([IWEF])(\d{4} \d\d:\d\d:\d\d\.\d{6}) +(\d{1,10}) ([^\s:\]]+):(\d{1,9})\] ?/;
const structuredMessage = /^"((?:[^"\\]|\\.)*)"(?= |$)/s;

/** Undefined for another text. */
export function readKlog(text: string): KlogLine | undefined {
  const match = header.exec(text);
  if (!match) return undefined;
  const [all, letter = '', time = '', thread, file = '', line] = match;
  const rest = text.slice(all.length);
  const structured = structuredMessage.exec(rest);
  return {
    level: ownMember(levels, letter) ?? '',
    time,
    thread: Number(thread),
    file,
    line: Number(line),
    message: structured ? withoutEscapes(structured[1] ?? '') : rest,
    pairs: structured ? readPairs(rest.slice(structured[0].length)) : undefined,
  };
}

function readPairs(text: string): DataRecord | undefined {
  const pairs: DataRecord = {};
  for (const { key, value } of logfmtPairs(text)) writeMember(pairs, key, value);
  return Object.keys(pairs).length > 0 ? pairs : undefined;
}
