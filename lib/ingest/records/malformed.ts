/** Records that cannot be read: each fails alone, beside those that can. */

import { isUtf8 } from 'node:buffer';
import type { Models } from '#generated/models/source.ts';
import { malformedRecords } from '#generated/problems.ts';
import { ServiceError } from '../../headwater/shared/errors.ts';
import { omitUndefined } from '../../headwater/shared/json/omit.ts';
import { type Failure, failure } from '../base/failure.ts';
import type { DataRecord } from '../base/record.ts';

/** The place of a record in its body. Lines and columns count from 1; a record that is read again has no place. */
export interface RecordPlace {
  readonly line?: number;
  readonly column?: number;
  /** A JSON pointer (RFC 6901). */
  readonly pointer?: string;
}

/** @param what Completes the sentence that begins with the place, such as `is not JSON`. */
export function malformedRecord({ line, column, pointer }: RecordPlace, what: string): ServiceError {
  const members = {
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(pointer === undefined ? {} : { pointer }),
  };
  const subject =
    line === undefined ? `The record${pointer === undefined ? '' : ` at ${pointer}`}` : `Line ${line}`;
  return new ServiceError(malformedRecords, `${subject} ${what}.`, { members });
}

export interface SentRecord {
  /** A text if the record cannot be read. */
  readonly raw: DataRecord | string;
  /** Present if the text was not UTF-8: `raw` is then its bytes in base64, or has U+FFFD in place of some of them. */
  readonly raw_encoding?: NonNullable<Models['PreviewResult']['raw_encoding']>;
}

type SentText = SentRecord & { readonly raw: string };

class MalformedRecord {
  readonly sent: SentText;
  /** The problem of a request that refuses malformed records. */
  readonly refusal: ServiceError;

  constructor(sent: SentText, refusal: ServiceError) {
    this.sent = sent;
    this.refusal = refusal;
  }

  get result(): { readonly status: 'error'; readonly failure: Failure } {
    return { status: 'error', failure: failure('malformed_record', this.refusal.message) };
  }
}

/** A record, or its malformed text. */
export type ReadRecord = DataRecord | MalformedRecord;

export function isReadable(record: ReadRecord): record is DataRecord {
  return !(record instanceof MalformedRecord);
}

export function sentOf(record: ReadRecord): SentRecord {
  return isReadable(record) ? { raw: record } : record.sent;
}

/** The inverse of `sentOf`. @param message says why the record could not be read, if it is a text. */
export function recordOf({ raw, raw_encoding }: SentRecord, message: string): ReadRecord {
  if (typeof raw !== 'string') return raw;
  return new MalformedRecord(
    { raw, ...omitUndefined({ raw_encoding }) },
    new ServiceError(malformedRecords, message),
  );
}

/** @throws ServiceError malformed_records for the first record that cannot be read. */
export function requireReadable(records: readonly ReadRecord[]): DataRecord[] {
  return records.map((record) => {
    if (isReadable(record)) return record;
    throw record.refusal;
  });
}

/**
 * Calls `run` with the readable records, and `toResult` with each of the others. Returns the results in the order of
 * the records.
 */
export function runReadable<Result>(
  records: readonly ReadRecord[],
  run: (readable: readonly DataRecord[]) => readonly Result[],
  toResult: (malformed: MalformedRecord) => Result,
): Result[] {
  const results = run(records.filter(isReadable));
  let next = 0;
  // `results` has one item for each readable record.
  return records.map((record) => (isReadable(record) ? (results[next++] as Result) : toResult(record)));
}

/**
 * How the content of a body that is not UTF-8 was kept. `bytes`: one character for each byte (Latin-1). `replaced`: the
 * text of a gateway, which replaces bytes with U+FFFD.
 */
export type Damage = 'bytes' | 'replaced';

export interface Piece {
  readonly text: string;
  readonly place: RecordPlace;
  readonly damage?: Damage | undefined;
}

/**
 * Reads a record.
 *
 * @param read Throws what `malformedRecord` returns.
 */
export function readPiece(piece: Piece, read: (text: string, place: RecordPlace) => DataRecord): ReadRecord {
  const sent = sentTextOf(piece);
  try {
    return read(requireUtf8(sent, piece), piece.place);
  } catch (error) {
    if (error instanceof ServiceError && error.code === malformedRecords.code)
      return new MalformedRecord(sent, error);
    throw error;
  }
}

/** @throws ServiceError malformed_records if the piece is not UTF-8. */
export function requireText(piece: Piece): string {
  return requireUtf8(sentTextOf(piece), piece);
}

function requireUtf8({ raw, raw_encoding: encoding }: SentText, { place }: Piece): string {
  if (encoding !== undefined) throw malformedRecord(place, 'is not UTF-8');
  return raw;
}

/** The text of a piece, as a failure shows it. */
export function sentTextOf({ text, damage }: Piece): SentText {
  if (damage === 'replaced' && text.includes('\ufffd')) return { raw: text, raw_encoding: 'replaced' };
  if (damage !== 'bytes') return { raw: text };
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes)
    ? { raw: bytes.toString() }
    : { raw: bytes.toString('base64'), raw_encoding: 'base64' };
}

/**
 * Makes the error for a rule of the body that no schema can state, in the form of schema errors.
 *
 * @param pointer Into the body, such as `/from`.
 */
export function invalidBody(pointer: string, code: string, message: string): ServiceError {
  const errors = [{ in: 'body', pointer, code, message }];
  return new ServiceError('invalid_request', '1 value is invalid.', { members: { errors } });
}
