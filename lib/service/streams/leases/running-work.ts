/**
 * Pending work for streams, over all owners: one small partition, which a schedule
 * reads as a whole. Its item is stored before the client gets the response, and stays
 * until the work has ended.
 */

import {
  deleteItem,
  type Item,
  layoutVersion,
  numberOf,
  putItem,
  queryAll,
  type TableAccess,
  updateItem,
} from 'headwater/table';

/** Never an owner's partition: owners contain no `~`. */
export const workPartition = '~work';

/**
 * The beginning of sort keys of replay work. No posting's sort key begins so, whatever words and tags clients choose: a tab is
 * among the first 19 characters of a posting's. So the consumer of the table's stream receives nothing else.
 */
const replayWork = 'running-stream-replay/';

export interface ReplayWork {
  readonly owner: string;
  readonly stream: string;
  readonly id: string;
  /** The time of the put, in milliseconds since 1970. */
  readonly at: number;
}

type WorkName = Omit<ReplayWork, 'at'>;

export function workKey({ owner, stream, id }: WorkName): Item {
  return { pk: workPartition, sk: `${replayWork}${owner}/${stream}/${id}` };
}

export async function putWork(table: TableAccess, { at, ...name }: ReplayWork): Promise<void> {
  await putItem(table, { Item: { ...workKey(name), layout: layoutVersion, at } });
}

/** Signals more work by changing the item, which the consumer of the table's stream receives. */
export async function touchWork(table: TableAccess, name: WorkName, now: number): Promise<void> {
  await updateItem(table, {
    Key: workKey(name),
    UpdateExpression: 'SET #at = :now',
    ConditionExpression: 'attribute_exists(#pk)',
    ExpressionAttributeNames: { '#at': 'at', '#pk': 'pk' },
    ExpressionAttributeValues: { ':now': now },
  });
}

/**
 * Deletes the work.
 *
 * @param at The time of its put: keeps work that was put again since; omit it to delete in any case.
 */
export async function forgetWork(table: TableAccess, name: WorkName, at?: number): Promise<void> {
  const isPutThen = {
    ConditionExpression: '#at = :at',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':at': at },
  };
  await deleteItem(table, { Key: workKey(name), ...(at === undefined ? {} : isPutThen) });
}

export async function listWork(table: TableAccess): Promise<ReplayWork[]> {
  const items = await queryAll(table, {
    KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :sk)',
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    ExpressionAttributeValues: { ':pk': workPartition, ':sk': replayWork },
    ConsistentRead: true,
  });
  return items.flatMap((item) => parseWork(item) ?? []);
}

/** Undefined if the item is not replay work but something that other software has written. */
export function parseWork({ pk, sk, at }: Item): ReplayWork | undefined {
  if (pk !== workPartition || !String(sk).startsWith(replayWork)) return undefined;
  const [owner, stream, id] = String(sk).slice(replayWork.length).split('/');
  if (owner === undefined || stream === undefined || id === undefined) return undefined;
  return { owner, stream, id, at: numberOf(at) };
}
