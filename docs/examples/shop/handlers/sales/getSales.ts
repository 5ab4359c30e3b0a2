import { queryItems } from 'headwater/table';
import { sales } from '#generated/aws.ts';
import type { Handle } from '#generated/types/sales/getSales.ts';

export const handle: Handle = async ({ day }, _body, context) => {
  const { items } = await queryItems(sales.open(context), {
    KeyConditionExpression: '#day = :day',
    ExpressionAttributeNames: { '#day': 'day' },
    ExpressionAttributeValues: { ':day': day },
  });
  const total = items.reduce((sum, item) => sum + Number(item['total']), 0);
  return { orders: items.length, total };
};
