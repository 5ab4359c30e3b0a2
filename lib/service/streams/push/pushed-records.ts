/** The records of a push: a JSON array, or a text in the format of the source. */

import { invalidBody } from '../../samples/records/invalid-body.ts';
import type { ReadRecord } from '../../samples/records/malformed.ts';
import { readRecords, type TypedText } from '../../samples/records/read-records.ts';
import type { SourceRecord } from '../../sources/source-record.ts';

const maxRecords = 500;

/** @throws ServiceError as `readRecords`, and invalid_request when there are too many or none. */
export function pushedRecords(
  body: TypedText,
  { format }: Pick<SourceRecord, 'format'>,
): readonly ReadRecord[] {
  const records = readRecords(body, { format, limit: maxRecords + 1 });
  if (records.length === 0) throw invalidBody('', 'min_items', 'must have at least 1 record');
  if (records.length > maxRecords)
    throw invalidBody('', 'max_items', `must have at most ${maxRecords} records`);
  return records;
}
