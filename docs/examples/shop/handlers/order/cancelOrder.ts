import type { Handle } from '#generated/types/order/cancelOrder.ts';
import { moveOrder } from '../../lib/orders.ts';

export const handle: Handle = ({ id }, _body, context) => moveOrder(context, id, 'cancelled');
