import { ServiceError } from 'headwater/errors';
import type { LogName } from './log-types.ts';

/** Positions from 0 on could belong to other records. */
export function lostHead({ stream }: LogName): Error {
  const what = `The head of the log of the stream ${stream} is lost, so the push is refused and nothing is stored`;
  return new Error(`${what}: run \`npx headwater verify\`.`);
}

export function heldUp(): ServiceError {
  const detail = 'The push was delayed for too long and nothing is stored; send it again.';
  return new ServiceError('unavailable', detail);
}

export function requestInProgress(): ServiceError {
  const detail = 'Another try of this request is running; send it again for its answer.';
  return new ServiceError('request_in_progress', detail, { headers: { 'retry-after': '1' } });
}

export function replayConflict(): ServiceError {
  const detail = 'Another replay of the same records is running; send the request again.';
  return new ServiceError('write_conflict', detail, { headers: { 'retry-after': '1' } });
}
