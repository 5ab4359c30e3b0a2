/** The samples in the table that the settings name, for one invocation. */

import { containerDatabase } from '../store/client.ts';
import { createIdGenerator } from '../store/ids.ts';
import type { InvocationTime } from '../store/invocation-time.ts';
import { createSampleStore, type SampleStore } from './sample-store.ts';

const newId = createIdGenerator();

/** @param time The context of the handler. */
export function samples(time: InvocationTime): SampleStore {
  const { client, tableName } = containerDatabase();
  return createSampleStore({ client, tableName, newId, time });
}
