import type { Item } from '../data/store/table-access.ts';

/**
 * What the table's stream sends to a consumer after these items were written. On AWS, a consumer gets only items whose sort
 * key begins with its `sortKeyPrefix`.
 *
 * @param items Their keys `pk` and `sk` are enough.
 * @example await service.invoke('order-follow', streamEvent([{ pk: 'order/6b03', sk: 'paid' }])) // { batchItemFailures: [] }
 */
export function streamEvent(items: readonly Item[]): object {
  const Records = items.map(({ pk, sk }, index) => ({
    dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, SequenceNumber: `${index + 1}` },
  }));
  return { Records };
}
