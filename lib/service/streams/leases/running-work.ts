/**
 * What is to be done for streams, over all owners: one small partition, which a schedule
 * reads as a whole. An item of it is there before anybody is told of the work, and until
 * it has ended.
 */

import { layoutVersion } from '../../../data/store/layout.ts';
import type { Item, TableAccess } from '../../../data/store/table-access.ts';
import { queryAll } from '../../../data/store/table-reads.ts';
import { deleteItem, putItem } from '../../../data/store/table-writes.ts';
import { updateItem } from '../../../data/store/update-item.ts';
import { numberOf } from '../log/log-head.ts';

/** No owner: an owner has no `~`. */
export const workPartition = '~work';

/**
 * No sort key of an entry begins with it, whatever words and tags clients choose: theirs have a tab among the first 19
 * characters. So the consumer of the table's stream sees nothing else.
 */
export const replayWork = 'running-stream-replay/';

/** A replay that is to be run. */
export interface ReplayWork {
  readonly owner: string;
  readonly stream: string;
  readonly id: string;
  /** Milliseconds since 1970: when it was put. */
  readonly at: number;
}

type WorkName = Omit<ReplayWork, 'at'>;

/** Where the item may have been put for a replay that was never stored: a request lives no longer, and AWS takes none that is 15 minutes late. */
export const maxOrphanMs = 20 * 60_000;

export function workKey({ owner, stream, id }: WorkName): Item {
  return { pk: workPartition, sk: `${replayWork}${owner}/${stream}/${id}` };
}

/** @throws ServiceError unavailable, timeout. */
export async function putWork(table: TableAccess, { at, ...name }: ReplayWork): Promise<void> {
  await putItem(table, { Item: { ...workKey(name), layout: layoutVersion, at } });
}

/** Says that there is more to do: what changes is seen by the consumer of the table's stream. @throws ServiceError unavailable, timeout. */
export async function touchWork(table: TableAccess, name: WorkName, now: number): Promise<void> {
  await updateItem(table, {
    Key: workKey(name),
    UpdateExpression: 'SET #at = :now',
    ConditionExpression: 'attribute_exists(#pk)',
    ExpressionAttributeNames: { '#at': 'at', '#pk': 'pk' },
    ExpressionAttributeValues: { ':now': now },
  });
}

/** @param at When it was put, unless that does not matter: it stays if it has been put again since. @throws ServiceError unavailable, timeout. */
export async function forgetWork(table: TableAccess, name: WorkName, at?: number): Promise<void> {
  const isPutThen = {
    ConditionExpression: '#at = :at',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':at': at },
  };
  await deleteItem(table, { Key: workKey(name), ...(at === undefined ? {} : isPutThen) });
}

/** @throws ServiceError unavailable, timeout. */
export async function listWork(table: TableAccess): Promise<ReplayWork[]> {
  const items = await queryAll(table, {
    KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :sk)',
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    ExpressionAttributeValues: { ':pk': workPartition, ':sk': replayWork },
    ConsistentRead: true,
  });
  return items.flatMap((item) => parseWork(item) ?? []);
}

/** Undefined when somebody else has written it. */
export function parseWork({ pk, sk, at }: Item): ReplayWork | undefined {
  if (pk !== workPartition || !String(sk).startsWith(replayWork)) return undefined;
  const [owner, stream, id] = String(sk).slice(replayWork.length).split('/');
  if (owner === undefined || stream === undefined || id === undefined) return undefined;
  return { owner, stream, id, at: numberOf(at) };
}
