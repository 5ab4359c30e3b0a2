import { containerDatabase } from './client.ts';
import { createIdGenerator } from './ids.ts';
import type { InvocationTime } from './invocation-time.ts';
import { createSourceRepository, type SourceRepository } from './source-repository.ts';

const newId = createIdGenerator();

/**
 * The sources of the table that the settings name, as one invocation may use
 * them: client and ids are the container's, the deadline is the invocation's.
 *
 * @param time the context of the handler.
 */
export function sources(time: InvocationTime): SourceRepository {
  return createSourceRepository({ ...containerDatabase(), newId, time });
}
