/** Messages in the Log Event Extended Format of QRadar, versions 1.0 and 2.0. */

import { type DataRecord, writeMember } from '../base/record.ts';

/** What stands before may be a header of syslog. */
const start = /(?:^|\s)LEEF:\s*([12]\.0)\|/;
/** One character, or its code, as version 2.0 names the delimiter of attributes. */
const delimiterPart = /(?:([^|])|0?x([\dA-Fa-f]{2,4}))?\|/y;
const headerNames = 4;

const another = 'is not a message of LEEF';

/** @returns the parts under the names that Elastic has for CEF; for another text, what is wrong with it. */
export function readLeef(text: string): DataRecord | string {
  const begin = start.exec(text);
  if (!begin) return another;
  const version = begin[1] ?? '';
  let at = begin.index + begin[0].length;
  const parts: string[] = [];
  for (let count = 0; count < headerNames; count++) {
    const end = text.indexOf('|', at);
    // A message without attributes may end with the event.
    const isLast = end === -1 && count === headerNames - 1;
    if (end === -1 && !isLast) return another;
    parts.push(text.slice(at, isLast ? undefined : end).trim());
    at = isLast ? text.length : end + 1;
  }
  const [vendor = '', product = '', ofProduct = '', event = ''] = parts;
  const { delimiter, end } = version === '2.0' ? readDelimiter(text, at) : { delimiter: '\t', end: at };
  const attributes = readAttributes(text.slice(end), delimiter);
  if (!attributes) return 'has text in its attributes that belongs to no name';
  return { version, device: { vendor, product, version: ofProduct, event_id: event }, attributes };
}

/** Some programs leave it out: attributes begin at once then. */
function readDelimiter(text: string, at: number): { readonly delimiter: string; readonly end: number } {
  delimiterPart.lastIndex = at;
  const [all = '', character, code] = delimiterPart.exec(text) ?? [];
  const coded = code === undefined ? '\t' : String.fromCharCode(Number.parseInt(code, 16));
  return { delimiter: character ?? coded, end: at + all.length };
}

/** The format has no escapes: what has no equals sign belongs to the value before it. Undefined if there is none. */
function readAttributes(text: string, delimiter: string): DataRecord | undefined {
  const pairs: [name: string, value: string][] = [];
  for (const part of text.split(delimiter)) {
    const equals = part.indexOf('=');
    const last = pairs.at(-1);
    if (equals > 0) pairs.push([part.slice(0, equals).trim(), part.slice(equals + 1)]);
    else if (last) last[1] += delimiter + part;
    else if (part.trim() !== '') return undefined;
  }
  const attributes: DataRecord = {};
  for (const [name, value] of pairs) writeMember(attributes, name, value.trimEnd());
  return attributes;
}
