/** Who may open documents of each kind: a call that lacks what says whose they are does not compile. */

import {
  documentsOf,
  documentType,
  listAllOwners,
  sharedDocumentType,
  tenantDocumentType,
} from 'headwater/documents';
import type { BackgroundContext, Caller, OperationContext, TenantContext } from 'headwater/http';
import { expectTypeOf, test } from 'vitest';
import type { ManagedMembers } from '../../../lib/headwater/data/search/document-type.ts';

interface Thing extends ManagedMembers {
  readonly title: string;
}

const declaration = { name: 'thing', all: 't', fields: { title: { kind: 'keyword' } } } as const;
const noteType = documentType<Thing>(declaration);
const orderType = tenantDocumentType<Thing>(declaration);
const notes = documentsOf(noteType);
const orders = documentsOf(orderType);
const products = documentsOf(sharedDocumentType<Thing>(declaration));

declare const everybody: OperationContext<undefined>;
declare const signedIn: OperationContext<Caller>;
declare const optional: OperationContext<Caller | undefined> & TenantContext;
declare const ofTenant: OperationContext<Caller<{ readonly org_id: string }>> & TenantContext<string>;
declare const background: BackgroundContext;

test('a request opens what its credential names', () => {
  for (const context of [everybody, signedIn, optional, ofTenant]) {
    notes(context);
    products(context);
  }
  orders(optional);
  orders(ofTenant);
  // @ts-expect-error The listing declares no tenant.
  orders(signedIn);
  // @ts-expect-error Nobody has a tenant where everybody may call.
  orders(everybody);
});

test('background work names whose documents it opens', () => {
  notes({ ...background, owner: 'acme' });
  orders({ ...background, tenant: 'acme' });
  products(background);
  // @ts-expect-error It names no owner.
  notes(background);
  // @ts-expect-error It names an owner, not a tenant.
  orders({ ...background, owner: 'acme' });
});

test('the list of all owners is for callers with a credential, and for background work', () => {
  const request = { from: 0, size: 10 };
  listAllOwners(orderType, ofTenant, request);
  listAllOwners(noteType, signedIn, request);
  listAllOwners(noteType, background, request);
  // @ts-expect-error Everybody may call it.
  listAllOwners(noteType, everybody, request);
  // @ts-expect-error It may have no credential.
  listAllOwners(noteType, optional, request);
  // @ts-expect-error Documents that all share have one owner.
  sharedDocumentType<Thing>({ ...declaration, isListedForAdmins: true });
});

test('the caller is as certain as the credential', () => {
  expectTypeOf(everybody.caller).toEqualTypeOf<undefined>();
  expectTypeOf(optional.caller).toEqualTypeOf<Caller | undefined>();
  expectTypeOf(ofTenant.caller.claims.org_id).toEqualTypeOf<string>();
  expectTypeOf(ofTenant.tenant).toEqualTypeOf<string>();
  // Code of a project takes the context of any operation.
  expectTypeOf<OperationContext<Caller<{ org_id: string }>>>().toExtend<OperationContext>();
  expectTypeOf<OperationContext<undefined>>().toExtend<OperationContext>();
});
