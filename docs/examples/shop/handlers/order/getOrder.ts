import { getDocument } from 'headwater/documents';
import type { Handle } from '#generated/types/order/getOrder.ts';
import { orders } from '../../lib/orders.ts';

export const handle: Handle = ({ id }, _body, context) => getDocument(orders(context), id);
