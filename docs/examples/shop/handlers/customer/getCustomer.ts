import { getDocument } from 'headwater/documents';
import type { Handle } from '#generated/types/customer/getCustomer.ts';
import { customers } from '../../lib/customers.ts';

export const handle: Handle = ({ id }, _body, context) => getDocument(customers(context), id);
