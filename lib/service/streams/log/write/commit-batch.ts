/** The moment at which a batch becomes part of its log, with all that belongs to it. */

import { getItem, type ItemChange, maxChanges, putItem, timeOfId, transact } from 'headwater/table';
import { getBatch, parseBatch, putBatch, type StoredBatch } from '../batch-items.ts';
import { putFailures, replaceFailures } from '../failure-items.ts';
import { type LogBatch, type LogContext, maxPushMs } from '../log-types.ts';
import { putBinding } from './request-bindings.ts';

export interface Commit extends Pick<LogBatch, 'replaces' | 'beside'> {
  readonly batch: StoredBatch;
  readonly key: string | undefined;
}

/**
 * Why nothing is changed: a reader has settled the reservation as void, another try of the request is stored, or what the batch
 * replaces has changed.
 */
export type CommitRefusal = 'void' | 'bound' | 'changed';

/** The most items of failures that a batch can replace, beside its own item, its binding and its failures. */
export const maxReplaced = maxChanges - 3;

/** Fails with `timeout` when the push has taken too long. Throws as the other writes do. */
export async function commitBatch(log: LogContext, commit: Commit): Promise<CommitRefusal | undefined> {
  const { batch } = commit;
  const changes = changesOf(log, commit);
  const isLate = () => log.now() - timeOfId(batch.write) > maxPushMs;
  if (changes.length === 1) return (await putAlone(log, batch, isLate)) ? undefined : 'void';
  const [failed] = await transact(
    log.table,
    changes.map(([change]) => change),
    { isLate },
  );
  return failed === undefined ? undefined : changes[failed]?.[1];
}

type GuardedChange = readonly [change: ItemChange, refusal: CommitRefusal];

function changesOf(log: LogContext, { batch, key, replaces = [], beside = [] }: Commit): GuardedChange[] {
  return [
    ...(key === undefined ? [] : [[{ Put: putBinding(log, key, batch) }, 'bound'] as const]),
    [{ Put: putBatch(log, batch) }, 'void'],
    ...(batch.failureParts.length === 0 ? [] : [[{ Put: putFailures(log, batch) }, 'void'] as const]),
    ...replaces.map((failures) => [replaceFailures(log, failures), 'changed'] as const),
    ...beside.map((change) => [change, 'changed'] as const),
  ];
}

/** One change needs no transaction, at twice the units. */
async function putAlone(log: LogContext, batch: StoredBatch, isLate: () => boolean): Promise<boolean> {
  if (await putItem(log.table, putBatch(log, batch), { isLate })) return true;
  // The response to the first attempt may have been lost.
  const item = await getItem(log.table, getBatch(log, batch.first));
  return item !== undefined && parseBatch(item)?.write === batch.write;
}
