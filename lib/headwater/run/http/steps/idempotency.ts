/**
 * Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07): the first
 * request with a key is processed; all others with it get its response.
 *
 * Only the response of a handler that has returned is stored. A request that
 * was refused or has failed is processed again when it is retried: the reason
 * may be gone by then.
 */

import { createHash } from 'node:crypto';
import { EarlierResponse, ServiceError } from '../../../shared/errors.ts';
import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { logFailure } from '../log.ts';
import { hasBody, mediaTypeOf, readBodyBytes } from '../request/body.ts';
import { invalidRequest, issueOf } from '../request/issue.ts';
import type { HttpResponse } from '../response/http-response.ts';
import { invocationOf, type LambdaInvocation } from './chain.ts';
import { finalized } from './finalize-response.ts';
import { namesOf } from './receive-event.ts';
import {
  type CheckedInput,
  type Claim,
  type PreparedClaim,
  type ReceivedEvent,
  responseOf,
  type Step,
  type WithCaller,
  type WithClaim,
  type WithClaims,
  type WithMediaType,
} from './step.ts';

/** Where claims and responses are kept; lib/headwater/data/store implements it. */
interface ClaimStore {
  /** @throws ServiceError idempotency_key_reused, request_in_progress. */
  begin(request: KeyedRequest): Promise<Claim | { readonly response: HttpResponse }>;
  /** The claim becomes part of the transaction that creates a document. */
  prepare(request: KeyedRequest): PreparedClaim;
}

interface KeyedRequest {
  readonly operation: string;
  readonly key: string;
  /** The same for each attempt of one request. */
  readonly fingerprint: string;
  /** What the response may show: the same for credentials that may see the same. Undefined without a credential. */
  readonly rights: string | undefined;
  readonly remainingMs: number;
}

/** How long the store may take, and whose keys they are. */
interface OwnedInvocation extends LambdaInvocation {
  readonly owner: string;
}

/** The gateway joins the headers of one name with commas. */
const repeatedKey = issueOf(
  { place: 'header', name: 'Idempotency-Key' },
  'repeated',
  'must be given only once, and has no comma',
);

type Needs = ReceivedEvent & CheckedInput & Partial<WithMediaType & WithClaims & Omit<WithCaller, 'owner'>>;

/**
 * Processes requests with the same Idempotency-Key once. It stands after all checks, so that only a request for the
 * handler is recorded, and right before `respond`, whose response it stores.
 *
 * @param storeOf is called with the first key: a request without one needs no store.
 * @throws ServiceError idempotency_key_reused, request_in_progress, invalid_request.
 * @example .use(idempotency(operation, idempotencyStore)) // the second request with a key gets the stored response
 */
export function idempotency(
  operation: RuntimeOperation,
  storeOf: (invocation: OwnedInvocation) => ClaimStore,
): Step<Needs, WithClaim> {
  return {
    before: async (request) => {
      const { event, context } = request;
      const key = event.headers['idempotency-key'];
      if (key === undefined) return { claim: undefined };
      if (key.includes(',')) throw invalidRequest([repeatedKey]);
      const store = storeOf({ ...invocationOf(context), owner: event.owner });
      const keyed = {
        operation: operation.id,
        key,
        fingerprint: fingerprintOf(event),
        rights: rightsOf(event),
        remainingMs: context.getRemainingTimeInMillis(),
      };
      if (operation.isIdempotent === 'document') return { claim: store.prepare(keyed) };
      const begun = await store.begin(keyed);
      if (!('response' in begun)) return { claim: begun };
      request.earlyResponse = finalized(begun.response, request, operation);
      return { claim: undefined };
    },
    after: async (request) => {
      const { claim } = request.event;
      if (claim) request.response = await claim.complete(responseOf(request));
    },
    onError: async ({ event, error, context }) => {
      const { claim } = (event ?? {}) as Partial<WithClaim>;
      // After a timeout the handler goes on, so it keeps its claim.
      if (!claim || error instanceof EarlierResponse) return;
      if (error instanceof ServiceError && error.code === 'timeout') return;
      try {
        await claim.release();
      } catch (releaseError) {
        // A retry has to wait until the claim expires; the response reports why this attempt has failed.
        logFailure(releaseError, {
          operation: operation.id,
          ...namesOf(event, context),
        });
      }
    },
  };
}

/** Identifies a request among those with the same key: method, URL, the bytes of its body, both media types, and the tenant. */
function fingerprintOf({ gatewayEvent, mediaType, tenant }: Needs): string {
  const { rawPath, rawQueryString, headers, requestContext } = gatewayEvent;
  const contentType = mediaTypeOf(headers['content-type']);
  const identity = [requestContext.http.method, rawPath, rawQueryString, contentType, mediaType];
  // A caller may change the tenant, and gets no response about the data of another one.
  if (tenant !== undefined) identity.push(tenant);
  const hash = createHash('sha256').update(`${JSON.stringify(identity)}\n`);
  return hash.update(hasBody(gatewayEvent) ? readBodyBytes(gatewayEvent) : '').digest('base64url');
}

/**
 * Credentials of one owner may differ: two keys, or an admin who acts for somebody. What a token says of itself, such as its end,
 * differs from attempt to attempt, and no handler gets it.
 */
function rightsOf({ identity, claims }: Needs): string | undefined {
  if (!identity) return undefined;
  const rights = [[...new Set(identity.scopes)].toSorted(), claims ?? {}];
  return createHash('sha256').update(JSON.stringify(rights)).digest('base64url');
}
