/** Reads the records of a body that is not JSON, by its media type and the format of the source. */

import { ServiceError } from '../../errors.ts';
import type { DataRecord } from '../../preprocessors/base/record.ts';
import type { SourceRecord } from '../../sources/source-record.ts';
import { csvRecords } from './csv.ts';
import { ndjsonRecords } from './ndjson.ts';
import { linesOf } from './text-lines.ts';

export interface RecordText {
  /** Lower case, without parameters. */
  readonly mediaType: string;
  readonly text: string;
}

interface Reader {
  readonly read: (text: string) => Iterable<DataRecord>;
  /** The source must have this format. */
  readonly format?: SourceRecord['format'];
}

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['application/x-ndjson', { read: ndjsonRecords }],
  ['text/csv', { read: csvRecords, format: 'csv' }],
  ['text/plain', { read: lineRecords, format: 'text' }],
]);

/**
 * At most `limit` records; what follows is not read.
 *
 * @throws ServiceError unsupported_media_type when the source has another format; malformed_records with the line.
 * @example readRecords({ mediaType: 'text/plain', text: 'a\nb' }, { format: 'text', limit: 9 })
 *   // [{ message: 'a' }, { message: 'b' }]
 */
export function readRecords(
  { mediaType, text }: RecordText,
  { format, limit }: { readonly format: SourceRecord['format']; readonly limit: number },
): DataRecord[] {
  const reader = readers.get(mediaType);
  if (!reader || (reader.format !== undefined && reader.format !== format))
    throw wrongType(mediaType, format);
  const records: DataRecord[] = [];
  for (const record of reader.read(text)) {
    records.push(record);
    if (records.length === limit) break;
  }
  return records;
}

/** Each line that is not empty is a record. */
function* lineRecords(text: string): Generator<DataRecord> {
  for (const line of linesOf(text)) if (line.text !== '') yield { message: line.text };
}

function wrongType(mediaType: string, format: SourceRecord['format']): ServiceError {
  const accepted = [...readers].flatMap(([type, reader]) =>
    reader.format === undefined || reader.format === format ? [type] : [],
  );
  const accept = ['application/json', ...accepted].join(', ');
  const detail = `The body is ${mediaType}; ${accept} are accepted for a source of the format ${format}.`;
  return new ServiceError('unsupported_media_type', detail, { headers: { accept } });
}
