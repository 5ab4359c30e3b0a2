import { listAllOwners } from 'headwater/documents';
import type { Handle } from '#generated/types/order/listAllOrders.ts';
import { orderType } from '../../lib/orders.ts';

export const handle: Handle = async (request, _body, context) => {
  const { total, hits } = await listAllOwners(orderType, context, request);
  return { total, hits: hits.map(({ owner, document }) => ({ company: owner, order: document })) };
};
