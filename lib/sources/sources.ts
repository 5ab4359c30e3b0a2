/**
 * The sources of the table that the settings name, as one invocation may use
 * them: client and ids are the container's, the time is the invocation's.
 */

import { containerDatabase } from '../store/client.ts';
import { createIdGenerator } from '../store/ids.ts';
import { type InvocationTime, watchHalfTime } from '../store/invocation-time.ts';
import {
  createSourceLists,
  createSourceStore,
  type SourceLists,
  type SourceStore,
} from './source-repository.ts';

const newId = createIdGenerator();

/** @param time the context of the handler. */
export function sources(time: InvocationTime): SourceStore {
  return createSourceStore({ ...containerDatabase(), newId, time });
}

/** @param time the context of the handler. A list that takes more than half of it ends with what it has. */
export function sourceLists(time: InvocationTime): SourceLists {
  return createSourceLists({ ...containerDatabase(), time, isTimeUp: watchHalfTime(time) });
}
