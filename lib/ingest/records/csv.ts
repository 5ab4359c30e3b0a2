/** Records of CSV (RFC 4180), written as the source says. */

import { equal } from '../../headwater/shared/json/equal.ts';
import { cutText } from '../base/failure.ts';
import type { DataRecord } from '../base/record.ts';
import { type CsvError, type CsvOptions, splitCsvLine } from '../text/csv-line.ts';
import { type CsvFormat, flawOfNames, maxColumns } from './csv-format.ts';
import { type Piece, type ReadRecord, readPiece, requireText, sentTextOf } from './malformed.ts';
import { malformedRecord, type RecordPlace } from './read-error.ts';
import type { RecordText } from './read-records.ts';
import { lineAfter, type TextLine } from './text-lines.ts';

/**
 * Reads each row as a record of texts. Columns beyond the end of a row are absent; blank lines are skipped.
 *
 * @throws ReadError for a first row that must name the columns and does not, or names others than
 * the source.
 * @example [...csvRecords({ content: 'name,age\n"Ada, L.",36' })] // [{ name: 'Ada, L.', age: '36' }]
 */
export function* csvRecords({ content, damage }: RecordText, csv: CsvFormat = {}): Generator<ReadRecord> {
  const { columns, header = true } = csv;
  const options = splitOptions(csv);
  let names = header === true ? undefined : columns;
  let mayBeHeader = header === 'first';
  for (const { text, number: line } of rowsOf(content, options)) {
    const piece = { text, place: { line }, damage };
    const known = names;
    if (!known) names = readHeader(piece, columns, options);
    else if (!(mayBeHeader && isHeader(piece, known, options)))
      yield readPiece(piece, (row, place) => recordOfRow(known, splitRow(row, place, options), place));
    mayBeHeader = false;
  }
}

/** Reads a row by itself, without its header. */
export function readCsvRow(text: string, csv: CsvFormat & Required<Pick<CsvFormat, 'columns'>>): ReadRecord {
  return readPiece({ text, place: {} }, (row, place) =>
    recordOfRow(csv.columns, splitRow(row, place, splitOptions(csv)), place),
  );
}

export function splitOptions({ separator = ',', quote = '"', trim = false }: CsvFormat): CsvOptions {
  return { separator, quote, trims: trim, columns: maxColumns + 1 };
}

function isHeader(piece: Piece, columns: readonly string[], options: CsvOptions): boolean {
  return equal(splitCsvLine(sentTextOf(piece).raw, options), columns);
}

const maxShown = 1_000;

function readHeader(
  piece: Piece,
  columns: readonly string[] | undefined,
  options: CsvOptions,
): readonly string[] {
  const names = splitRow(requireText(piece), piece.place, options);
  const flaw = flawOfNames(names);
  if (!columns && flaw !== undefined) throw malformedRecord(piece.place, flaw);
  if (!columns || equal(names, columns)) return names;
  const [found, declared] = [names, columns].map((list) => cutText(JSON.stringify(list), maxShown));
  throw malformedRecord(piece.place, `has ${found}; the columns of the source are ${declared}`);
}

/**
 * Lines within quotes belong to one row. If a row cannot be split, its first line becomes a row by itself, and the next
 * row begins with the second line, so an open quote does not swallow the rows after it. Each line is read at most
 * three times, since a row ends with the next line that has an odd number of quotes.
 */
function* rowsOf(text: string, options: CsvOptions): Generator<Pick<TextLine, 'text' | 'number'>> {
  for (let first = lineAfter(text); first; ) {
    const { row, last } = hasOddQuotes(first.text, options)
      ? joinLines(text, first, options)
      : { row: first.text, last: first };
    // A row of tabs has values if a tab separates them.
    if (row.trim() !== '' || row.includes(options.separator)) yield { text: row, number: first.number };
    first = lineAfter(text, last);
  }
}

function joinLines(
  text: string,
  first: TextLine,
  options: CsvOptions,
): { readonly row: string; readonly last: TextLine } {
  const alone = { row: first.text, last: first };
  const lines = [first.text];
  for (let last = lineAfter(text, first); last; last = lineAfter(text, last)) {
    lines.push(last.text);
    if (!hasOddQuotes(last.text, options)) continue;
    const row = lines.join('\n');
    return isSplit(splitCsvLine(row, options)) ? { row, last } : alone;
  }
  return alone;
}

function hasOddQuotes(text: string, { quote }: CsvOptions): boolean {
  let isOdd = false;
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) isOdd = !isOdd;
  return isOdd;
}

/** @throws ReadError for a row that is not CSV. */
export function splitRow(text: string, place: RecordPlace, options: CsvOptions): readonly string[] {
  const values = splitCsvLine(text, options);
  if (isSplit(values)) return values;
  throw malformedRecord(place, `is not CSV: it has ${values.message}`);
}

function isSplit(values: readonly string[] | CsvError): values is readonly string[] {
  return Array.isArray(values);
}

/** @throws ReadError for more values than names. */
export function recordOfRow(
  names: readonly string[],
  values: readonly string[],
  place: RecordPlace,
): DataRecord {
  if (values.length > names.length) {
    const more = values.length > maxColumns ? `more than ${maxColumns}` : String(values.length);
    throw malformedRecord(place, `has ${more} values for ${names.length} columns`);
  }
  return Object.fromEntries(values.map((value, index) => [names[index] ?? '', value]));
}
