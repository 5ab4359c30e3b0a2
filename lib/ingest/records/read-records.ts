/** Reads the records of a body, by its media type and the format of the source. */

import { runWithin } from '../engine/time-limit.ts';
import { csvRecords, readCsvRow } from './csv.ts';
import type { CsvFormat, RecordFormat } from './csv-format.ts';
import { lineRecords } from './lines.ts';
import { type Damage, isReadable, type ReadRecord, readPiece } from './malformed.ts';
import { jsonRecords, ndjsonRecords, type Reparse, readObject } from './ndjson.ts';
import { ReadError } from './read-error.ts';
import { w3cRecords } from './w3c.ts';

export interface RecordText {
  readonly content: string;
  /** Undefined if the body is UTF-8. */
  readonly damage?: Damage | undefined;
}

export interface TypedText extends RecordText {
  /** Lower case, without parameters. */
  readonly mediaType: string;
  /** The parameters of the media type, by their names in lower case. */
  readonly parameters?: ReadonlyMap<string, string>;
}

type Format = RecordFormat['format'];

interface ReaderOptions extends Omit<RecordFormat, 'format'> {
  /** For JSON. */
  readonly reparse?: Reparse | undefined;
}

interface Reader {
  readonly read: (text: RecordText, format: ReaderOptions) => Iterable<ReadRecord>;
  /** The source must have this format. */
  readonly format?: Format;
}

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['application/json', { read: (text, { reparse }) => jsonRecords(text, reparse) }],
  ['application/x-ndjson', { read: (text, { reparse }) => ndjsonRecords(text, reparse) }],
  ['text/csv', { read: (text, { csv }) => rowRecords(text, csv), format: 'csv' }],
  ['text/plain', { read: (text, { multiline }) => lineRecords(text, multiline), format: 'text' }],
]);

function rowRecords(text: RecordText, csv?: CsvFormat): Iterable<ReadRecord> {
  return csv?.header === 'w3c' ? w3cRecords(text, csv) : csvRecords(text, csv);
}

/** The media type by which records of a format are read if nothing else is known. */
export const mediaTypeOfFormat = {
  json: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  text: 'text/plain',
} as const satisfies Record<Format, string>;

/** The processor's time for reading, in milliseconds: as for the run of the records. */
const maxReadMs = 800;

/** In characters. A shorter body is read at once: the limit costs 0.2 ms. */
const maxUnlimited = 65_536;

/**
 * Reads at most `limit` records, and nothing after them.
 *
 * @throws ReadError `unsupported_media_type` when the source has another format, or nothing names the columns of CSV;
 *   `invalid_json` and `not_an_array` unless JSON is an array; `malformed_record` for CSV whose first line does not
 *   name the columns, and for lines that take too long with `multiline`; `too_slow` for what takes too long to read.
 * @example readRecords({ mediaType: 'text/plain', content: 'a\nb' }, { format: 'text', limit: 9 })
 *   // [{ message: 'a' }, { message: 'b' }]
 */
export function readRecords(
  { mediaType, parameters, ...text }: TypedText,
  { format, csv, multiline, reparse, limit }: RecordFormat & ReaderOptions & { readonly limit: number },
): ReadRecord[] {
  const reader = readers.get(mediaType);
  if (!reader || (reader.format !== undefined && reader.format !== format))
    throw wrongType(mediaType, format);
  const rows = mediaType === 'text/csv' ? withHeader(csv, parameters?.get('header')) : csv;
  const read = () => {
    const records: ReadRecord[] = [];
    for (const record of reader.read(text, { csv: rows, multiline, reparse })) {
      records.push(record);
      if (records.length === limit) break;
    }
    return records;
  };
  return text.content.length <= maxUnlimited ? read() : readWithin(read);
}

function readWithin(read: () => ReadRecord[]): ReadRecord[] {
  const [records = []] = runWithin([read], {
    limits: { recordLimitMs: maxReadMs, budgetMs: maxReadMs },
    run: () => read(),
    refuse: () => {
      const detail = `The records take more than ${maxReadMs} ms of the processor to read: send fewer at once.`;
      throw new ReadError('too_slow', detail);
    },
  });
  return records;
}

/**
 * Reads a malformed record again, in the current format of its source. A row of CSV stays malformed unless the source
 * declares its columns, since its header is missing; so does a row of a W3C log, whose `#Fields:` may have been another,
 * and a record that was not UTF-8.
 */
export function readAgain(record: ReadRecord, { format, csv }: RecordFormat): ReadRecord {
  if (isReadable(record) || record.sent.raw_encoding !== undefined) return record;
  const { raw: text } = record.sent;
  if (format === 'csv') {
    const isKnown = csv?.columns && csv.header !== 'w3c';
    return isKnown ? readCsvRow(text, { ...csv, columns: csv.columns }) : record;
  }
  return format === 'text' ? { message: text } : readPiece({ text, place: {} }, readObject);
}

/**
 * The parameter (RFC 4180 section 3) says what one body has, so it replaces the option of the source. Without columns,
 * the first row would be lost as their names. The directives of a W3C log say it themselves.
 */
function withHeader(csv: CsvFormat = {}, parameter?: string): CsvFormat {
  const header = parameter?.toLowerCase();
  if (header === undefined || csv.header === 'w3c') return csv;
  if (header === 'present') return { ...csv, header: true };
  if (header === 'absent' && csv.columns) return { ...csv, header: false };
  const [present, absent] = ['text/csv; header=present', 'text/csv; header=absent'];
  const detail = csv.columns
    ? 'The parameter header of text/csv must be present or absent.'
    : 'The first line of text/csv must name the columns, since the source has no csv.columns, so the parameter header may only be present: send that line, too.';
  throw new ReadError('unsupported_media_type', detail, {
    accepted: csv.columns ? [present, absent] : [present],
  });
}

function wrongType(mediaType: string, format: Format): ReadError {
  const accepted = [...readers].flatMap(([type, reader]) =>
    reader.format === undefined || reader.format === format ? [type] : [],
  );
  const detail = `The body is ${mediaType}; ${accepted.join(', ')} are accepted for a source of the format ${format}.`;
  return new ReadError('unsupported_media_type', detail, { accepted });
}
