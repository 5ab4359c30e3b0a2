import { changeDocument, documentsOf, reference, tenantDocumentType } from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import type { InvocationTime } from 'headwater/table';
import type { Models } from '#generated/models/order.ts';
import { wrongState } from '#generated/problems.ts';
import { customerType } from './customers.ts';
import { addStock, productType } from './products.ts';
import { putSale } from './sales.ts';

type Order = Models['Order'];

export const orderType = tenantDocumentType<Order>({
  name: 'order',
  isListedForAdmins: true,
  all: 'o',
  fields: {
    customer: { kind: 'keyword', terms: 'oc' },
    'items.product': 'not searchable',
    'items.quantity': 'not searchable',
    'items.price': 'not searchable',
    total: { kind: 'integer', sort: { within: ['state'] } },
    state: { kind: 'keyword', terms: 'os' },
  },
  rules: [reference('customer', () => customerType), reference('items.product', () => productType)],
});

export const orders = documentsOf(orderType);

/** The state that an order must have before each of the later ones. */
const stateBefore = { paid: 'placed', shipped: 'paid', cancelled: 'placed' } as const;

/** Moves an order to a later state. To cancel it puts its items back; to pay it leaves a sale to count. */
export function moveOrder(
  context: InvocationTime & { readonly tenant: string },
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
    besideOf: (order) => {
      if (state === 'paid') return [putSale(order)];
      if (state === 'cancelled')
        return order.items.map(({ product, quantity }) => addStock(context, product, quantity));
      return [];
    },
  });
}
