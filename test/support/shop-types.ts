/** Documents between which something must hold: orders of customers, for products in stock. */

import { documentType, type ManagedMembers } from '../../lib/headwater/data/search/document-type.ts';
import { keptWhileReferenced } from '../../lib/headwater/data/search/documents/document-holds.ts';
import { reference } from '../../lib/headwater/data/search/documents/references.ts';
import { unique } from '../../lib/headwater/data/search/documents/unique-values.ts';

export interface Customer extends ManagedMembers {
  readonly name: string;
  readonly email?: string;
  /** The total of all orders. */
  readonly spent?: number;
}

export interface Product extends ManagedMembers {
  readonly name: string;
  readonly stock: number;
}

export interface Order extends ManagedMembers {
  readonly customer: string;
  readonly items: readonly { readonly product: string; readonly quantity: number }[];
  readonly total: number;
  readonly state: 'placed' | 'archived';
}

export const emailTaken = { code: 'email_taken', status: 409, title: 'The e-mail address is taken' };
export const outOfStock = { code: 'out_of_stock', status: 409, title: 'Too few pieces are left' };
export const customerInUse = { code: 'customer_in_use', status: 409, title: 'The customer has orders' };

export const customerType = documentType<Customer>({
  name: 'customer',
  all: 'c',
  fields: {
    name: { kind: 'text', terms: 'cn', isDefault: true },
    email: { kind: 'keyword', isOptional: true },
    spent: { kind: 'integer', isOptional: true },
  },
  rules: [unique('email', { fold: true, problem: emailTaken }), keptWhileReferenced(customerInUse)],
});

export const productType = documentType<Product>({
  name: 'product',
  all: 'p',
  fields: { name: { kind: 'text', terms: 'pn' }, stock: { kind: 'integer' } },
});

export const orderType = documentType<Order>({
  name: 'order',
  all: 'o',
  fields: {
    customer: { kind: 'keyword', terms: 'oc' },
    'items.product': 'not searchable',
    'items.quantity': 'not searchable',
    total: { kind: 'integer' },
    state: { kind: 'keyword', terms: 'os' },
  },
  rules: [
    reference('customer', () => customerType, { while: { state: ['placed'] } }),
    reference('items.product', () => productType),
  ],
});
