import { listPageOfAllOwners } from 'headwater/documents';
import type { Handle } from '#generated/types/order/listAllOrders.ts';
import { orderType } from '../../lib/orders.ts';

export const handle: Handle = async (input, _body, context) => {
  const { hits, ...page } = await listPageOfAllOwners(orderType, input, context);
  return { ...page, hits: hits.map(({ owner, document }) => ({ company: owner, order: document })) };
};
