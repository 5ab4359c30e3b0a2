import { type Beside, documentType } from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import { isNew } from 'headwater/table';
import type { Models } from '#generated/models/customer.ts';
import { emailTaken } from '#generated/problems.ts';
import { shopDocuments } from './shop.ts';

export const customerType = documentType<Models['Customer']>({
  name: 'customer',
  all: 'c',
  fields: { name: { kind: 'text', isDefault: true }, email: { kind: 'keyword' } },
});

export const customers = shopDocuments(customerType);

/** A unique value is an item with the value in its key, which the transaction of the document puts if it is new. */
export function claimEmail(email: string, customer: string): Beside {
  const Item = { pk: `email/${email.toLowerCase()}`, sk: 'email', customer };
  return {
    change: { Put: { Item, ...isNew } },
    refusal: () => new ServiceError(emailTaken, `Another customer has ${email}.`),
  };
}
