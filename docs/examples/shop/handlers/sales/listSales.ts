import { inPartition, queryItems } from 'headwater/table';
import type { Handle } from '#generated/types/sales/listSales.ts';
import { salesPartition } from '../../lib/sales.ts';
import { openTable } from '../../lib/shop.ts';

export const handle: Handle = async (_input, _body, context) => {
  const request = { ...inPartition(salesPartition), ScanIndexForward: false, Limit: 31 };
  const { items } = await queryItems(openTable(context), request);
  return items.map(({ sk, orders, total }) => ({
    day: String(sk),
    orders: Number(orders),
    total: Number(total),
  }));
};
