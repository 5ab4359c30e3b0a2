/** Texts to records: JSON, CSV, W3C logs, and lines. A record that cannot be read stays beside those that can. */

export { type CsvFormat, csvIssues, type FormatIssue, type RecordFormat } from '../records/csv-format.ts';
export {
  isReadable,
  type ReadRecord,
  recordOf,
  requireReadable,
  runReadable,
  type SentRecord,
  sentOf,
} from '../records/malformed.ts';
export { type MultilineFormat, multilineIssues } from '../records/multiline-format.ts';
export { ReadError, type ReadErrorCode, type RecordPlace } from '../records/read-error.ts';
export { mediaTypeOfFormat, readAgain, readRecords, type TypedText } from '../records/read-records.ts';
