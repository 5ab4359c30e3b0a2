import type { Beside } from 'headwater/documents';

/** The partition of the sales of each day. */
export const salesPartition = 'sales';

/** Leaves a sale for the consumer `countSale`, so that payments need not wait for the item of their day. */
export function putSale(order: { readonly _id: string; readonly total: number }): Beside {
  const day = new Date().toISOString().slice(0, 10);
  const Item = { pk: `sale/${order._id}`, sk: 'sale', day, total: order.total };
  return { change: { Put: { Item } } };
}
