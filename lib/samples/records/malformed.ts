import { ServiceError } from '../../errors.ts';

/** A place in a body; both count from 1. */
export interface RecordPlace {
  readonly line: number;
  readonly column?: number;
}

/** @param what Completes the sentence that begins with the line, such as `is not JSON`. */
export function malformedRecord({ line, column }: RecordPlace, what: string): ServiceError {
  const members = { line, ...(column === undefined ? {} : { column }) };
  return new ServiceError('malformed_records', `Line ${line} ${what}.`, { members });
}
