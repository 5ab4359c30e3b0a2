import type { Write } from 'headwater/documents';

/** In milliseconds. */
const dayMs = 86_400_000;

/** Leaves a sale for the consumer `noteSale`, in the transaction of the payment. DynamoDB deletes it a week later. */
export function putSale(order: { readonly _id: string; readonly total: number }): Write {
  const now = Date.now();
  const expiresAt = Math.floor((now + 7 * dayMs) / 1_000);
  const Item = { pk: `sale/${order._id}`, sk: 'sale', day: dayOf(now), total: order.total, expiresAt };
  return { change: { Put: { Item } } };
}

/** @param time In milliseconds since 1970. @example dayOf(0) // '1970-01-01' */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
