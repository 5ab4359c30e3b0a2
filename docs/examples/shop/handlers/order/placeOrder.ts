import { checkExists, createDocument, getDocument } from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import type { Handle } from '#generated/types/order/placeOrder.ts';
import { customers } from '../../lib/customers.ts';
import { orders } from '../../lib/orders.ts';
import { products, takeStock } from '../../lib/products.ts';

export const handle: Handle = async (_input, { customer, items: wanted }, context) => {
  const quantities = new Map<string, number>();
  for (const { product, quantity } of wanted)
    quantities.set(product, quantity + (quantities.get(product) ?? 0));
  const items = await Promise.all(
    [...quantities].map(async ([product, quantity]) => {
      const { price } = await getDocument(products(context), product);
      return { product, quantity, price };
    }),
  );
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  return createDocument(
    orders(context),
    { customer, items, total, state: 'placed' },
    {
      claim: context.claim,
      besideOf: () => [
        {
          change: checkExists(customers(context).index, customer),
          refusal: () => new ServiceError('not_found', `There is no customer ${customer}.`),
        },
        ...items.map(({ product, quantity }) => takeStock(products(context), product, quantity)),
      ],
    },
  );
};
