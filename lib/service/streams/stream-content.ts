/** The members of a stream that clients write, and their defaults. */

import {
  type ContentDefaults,
  completeContent,
  type Patch,
  patchContent,
  required,
} from '../../data/search/documents/document-content.ts';
import type { StreamChange, StreamContent, StreamInput } from './stream-record.ts';

type AllMembers = StreamInput & Pick<StreamContent, 'state'>;

const defaults: ContentDefaults<StreamContent, AllMembers> = {
  name: undefined,
  tags: [],
  source: required,
  state: required,
  on_error: 'quarantine',
  retention_days: 7,
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
