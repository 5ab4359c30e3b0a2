/** The states of a stream: open and paused lead to each other and to closed, which is final. */

import { ServiceError } from 'headwater/errors';
import { streamNotOpen } from '#generated/problems.ts';
import type { StreamRecord, StreamState } from './stream-record.ts';

const following: Readonly<Record<StreamState, readonly StreamState[]>> = {
  open: ['paused', 'closed'],
  paused: ['open', 'closed'],
  closed: [],
};

type StreamSummary = Pick<StreamRecord, '_id' | 'state'>;

/** Allows the same state again. @throws ServiceError state_conflict with the allowed states. */
export function checkTransition({ _id, state }: StreamSummary, next: StreamState): void {
  if (next === state || following[state].includes(next)) return;
  throw conflict('state_conflict', `The stream ${_id} is ${state} and cannot become ${next}.`, state);
}

/** @throws ServiceError state_conflict unless the stream is closed. */
export function checkRemoval({ _id, state }: StreamSummary): void {
  if (state === 'closed') return;
  throw conflict('state_conflict', `The stream ${_id} is ${state}; close it before you delete it.`, state);
}

/** @throws ServiceError stream_not_open. */
export function checkOpen({ _id, state }: StreamSummary): void {
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
