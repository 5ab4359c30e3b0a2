import { listDocuments } from 'headwater/documents';
import type { Handle } from '#generated/types/product/listProducts.ts';
import { products } from '../../lib/products.ts';

export const handle: Handle = async (request, _body, context) => {
  const { total, hits, after } = await listDocuments(products(context), { from: 0, ...request });
  return { total, hits, ...(after === undefined ? {} : { after }) };
};
