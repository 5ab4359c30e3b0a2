import type { Item } from '../data/store/table-access.ts';
import { streamRecord } from '../tools/local/table-stream.ts';

/**
 * What the table's stream sends to a consumer after these items were written. On AWS, and under `npm start`, a consumer gets
 * only items whose sort key begins with its `sortKeyPrefix`.
 *
 * @param items Their keys `pk` and `sk` are enough.
 * @example await service.invoke('order-follow', streamEvent([{ pk: 'order/6b03', sk: 'paid' }])) // { batchItemFailures: [] }
 */
export function streamEvent(items: readonly Item[]): object {
  const changes = items.map(({ pk, sk }) => ({ table: 'test', after: { pk: { S: pk }, sk: { S: sk } } }));
  const records = changes.map((change, index) =>
    streamRecord(change, { view: 'KEYS_ONLY', now: Date.now(), sequenceNumber: `${index + 1}` }),
  );
  return { Records: records };
}
