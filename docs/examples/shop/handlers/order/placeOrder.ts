import { creationOf, getDocument, writeTogether } from 'headwater/documents';
import type { Handle } from '#generated/types/order/placeOrder.ts';
import { orders } from '../../lib/orders.ts';
import { addStock, products } from '../../lib/products.ts';

export const handle: Handle = async (_input, { customer, items: wanted }, context) => {
  const items = await Promise.all(
    wanted.map(async ({ product, quantity }) => {
      const { price } = await getDocument(products(context), product);
      return { product, quantity, price };
    }),
  );
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const [order] = await writeTogether([
    creationOf(orders(context), { customer, items, total, state: 'placed' }, { claim: context.claim }),
    ...items.map(({ product, quantity }) => addStock(context, product, -quantity)),
  ]);
  return order;
};
