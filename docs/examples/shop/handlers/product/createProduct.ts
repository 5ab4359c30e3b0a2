import { createDocument } from 'headwater/documents';
import type { Handle } from '#generated/types/product/createProduct.ts';
import { products } from '../../lib/products.ts';

export const handle: Handle = (_input, product, context) => createDocument(products(context), product);
