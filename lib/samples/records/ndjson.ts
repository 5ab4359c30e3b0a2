/** Records of newline-delimited JSON. */

import { flawMessages, inspectJson, maxJsonDepth } from '../../json/inspect-json.ts';
import { parseExactly } from '../../json/lossless-json.ts';
import { replacesPrototype } from '../../json/replaces-prototype.ts';
import { type DataRecord, isRecord, kindInWords, type RecordValue } from '../../preprocessors/base/record.ts';
import { malformedRecord } from './malformed.ts';
import { linesOf, type TextLine } from './text-lines.ts';

/**
 * One object a line; blank lines are skipped.
 *
 * @throws ServiceError malformed_records, with the line and column.
 * @example [...ndjsonRecords('{"a":1}\n\n{"a":2}')] // [{ a: 1 }, { a: 2 }]
 */
export function* ndjsonRecords(text: string): Generator<DataRecord> {
  for (const line of linesOf(text)) if (line.text.trim() !== '') yield readLine(line);
}

function readLine({ text, number }: TextLine): DataRecord {
  const { error, findings, hasLongIntegers } = inspectJson(text, () => true);
  if (error) {
    const place = { line: number, column: error.column };
    const what = error.kind === 'too_deep' ? `is nested deeper than ${maxJsonDepth} levels` : notJson(error);
    throw malformedRecord(place, what);
  }
  const [flaw] = findings;
  if (flaw) {
    const { pointer, column } = flaw;
    throw malformedRecord({ line: number, column }, `is not exact: ${pointer} ${flawMessages[flaw.flaw]}`);
  }
  // JSON: a record, or another value of one.
  const value = (hasLongIntegers ? parseExactly(text) : JSON.parse(text)) as RecordValue;
  if (!isRecord(value)) throw malformedRecord({ line: number }, `is ${kindInWords(value)}, not an object`);
  if (hasForbiddenName(value))
    throw malformedRecord({ line: number }, 'has a member "__proto__", or "constructor" with a "prototype"');
  return value;
}

function notJson({ what, column }: { readonly what: string; readonly column: number }): string {
  return `is not JSON: ${what} at column ${column}`;
}

/** As in a body that is JSON. */
function hasForbiddenName(value: RecordValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasForbiddenName);
  return Object.entries(value).some(
    ([name, member]) => replacesPrototype(name, member) || (member !== undefined && hasForbiddenName(member)),
  );
}
