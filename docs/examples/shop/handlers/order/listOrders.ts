import { listPage } from 'headwater/documents';
import type { Handle } from '#generated/types/order/listOrders.ts';
import { orders } from '../../lib/orders.ts';

export const handle: Handle = (input, _body, context) => listPage(orders(context), input, context);
