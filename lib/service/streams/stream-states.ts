/** The states of a stream: open and paused lead to each other and to closed, which is final. */

import { streamNotOpen } from '#generated/problems.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { StreamRecord, StreamState } from './stream-record.ts';

const following: Readonly<Record<StreamState, readonly StreamState[]>> = {
  open: ['paused', 'closed'],
  paused: ['open', 'closed'],
  closed: [],
};

type Named = Pick<StreamRecord, '_id' | 'state'>;

/** The same state again changes nothing. @throws ServiceError state_conflict with the states that are allowed. */
export function checkTransition({ _id, state }: Named, next: StreamState): void {
  if (next === state || following[state].includes(next)) return;
  throw conflict('state_conflict', `The stream ${_id} is ${state} and cannot become ${next}.`, state);
}

/** @throws ServiceError state_conflict unless the stream is closed. */
export function checkRemoval({ _id, state }: Named): void {
  if (state === 'closed') return;
  throw conflict('state_conflict', `The stream ${_id} is ${state}; close it before you delete it.`, state);
}

/** @throws ServiceError stream_not_open. */
export function checkOpen({ _id, state }: Named): void {
  if (state === 'open') return;
  throw conflict(streamNotOpen, `The stream ${_id} is ${state} and takes no records.`, state);
}

function conflict(
  problem: 'state_conflict' | typeof streamNotOpen,
  detail: string,
  state: StreamState,
): ServiceError {
  return new ServiceError(problem, detail, { members: { state, allowed: following[state] } });
}
