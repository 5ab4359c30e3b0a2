/** Messages in the Common Event Format of ArcSight. */

import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { type DataRecord, writeMember } from '../base/record.ts';

const headerNames = ['vendor', 'product', 'version', 'event_class_id', 'name', 'severity'] as const;

/** What stands before may be a header of syslog. */
const start = /(?:^|\s)CEF:\s*(\d+(?:\.\d+)?)\|/;
const headerPart = /((?:[^|\\]|\\.)*)\|/gsy;
const extensionKey = /(?:^|\s)([\w.[\]-]+)(?:=|( +)=(?=[^\s=]))/g;

const another = 'is not a message of CEF';

/** The parts under the names of Elastic; for another text, what is wrong with it. */
export function readCef(text: string): DataRecord | string {
  const begin = start.exec(text);
  if (!begin) return another;
  let at = begin.index + begin[0].length;
  const parts: string[] = [];
  for (const _ of headerNames) {
    headerPart.lastIndex = at;
    const [all, part = ''] = headerPart.exec(text) ?? lastPart(text, at, parts.length);
    if (all === undefined) return another;
    parts.push(part.replace(/\\([|\\])/g, '$1').trim());
    at += all.length;
  }
  const [vendor = '', product = '', version = '', eventClass = '', name = '', severity = ''] = parts;
  const extensions = readExtensions(text.slice(at).trim());
  if (!extensions) return 'has text in its extension that belongs to no key';
  return {
    version: begin[1] ?? '',
    device: { vendor, product, version, event_class_id: eventClass },
    name,
    severity,
    extensions,
  };
}

/** A message without extensions may end with its severity. */
function lastPart(text: string, at: number, count: number): readonly string[] {
  const rest = text.slice(at);
  return count === headerNames.length - 1 && !rest.includes('|') ? [rest, rest] : [];
}

/** A value ends before the next key: it may have blanks and equals signs. Undefined for a text that begins without a key. */
function readExtensions(text: string): DataRecord | undefined {
  const extensions: DataRecord = {};
  const keys = keysOf(text);
  if (text.slice(0, keys[0]?.index) !== '') return undefined;
  for (const [index, { index: at, 0: all, 1: key = '' }] of keys.entries()) {
    const value = text.slice(at + all.length, keys[index + 1]?.index).trim();
    writeMember(
      extensions,
      key,
      value.replace(/\\([=\\|nr])/g, (_, one: string) => ownMember(escapes, one) ?? one),
    );
  }
  return extensions;
}

/** Some senders write a blank before the equals sign. Behind a value of several words, such a word belongs to the value. */
function keysOf(text: string): readonly RegExpExecArray[] {
  const keys: RegExpExecArray[] = [];
  for (const match of text.matchAll(extensionKey)) {
    const last = keys.at(-1);
    const value = last ? text.slice(last.index + last[0].length, match.index).trim() : '';
    if (match[2] === undefined || !/\s/.test(value)) keys.push(match);
  }
  return keys;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r' };
