import {
  type Beside,
  type ContentDefaults,
  type ContentOf,
  documentType,
  required,
} from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import { isNew } from 'headwater/table';
import type { Models } from '#generated/models/customer.ts';
import { emailTaken } from '#generated/problems.ts';
import { shopDocuments } from './shop.ts';

type Customer = Models['Customer'];

export const customerType = documentType<Customer>({
  name: 'customer',
  all: 'c',
  fields: { name: { kind: 'text', isDefault: true }, email: { kind: 'keyword' } },
});

export const customers = shopDocuments(customerType);

/** A patch may change both members, and remove neither. */
export const defaults: ContentDefaults<ContentOf<Customer>> = { name: required, email: required };

/** A unique value is an item with the value in its key. Letter case makes no other address. */
const emailKey = (email: string) => ({ pk: `email/${email.toLowerCase()}`, sk: 'email' });

/** The transaction of the document puts the item if it is new. */
export function claimEmail(email: string, customer: string): Beside {
  return {
    change: { Put: { Item: { ...emailKey(email), customer }, ...isNew } },
    refusal: () => new ServiceError(emailTaken, `Another customer has ${email}.`),
  };
}

/** The transaction that removes or changes the document lets others claim the address. */
export function releaseEmail(email: string): Beside {
  return { change: { Delete: { Key: emailKey(email) } } };
}

/** A transaction cannot change one item twice, so nothing is done if the address stays the same. */
export function moveEmail(current: Customer, next: Customer): readonly Beside[] {
  if (emailKey(next.email).pk === emailKey(current.email).pk) return [];
  return [releaseEmail(current.email), claimEmail(next.email, current._id)];
}
