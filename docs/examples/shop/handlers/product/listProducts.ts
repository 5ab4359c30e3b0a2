import { listPage } from 'headwater/documents';
import type { Handle } from '#generated/types/product/listProducts.ts';
import { products } from '../../lib/products.ts';

export const handle: Handle = (input, _body, context) => listPage(products(context), input, context);
