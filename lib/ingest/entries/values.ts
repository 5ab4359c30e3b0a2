/** The values of records, without the engine: a page that leaves the engine to a worker imports no more. */

export { cutText } from '../base/failure.ts';
export { type FieldPath, findPath } from '../base/field-path.ts';
export { type DataRecord, isRecord, kindInWords, type RecordValue, readMember } from '../base/record.ts';
export { exactInteger } from '../text/numbers.ts';
