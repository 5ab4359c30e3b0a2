import { type Beside, changeDocument, documentType } from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import type { InvocationTime } from 'headwater/table';
import type { Models } from '#generated/models/order.ts';
import { wrongState } from '#generated/problems.ts';
import { products, takeStock } from './products.ts';
import { putSale } from './sales.ts';
import { shopDocuments } from './shop.ts';

type Order = Models['Order'];

export const orderType = documentType<Order>({
  name: 'order',
  all: 'o',
  fields: {
    customer: { kind: 'keyword', terms: 'oc' },
    'items.product': 'not searchable',
    'items.quantity': 'not searchable',
    'items.price': 'not searchable',
    total: { kind: 'integer' },
    state: { kind: 'keyword', terms: 'os' },
  },
});

export const orders = shopDocuments(orderType);

/** The state that an order must have before each of the later ones. */
const stateBefore = { paid: 'placed', shipped: 'paid', cancelled: 'placed' } as const;

/** Moves an order to a later state. To cancel it puts its items back; to pay it leaves a sale to count. */
export function moveOrder(
  context: InvocationTime,
  id: string,
  state: keyof typeof stateBefore,
): Promise<Order> {
  const before = stateBefore[state];
  return changeDocument(orders(context), id, {
    check: (order) => {
      if (order.state === before) return;
      throw new ServiceError(wrongState, `The order is ${order.state}, not ${before}.`);
    },
    contentOf: (order) => ({ ...order, state }),
    besideOf: (order): readonly Beside[] => {
      if (state === 'paid') return [putSale(order)];
      if (state === 'cancelled')
        return order.items.map(({ product, quantity }) => takeStock(products(context), product, -quantity));
      return [];
    },
  });
}
