import { getItem, isPresent, transact } from 'headwater/table';
import type { Handle } from '#generated/types/background/countSale.ts';
import { salesPartition } from '../../lib/sales.ts';
import { openTable } from '../../lib/shop.ts';

/** The stream may deliver a sale twice. Its transaction deletes it, so it is counted once. */
export const handle: Handle = async ({ pk, sk }, context) => {
  const table = openTable(context);
  const sale = await getItem(table, { Key: { pk, sk }, ConsistentRead: true });
  if (!sale) return;
  await transact(table, [
    { Delete: { Key: { pk, sk }, ...isPresent } },
    {
      Update: {
        Key: { pk: salesPartition, sk: sale['day'] },
        UpdateExpression: 'ADD orders :one, #total :total',
        ExpressionAttributeNames: { '#total': 'total' },
        ExpressionAttributeValues: { ':one': 1, ':total': sale['total'] },
      },
    },
  ]);
};
