/**
 * What documents are opened with, for one invocation: the table that the
 * settings name. Client and ids belong to the container, the time to the invocation.
 */

import { containerDatabase } from '../../store/client.ts';
import { createIdGenerator } from '../../store/ids.ts';
import { type Invocation, watchHalfTime } from '../../store/invocation-time.ts';
import { shardTable } from '../index/shards.ts';
import type { ListOptions, StoreOptions } from './open-store.ts';

const newId = createIdGenerator();

/** @param invocation The context of the handler. */
export function storeOptions(invocation: Invocation): StoreOptions {
  const { shards, ...others } = containerDatabase();
  return { ...others, shards: shardTable(shards), time: invocation, owner: invocation.owner, newId };
}

/**
 * A list that takes more than half of the time stops and returns what it has found.
 *
 * @param requestIn Where the handler takes the request from, such as `query`.
 */
export function listOptions(invocation: Invocation, requestIn: string): ListOptions {
  return { ...storeOptions(invocation), requestIn, isTimeUp: watchHalfTime(invocation) };
}
