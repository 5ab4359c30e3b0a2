import { createDocument } from 'headwater/documents';
import type { Handle } from '#generated/types/customer/createCustomer.ts';
import { customers } from '../../lib/customers.ts';

export const handle: Handle = (_input, customer, context) => createDocument(customers(context), customer);
