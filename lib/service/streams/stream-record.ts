/** A stream, as descriptors/stream.json declares it. */

import type { Models } from '#generated/models/stream.ts';
import type { ManagedMembers } from '../../data/search/document-type.ts';

/** A stream as it is stored, and as clients get it. */
export type StreamRecord = Models['Stream'];

/** The members that clients write. */
export type StreamContent = Omit<StreamRecord, keyof ManagedMembers>;

/** The members that clients send to open a stream. */
export type StreamInput = Omit<Models['StreamInput'], keyof ManagedMembers | 'state'>;

/** The members that clients change. */
export type StreamChange = Omit<Models['StreamChange'], keyof ManagedMembers | 'source'>;

export type StreamState = StreamRecord['state'];

/** The scope of the operations that read streams. */
export const streamScope = 'stream:read';
