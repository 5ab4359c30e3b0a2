/** A stream, as descriptors/stream.json declares it, and the members that clients write with their defaults. */

import {
  type ContentDefaults,
  completeContent,
  type ManagedMembers,
  type Patch,
  patchContent,
  required,
} from 'headwater/documents';
import type { Models } from '#generated/models/stream.ts';

export type StreamRecord = Models['Stream'];

export type StreamContent = Omit<StreamRecord, keyof ManagedMembers>;

/** The members that clients send to open a stream. */
type StreamInput = Omit<Models['StreamInput'], keyof ManagedMembers | 'state'>;

type StreamChange = Omit<Models['StreamChange'], keyof ManagedMembers | 'source'>;

export type StreamState = StreamRecord['state'];

export const streamScope = 'stream:read';

type AllMembers = StreamInput & Pick<StreamContent, 'state'>;

const defaults: ContentDefaults<StreamContent, AllMembers> = {
  name: undefined,
  description: undefined,
  tags: [],
  source: required,
  state: required,
  on_error: 'quarantine',
  retention_days: 7,
  sink: undefined,
  alerts: undefined,
};

/** @example newStreamContent({ source }) // { tags: [], source, state: 'open', on_error: 'quarantine', retention_days: 7 } */
export function newStreamContent(input: StreamInput): StreamContent {
  return completeContent(defaults, { ...input, state: 'open' });
}

/** The content of a stream after a PUT: its source stays, and so does its state unless the client sends one. */
export function replacedStreamContent(current: StreamContent, change: StreamChange): StreamContent {
  const { source, state } = current;
  return completeContent(defaults, { source, state, ...change });
}

/** @throws ServiceError invalid_request when the patch removes the state. */
export function patchedStreamContent(patch: Patch<StreamContent>): StreamContent {
  return patchContent(defaults, patch);
}
