import { getDocument } from 'headwater/documents';
import { links } from '#generated/aws.ts';
import type { Handle } from '#generated/types/order/shareOrder.ts';
import { tokenOf } from '../../lib/links.ts';
import { orders } from '../../lib/orders.ts';

export const handle: Handle = async ({ id }, _body, context) => {
  await getDocument(orders(context), id);
  const token = tokenOf({ tenant: context.tenant, id }, await links.value(context));
  return { path: `/v1/status/${token}` };
};
