import { removeDocument } from 'headwater/documents';
import type { Handle } from '#generated/types/customer/removeCustomer.ts';
import { customers } from '../../lib/customers.ts';

export const handle: Handle = ({ id }, _body, context) => removeDocument(customers(context), id);
