import {
  adjustmentOf,
  type Documents,
  documentKey,
  documentsOf,
  sharedDocumentType,
} from 'headwater/documents';
import type { InvocationTime, Item } from 'headwater/table';
import type { Models } from '#generated/models/product.ts';
import { outOfStock } from '#generated/problems.ts';

type Product = Models['Product'];

/** The catalogue, which everybody reads. */
export const productType = sharedDocumentType<Product>({
  name: 'product',
  all: 'p',
  fields: {
    name: { kind: 'text', terms: 'pn', isDefault: true },
    price: { kind: 'integer', sort: true },
    stock: { kind: 'integer' },
  },
  version: 2,
  // The first version had prices in euros.
  upgrade: (from, { euros }) => (from < 2 ? { price: Math.round(100 * Number(euros)) } : {}),
  downgrade: ({ price }) => ({ euros: price / 100 }),
});

export const products = documentsOf(productType);

/** Puts pieces into the stock, or takes them with a negative number. */
export function addStock(context: InvocationTime, id: string, stock: number) {
  return adjustmentOf(products(context), id, { stock }, { least: 0, problem: outOfStock });
}

/** The key of the picture, an item beside the product. */
export function pictureKey({ index }: Documents<Product>, id: string): Item {
  return { ...documentKey(index, id), sk: 'picture' };
}
