/** Whose documents are: of their callers, of tenants, or of nobody, shared by all. The owner is the first part of each key. */

import { ServiceError } from '../../shared/errors.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { writeLog } from '../../shared/log.ts';
import { publicOwner } from '../../shared/owner.ts';
import type { Invocation, InvocationTime } from '../store/invocation-time.ts';

export type OwnedBy = 'caller' | 'tenant' | 'all';

type OwnedByNobody = Omit<Invocation, 'owner'>;

/** What opens documents of each kind: the context of a handler. A schedule or a consumer adds whose they are. */
export interface Invocations {
  readonly caller: Invocation;
  readonly tenant: OwnedByNobody & { readonly tenant: string | undefined };
  readonly all: OwnedByNobody & { readonly owner?: string };
}

interface OwnedType<By extends OwnedBy> {
  readonly name: string;
  readonly ownedBy: By;
}

interface Ownership {
  readonly owner: string;
  /** The owner who pays for what is read (docs/headwater/query.md#what-an-owner-may-read); nobody owns shared documents. */
  readonly payer: string;
}

/** @throws ServiceError forbidden if the documents belong to tenants, and the caller has none. */
export function ownershipOf<By extends OwnedBy>(
  { name, ownedBy }: OwnedType<By>,
  invocation: Invocations[By],
): Ownership {
  const { owner = publicOwner, tenant }: { owner?: string; tenant?: string | undefined } = invocation;
  if (ownedBy === 'all') return { owner: publicOwner, payer: owner };
  if (ownedBy === 'caller') {
    if (process.env['ACCESS'] === 'open') warnIfPublic(name, invocation);
    return { owner, payer: owner };
  }
  if (tenant !== undefined) return { owner: tenant, payer: tenant };
  throw new ServiceError('forbidden', `A ${name} belongs to a tenant, and the credential names none.`);
}

const warned = new Set<string>();

/** Under `npm start`, all data are of one owner, so nobody would see it. */
function warnIfPublic(name: string, context: InvocationTime): void {
  const isPublic = 'caller' in context && context.caller === undefined;
  const { requestId, traceparent } = membersOf(context);
  const operation = String(membersOf(context.lambda)['functionName']);
  const key = `${operation} ${name}`;
  if (!isPublic || warned.has(key)) return;
  warned.add(key);
  const message = `Everybody may call ${operation}, and each ${name} belongs to its caller: with credentials (npm start -- --auth), the operation has only what callers without one have stored. If all callers share them, declare a sharedDocumentType.`;
  writeLog('INFO', { requestId, traceparent, message });
}
