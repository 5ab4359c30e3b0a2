import {
  type ContentDefaults,
  type ContentOf,
  documentsOf,
  keptWhileReferenced,
  required,
  tenantDocumentType,
  unique,
} from 'headwater/documents';
import type { Models } from '#generated/models/customer.ts';
import { customerInUse, emailTaken } from '#generated/problems.ts';

type Customer = Models['Customer'];

/** The people who order for a company. */
export const customerType = tenantDocumentType<Customer>({
  name: 'customer',
  all: 'c',
  fields: { name: { kind: 'text', isDefault: true }, email: { kind: 'keyword' } },
  rules: [
    unique('email', { fold: true, over: 'all', problem: emailTaken }),
    keptWhileReferenced(customerInUse),
  ],
});

export const customers = documentsOf(customerType);

/** A patch may change both members, and remove neither. */
export const defaults: ContentDefaults<ContentOf<Customer>> = { name: required, email: required };
