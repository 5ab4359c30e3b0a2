import { getDocument } from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import { links } from '#generated/aws.ts';
import type { Handle } from '#generated/types/status/getStatus.ts';
import { linkOf } from '../../lib/links.ts';
import { orders } from '../../lib/orders.ts';

export const handle: Handle = async ({ token }, _body, context) => {
  const link = linkOf(token, await links.value(context));
  if (!link) throw new ServiceError('not_found', 'The link is not valid.');
  const { state } = await getDocument(orders({ ...context, tenant: link.tenant }), link.id);
  return { state };
};
