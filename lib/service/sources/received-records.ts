/** Reads the records that a client sends for a source. What the engine cannot read becomes a problem of the request. */

import type { DataRecord } from '@headwater/ingest';
import { ReadError, type ReadRecord, readRecords, requireReadable } from '@headwater/ingest/records';
import { ServiceError } from 'headwater/errors';
import { malformedRecords } from '#generated/problems.ts';
import { invalidBody } from './invalid-body.ts';

/**
 * Reads at most `limit` records of a body.
 *
 * @throws ServiceError unsupported_media_type when the source has another format, or nothing names the columns of CSV;
 *   malformed_json and invalid_request unless JSON is an array; malformed_records for CSV whose first line does not
 *   name the columns, and for lines that take too long with `multiline`; content_too_large for what takes too long to read.
 */
export function receiveRecords(...[body, format]: Parameters<typeof readRecords>): ReadRecord[] {
  return withProblems(() => readRecords(body, format));
}

/** @throws ServiceError malformed_records for the first record that cannot be read. */
export function refuseMalformed(records: readonly ReadRecord[]): DataRecord[] {
  return withProblems(() => requireReadable(records));
}

function withProblems<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof ReadError ? problemOf(error) : error;
  }
}

function problemOf({ code, message, place, accepted }: ReadError): ServiceError {
  switch (code) {
    case 'malformed_record':
      return new ServiceError(malformedRecords, message, { members: { ...place } });
    case 'invalid_json':
      return new ServiceError('malformed_json', message, { members: { ...place } });
    case 'not_an_array':
      return invalidBody('', 'type', 'must be an array');
    case 'unsupported_media_type':
      return new ServiceError(code, message, { headers: { accept: accepted.join(', ') } });
    case 'too_slow':
      return new ServiceError('content_too_large', message);
  }
}
