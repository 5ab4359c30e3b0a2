import { changeDocument, patchContent } from 'headwater/documents';
import type { Handle } from '#generated/types/customer/changeCustomer.ts';
import { customers, defaults } from '../../lib/customers.ts';

export const handle: Handle = ({ id }, patch, context) =>
  changeDocument(customers(context), id, {
    contentOf: (current) => patchContent(defaults, { current, patch, requestIn: 'body' }),
  });
