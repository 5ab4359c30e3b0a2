/** Messages in the Common Event Format of ArcSight. */

import { type DataRecord, writeMember } from '../base/record.ts';

const headerNames = ['vendor', 'product', 'version', 'event_class_id', 'name', 'severity'] as const;

/** What stands before may be a header of syslog. */
const start = /(?:^|\s)CEF:\s*(\d+(?:\.\d+)?)\|/;
const headerPart = /((?:[^|\\]|\\.)*)\|/gsy;
const extensionKey = /(?:^|\s)([\w.[\]-]+)=/g;

/** The parts under the names of Elastic; undefined for another text. */
export function readCef(text: string): DataRecord | undefined {
  const begin = start.exec(text);
  if (!begin) return undefined;
  let at = begin.index + begin[0].length;
  const parts: string[] = [];
  for (const _ of headerNames) {
    headerPart.lastIndex = at;
    const [all, part = ''] = headerPart.exec(text) ?? lastPart(text, at, parts.length);
    if (all === undefined) return undefined;
    parts.push(part.replace(/\\([|\\])/g, '$1').trim());
    at += all.length;
  }
  const [vendor = '', product = '', version = '', eventClass = '', name = '', severity = ''] = parts;
  return {
    version: begin[1] ?? '',
    device: { vendor, product, version, event_class_id: eventClass },
    name,
    severity,
    extensions: readExtensions(text.slice(at).trim()),
  };
}

/** A message without extensions may end with its severity. */
function lastPart(text: string, at: number, count: number): readonly string[] {
  const rest = text.slice(at);
  return count === headerNames.length - 1 && !rest.includes('|') ? [rest, rest] : [];
}

/** A value ends before the next key: it may have blanks and equals signs. */
function readExtensions(text: string): DataRecord {
  const extensions: DataRecord = {};
  const keys = [...text.matchAll(extensionKey)];
  for (const [index, { index: at, 0: all, 1: key = '' }] of keys.entries()) {
    const value = text.slice(at + all.length, keys[index + 1]?.index).trim();
    writeMember(
      extensions,
      key,
      value.replace(/\\([=\\|nr])/g, (_, one: string) => escapes[one] ?? one),
    );
  }
  return extensions;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r' };
