/** Records of the extended log file format (https://www.w3.org/TR/WD-logfile.html), as IIS and CloudFront write it. */

import type { DataRecord } from '../base/record.ts';
import type { CsvOptions } from '../text/csv-line.ts';
import { recordOfRow, splitOptions, splitRow } from './csv.ts';
import { type CsvFormat, flawOfNames } from './csv-format.ts';
import { type Piece, type ReadRecord, readPiece, requireText } from './malformed.ts';
import { malformedRecord, type RecordPlace } from './read-error.ts';
import type { RecordText } from './read-records.ts';
import { linesOf } from './text-lines.ts';

/**
 * Reads each line as a record of texts, by the columns of the `#Fields:` before it, or by those of the source. Values
 * that are `-` are absent; other lines that begin with `#`, and blank ones, are skipped.
 *
 * @throws ReadError for a `#Fields:` that does not name the columns.
 * @example [...w3cRecords({ content: '#Fields: c-ip sc-status\n::1 200' }, { separator: ' ' })]
 *   // [{ 'c-ip': '::1', 'sc-status': '200' }]
 */
export function* w3cRecords({ content, damage }: RecordText, csv: CsvFormat): Generator<ReadRecord> {
  const options = splitOptions(csv);
  let names = csv.columns;
  for (const { text, number: line } of linesOf(content)) {
    if (text.trim() === '') continue;
    const piece = { text, place: { line }, damage };
    const known = names;
    if (text.startsWith('#')) names = readFields(piece, options) ?? names;
    else yield readPiece(piece, (row, place) => entryOf(splitEntry(row, place, options), known, place));
  }
}

/** Zeek writes the word in lower case, without a colon. */
const fieldsDirective = /^#[ \t]*fields(?=[:\s]|$)\s*:?/i;

/** Undefined for any other line. @throws ReadError for names that no columns can have. */
function readFields(piece: Piece, { separator }: CsvOptions): readonly string[] | undefined {
  if (!fieldsDirective.test(piece.text)) return undefined;
  const names = namesOfFields(requireText(piece), separator) ?? [];
  const flaw = flawOfNames(names);
  if (flaw !== undefined) throw malformedRecord(piece.place, flaw);
  return names;
}

/**
 * The names of a `#Fields:` line; undefined for any other line.
 *
 * @example namesOfFields('#Fields: date time', '\t') // ['date', 'time']
 */
export function namesOfFields(line: string, separator: string): readonly string[] | undefined {
  if (!fieldsDirective.test(line)) return undefined;
  // CloudFront writes blanks between the names, and tabs between the values.
  return line
    .replace(fieldsDirective, '')
    .trim()
    .split(separator.trim() === '' ? /\s+/ : separator);
}

/** The separator ends the last value, too, so that an empty one counts. Blanks at the end of a line do not count as a value. */
function splitEntry(row: string, place: RecordPlace, options: CsvOptions): readonly string[] {
  const { separator } = options;
  return splitRow(`${separator === ' ' ? row.trimEnd() : row}${separator}`, place, options);
}

/** Each column has a value in each row: with fewer values, nobody knows which are absent. */
function entryOf(
  values: readonly string[],
  names: readonly string[] | undefined,
  place: RecordPlace,
): DataRecord {
  if (!names) throw malformedRecord(place, 'is behind no #Fields, and the source has no csv.columns');
  if (values.length < names.length)
    throw malformedRecord(place, `has ${values.length} values for ${names.length} columns`);
  const record = recordOfRow(names, values, place);
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== '-'));
}
