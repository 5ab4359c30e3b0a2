import { getDocument } from 'headwater/documents';
import type { Handle } from '#generated/types/product/getProduct.ts';
import { products } from '../../lib/products.ts';

export const handle: Handle = ({ id }, _body, context) => getDocument(products(context), id);
