/** Records that cannot be read: each fails alone, beside those that can. */

import { decodeUtf8 } from '#platform';
import { omitUndefined } from '../../headwater/shared/json/omit.ts';
import { type Failure, failure } from '../base/failure.ts';
import type { DataRecord } from '../base/record.ts';
import { malformedRecord, ReadError, type RecordPlace } from './read-error.ts';

export interface SentRecord {
  /** A text if the record cannot be read. */
  readonly raw: DataRecord | string;
  /** Present if the text was not UTF-8: `raw` is then its bytes in base64, or has U+FFFD in place of some of them. */
  readonly raw_encoding?: 'base64' | 'replaced';
}

type SentText = SentRecord & { readonly raw: string };

class MalformedRecord {
  readonly sent: SentText;
  readonly error: ReadError;

  constructor(sent: SentText, error: ReadError) {
    this.sent = sent;
    this.error = error;
  }

  get result(): { readonly status: 'error'; readonly failure: Failure } {
    return { status: 'error', failure: failure('malformed_record', this.error.message) };
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
    new ReadError('malformed_record', message),
  );
}

/** @throws ReadError for the first record that cannot be read. */
export function requireReadable(records: readonly ReadRecord[]): DataRecord[] {
  return records.map((record) => {
    if (isReadable(record)) return record;
    throw record.error;
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
    if (error instanceof ReadError && error.code === 'malformed_record')
      return new MalformedRecord(sent, error);
    throw error;
  }
}

/** @throws ReadError if the piece is not UTF-8. */
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
  const decoded = decodeUtf8(text);
  return decoded === undefined ? { raw: btoa(text), raw_encoding: 'base64' } : { raw: decoded };
}
