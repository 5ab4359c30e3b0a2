/** Records of CSV (RFC 4180): the first line names the columns. */

import type { DataRecord } from '../../preprocessors/base/record.ts';
import { splitCsvLine } from '../../preprocessors/text/csv-line.ts';
import { malformedRecord } from './malformed.ts';
import { linesOf, type TextLine } from './text-lines.ts';

const maxColumns = 1000;
const options = { separator: ',', quote: '"', trims: false, columns: maxColumns + 1 } as const;

/**
 * Each row is a record of texts. Columns that a row does not reach are absent; blank lines are skipped.
 *
 * @throws ServiceError malformed_records, with the line in which the row begins.
 * @example [...csvRecords('name,age\n"Ada, L.",36')] // [{ name: 'Ada, L.', age: '36' }]
 */
export function* csvRecords(text: string): Generator<DataRecord> {
  let names: readonly string[] | undefined;
  for (const row of rowsOf(text)) {
    const values = splitRow(row);
    if (names) yield recordOf(names, values, row);
    else names = checkNames(values, row);
  }
}

/** Lines within quotes belong to one row. */
function* rowsOf(text: string): Generator<TextLine> {
  let open: TextLine | undefined;
  for (const line of linesOf(text)) {
    const row: TextLine = open ? { text: `${open.text}\n${line.text}`, number: open.number } : line;
    const isOpen: boolean = hasOddQuotes(line.text) !== (open !== undefined);
    open = isOpen ? row : undefined;
    if (!open && row.text.trim() !== '') yield row;
  }
  if (open) yield open;
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

function splitRow({ text, number }: TextLine): readonly string[] {
  const values = splitCsvLine(text, options);
  if (Array.isArray(values)) return values;
  throw malformedRecord({ line: number }, `is not CSV: it has ${values.message}`);
}

function checkNames(names: readonly string[], { number: line }: TextLine): readonly string[] {
  if (names.length > maxColumns) throw malformedRecord({ line }, `names more than ${maxColumns} columns`);
  const known = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (name.trim() === '') throw malformedRecord({ line }, `has no name for column ${index + 1}`);
    if (name === '__proto__') throw malformedRecord({ line }, 'has a column called "__proto__"');
    if (known.has(name)) throw malformedRecord({ line }, `names two columns ${JSON.stringify(name)}`);
    known.add(name);
  }
  return names;
}

function recordOf(
  names: readonly string[],
  values: readonly string[],
  { number: line }: TextLine,
): DataRecord {
  if (values.length > names.length) {
    const more = values.length > maxColumns ? `more than ${maxColumns}` : String(values.length);
    throw malformedRecord({ line }, `has ${more} values; the first line names ${names.length} columns`);
  }
  return Object.fromEntries(values.map((value, index) => [names[index] ?? '', value]));
}
