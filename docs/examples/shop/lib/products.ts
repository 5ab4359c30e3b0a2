import { type Beside, type Documents, documentKey, documentType } from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import type { Item } from 'headwater/table';
import type { Models } from '#generated/models/product.ts';
import { outOfStock } from '#generated/problems.ts';
import { shopDocuments } from './shop.ts';

export type Product = Models['Product'];

export const productType = documentType<Product>({
  name: 'product',
  all: 'p',
  fields: {
    name: { kind: 'text', terms: 'pn', isDefault: true },
    price: { kind: 'integer' },
    stock: { kind: 'integer' },
  },
});

export const products = shopDocuments(productType);

/** Takes pieces from the stock in the transaction of another document; a negative quantity puts them back. */
export function takeStock({ index }: Documents<Product>, id: string, quantity: number): Beside {
  return {
    change: {
      Update: {
        Key: documentKey(index, id),
        UpdateExpression: 'SET stock = stock - :quantity, revision = revision + :one',
        ConditionExpression: 'stock >= :quantity',
        ExpressionAttributeValues: { ':quantity': quantity, ':one': 1 },
      },
    },
    refusal: () => new ServiceError(outOfStock, `Fewer than ${quantity} pieces of product ${id} are left.`),
  };
}

/** The key of the picture, an item beside the product. */
export function pictureKey({ index }: Documents<Product>, id: string): Item {
  return { ...documentKey(index, id), sk: 'picture' };
}
