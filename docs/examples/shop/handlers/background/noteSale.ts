import { getItem, putItem } from 'headwater/table';
import { sales } from '#generated/aws.ts';
import type { Handle } from '#generated/types/background/noteSale.ts';
import { openTable } from '../../lib/table.ts';

/** The stream may deliver a sale twice: its item is the same. */
export const handle: Handle = async ({ pk, sk }, context) => {
  const sale = await getItem(openTable(context), { Key: { pk, sk }, ConsistentRead: true });
  if (!sale) return;
  const { day, total } = sale;
  await putItem(sales.open(context), { Item: { day, order: pk, total } });
};
