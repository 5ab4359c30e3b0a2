/** The samples in the table that the settings name, for one invocation. */

import { containerDatabase } from '../../data/store/client.ts';
import { createIdGenerator } from '../../data/store/ids.ts';
import type { Invocation } from '../../data/store/invocation-time.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { Sample } from './sample-items.ts';
import { findSample, openSampleStore, type SampledSource, type SampleStore } from './sample-store.ts';

const newId = createIdGenerator();

/** @param invocation The context of the handler. */
export function samples(invocation: Invocation): SampleStore {
  const { client, tableName } = containerDatabase();
  return openSampleStore({ client, tableName, newId, time: invocation, owner: invocation.owner });
}

/** @throws ServiceError not_found, and no_sample when the source has none. */
export async function sampledSource(
  invocation: Invocation,
  id: string,
): Promise<SampledSource & { readonly sample: Sample }> {
  const { sample, ...found } = await findSample(samples(invocation), id);
  if (sample) return { ...found, sample };
  throw new ServiceError('no_sample', `The source ${id} has no sample; PUT one, or POST records here.`);
}
