/** The records of a push: a JSON array, or a text in the format of the source. */

import type { DataRecord } from '../../preprocessors/base/record.ts';
import { type RecordText, readRecords } from '../../samples/records/read-records.ts';
import type { SourceRecord } from '../../sources/source-record.ts';
import { invalidBody } from '../invalid-body.ts';

const maxRecords = 500;

/** @throws ServiceError unsupported_media_type, malformed_records, and invalid_request when there are too many or none. */
export function pushedRecords(
  body: RecordText | readonly object[],
  { format }: Pick<SourceRecord, 'format'>,
): readonly DataRecord[] {
  // JSON that the schema has checked: 1 to 500 objects.
  if (isList(body)) return body as readonly DataRecord[];
  const records = readRecords(body, { format, limit: maxRecords + 1 });
  if (records.length === 0) throw invalidBody('', 'min_items', 'must have at least 1 record');
  if (records.length > maxRecords)
    throw invalidBody('', 'max_items', `must have at most ${maxRecords} records`);
  return records;
}

function isList(body: RecordText | readonly object[]): body is readonly object[] {
  return Array.isArray(body);
}
