/** Records of CSV (RFC 4180): the first line names the columns. */

import type { DataRecord } from '../../preprocessors/base/record.ts';
import { type CsvError, splitCsvLine } from '../../preprocessors/text/csv-line.ts';
import { malformedRecord, type ReadRecord, type RecordPlace, readPiece, requireText } from './malformed.ts';
import type { RecordText } from './read-records.ts';
import { lineAfter, type TextLine } from './text-lines.ts';

const maxColumns = 1000;
const options = { separator: ',', quote: '"', trims: false, columns: maxColumns + 1 } as const;

/**
 * Reads each row as a record of texts. Columns beyond the end of a row are absent; blank lines are skipped.
 *
 * @throws ServiceError malformed_records for the first row, which names the columns.
 * @example [...csvRecords({ content: 'name,age\n"Ada, L.",36' })] // [{ name: 'Ada, L.', age: '36' }]
 */
export function* csvRecords({ content, damage }: RecordText): Generator<ReadRecord> {
  let names: readonly string[] | undefined;
  for (const { text, number: line } of rowsOf(content)) {
    const piece = { text, place: { line }, damage };
    if (names) {
      const known = names;
      yield readPiece(piece, (row, place) => recordOf(known, splitRow(row, place), place));
    } else names = checkNames(splitRow(requireText(piece), piece.place), piece.place);
  }
}

/**
 * Lines within quotes belong to one row. If a row cannot be split, its first line becomes a row by itself, and the next
 * row begins with the second line, so an open quote does not swallow the rows after it. Each line is read at most
 * three times, since a row ends with the next line that has an odd number of quotes.
 */
function* rowsOf(text: string): Generator<Pick<TextLine, 'text' | 'number'>> {
  for (let first = lineAfter(text); first; ) {
    const { row, last } = hasOddQuotes(first.text)
      ? joinLines(text, first)
      : { row: first.text, last: first };
    if (row.trim() !== '') yield { text: row, number: first.number };
    first = lineAfter(text, last);
  }
}

function joinLines(text: string, first: TextLine): { readonly row: string; readonly last: TextLine } {
  const alone = { row: first.text, last: first };
  const lines = [first.text];
  for (let last = lineAfter(text, first); last; last = lineAfter(text, last)) {
    lines.push(last.text);
    if (!hasOddQuotes(last.text)) continue;
    const row = lines.join('\n');
    return isSplit(splitCsvLine(row, options)) ? { row, last } : alone;
  }
  return alone;
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

function splitRow(text: string, place: RecordPlace): readonly string[] {
  const values = splitCsvLine(text, options);
  if (isSplit(values)) return values;
  throw malformedRecord(place, `is not CSV: it has ${values.message}`);
}

function isSplit(values: readonly string[] | CsvError): values is readonly string[] {
  return Array.isArray(values);
}

function checkNames(names: readonly string[], place: RecordPlace): readonly string[] {
  if (names.length > maxColumns) throw malformedRecord(place, `names more than ${maxColumns} columns`);
  const known = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (name.trim() === '') throw malformedRecord(place, `has no name for column ${index + 1}`);
    if (name === '__proto__') throw malformedRecord(place, 'has a column called "__proto__"');
    if (known.has(name)) throw malformedRecord(place, `names two columns ${JSON.stringify(name)}`);
    known.add(name);
  }
  return names;
}

function recordOf(names: readonly string[], values: readonly string[], place: RecordPlace): DataRecord {
  if (values.length > names.length) {
    const more = values.length > maxColumns ? `more than ${maxColumns}` : String(values.length);
    throw malformedRecord(place, `has ${more} values; the first line names ${names.length} columns`);
  }
  return Object.fromEntries(values.map((value, index) => [names[index] ?? '', value]));
}
