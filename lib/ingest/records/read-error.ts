/** What is wrong with records that are read, and where. */

import { omitUndefined } from '../../headwater/shared/json/omit.ts';

/** The place of a record in its text. Lines and columns count from 1; a record that is read again has no place. */
export interface RecordPlace {
  readonly line?: number;
  readonly column?: number;
  /** A JSON pointer (RFC 6901). */
  readonly pointer?: string;
}

/**
 * - `malformed_record`: one record, or the line that names the columns of all
 * - `invalid_json`: the text is not JSON, or the JSON is nested too deep
 * - `not_an_array`: JSON that is not an array
 * - `unsupported_media_type`: the format has other media types, or parameters of them
 * - `too_slow`: the text takes too long to read
 */
export type ReadErrorCode =
  | 'malformed_record'
  | 'invalid_json'
  | 'not_an_array'
  | 'unsupported_media_type'
  | 'too_slow';

interface ReadErrorDetails {
  readonly place?: RecordPlace;
  /** The media types that are accepted instead. */
  readonly accepted?: readonly string[];
}

/** Why records cannot be read. */
export class ReadError extends Error {
  readonly code: ReadErrorCode;
  readonly place: RecordPlace;
  readonly accepted: readonly string[];

  constructor(code: ReadErrorCode, message: string, { place = {}, accepted = [] }: ReadErrorDetails = {}) {
    const { stackTraceLimit } = Error;
    // Each malformed record makes one: a stack would take longer than the record.
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.place = place;
    this.accepted = accepted;
  }
}

/** @param what Completes the sentence that begins with the place, such as `is not JSON`. */
export function malformedRecord({ line, column, pointer }: RecordPlace, what: string): ReadError {
  const subject =
    line === undefined ? `The record${pointer === undefined ? '' : ` at ${pointer}`}` : `Line ${line}`;
  const place = omitUndefined({ line, column, pointer });
  return new ReadError('malformed_record', `${subject} ${what}.`, { place });
}
