/** Deprecation of an operation: whether, since when, and when the operation ends. */

import { formats } from '../../../shared/json/formats.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import { dialectOf } from '../../source/dialect-terms.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';

interface Deprecation {
  readonly isDeprecated: boolean;
  /** Deprecation (RFC 9745) and Sunset (RFC 8594). */
  readonly fixedHeaders?: Readonly<Record<string, string>>;
}

export function readDeprecation(node: SourceNode): Deprecation {
  // Swagger 1.2 section 5.2.3: a string.
  const isDeprecated = node.member('deprecated')?.value === 'true' || node.flag('deprecated');
  const since = readDate(node, 'x-deprecation', isDeprecated);
  const sunset = readDate(node, 'x-sunset', isDeprecated);
  if (since && sunset && sunset.time < since.time) {
    const accepted = `${quote(since.node.value)} or later: an operation ends after its deprecation (RFC 9745 section 4)`;
    sunset.node.report('E-DEPRECATION', quote(sunset.node.value), accepted);
  }
  const headers = omitUndefined({
    deprecation: since && `@${Math.floor(since.time / 1000)}`,
    sunset: sunset && new Date(sunset.time).toUTCString(),
  });
  return { isDeprecated, ...(Object.keys(headers).length > 0 ? { fixedHeaders: headers } : {}) };
}

interface DeclaredDate {
  readonly node: SourceNode;
  /** In milliseconds. A date means midnight UTC. */
  readonly time: number;
}

function readDate(operation: SourceNode, key: string, isDeprecated: boolean): DeclaredDate | undefined {
  const node = operation.member(key);
  if (!node) return undefined;
  const text = String(node.value).toUpperCase();
  // The format allows a leap second, which Date.parse does not.
  const time = formats.date(text) || formats['date-time'](text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    const accepted = 'a date such as "2027-01-31", or a time such as "2027-01-31T12:00:00Z"';
    node.report('E-DEPRECATION', quote(node.value), accepted, { path: node.path });
    return undefined;
  }
  if (!isDeprecated) {
    const found = `${key} of an operation that is not deprecated`;
    const fix = { path: [...operation.path, 'deprecated'], value: 'true' };
    node.report('E-DEPRECATION', found, `${dialectOf(operation).deprecated} as well`, fix);
  }
  return { node, time };
}
