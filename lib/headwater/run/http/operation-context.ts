import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Comparison } from '../../shared/query/syntax-tree.ts';
import type { Preconditions } from './request/preconditions.ts';
import type { QueryString } from './request/query-string.ts';
import type { ReadOnlyMembers } from './request/read-only.ts';
import type { RequestIds } from './request/request-ids.ts';
import type { ResponseHead } from './response/http-response.ts';

/**
 * Who calls.
 *
 * @typeParam Claims The declared claims (`x-claims` of the listing): `Claims` of `#generated/claims.ts`.
 */
export interface Caller<Claims extends object = object> {
  /** The claim `sub` of a token, or the id of a key. It is unique for an issuer. */
  readonly subject: string;
  /** The claim `iss` of a token; undefined for a key. */
  readonly issuer: string | undefined;
  /** The granted scopes. For a check, use `requireScope` or `hasScope` of the context. */
  readonly scopes: readonly string[];
  /** The declared claims, checked; `{}` in a service that declares none. */
  readonly claims: Claims;
  /** The name of the credential in the log: `key:` and the id of the key, or `token:` and a hash of issuer and subject. */
  readonly credential: string;
}

/** What the context of an operation also has if the listing declares `x-tenant`. */
export interface TenantContext<Tenant extends string | undefined = string | undefined> {
  /** The tenant of the caller, or the one that a caller with the scope `admin` names in `X-Owner`. */
  readonly tenant: Tenant;
}

/**
 * What a handler gets in addition to its input and its body. `requestId` and `traceparent` name the request: for log
 * lines, and for requests to other services.
 *
 * @typeParam Who `undefined` if everybody may call the operation, `Caller | undefined` if a credential is optional.
 */
export interface OperationContext<Who extends Caller | undefined = Caller | undefined> extends RequestIds {
  /** The event as the gateway sent it: strings are neither cast nor parsed. */
  readonly event: APIGatewayProxyEventV2;
  /** The query of the event, parsed. The functions of the service itself, which read none, have an empty one. */
  readonly query: QueryString;
  readonly lambda: Context;
  /** Whose data the request reads and writes: the owner of its credential, or `public`. */
  readonly owner: string;
  /** Who calls; undefined without a credential. */
  readonly caller: Who;
  /** For what needs more than the scopes of the operation. @throws ServiceError forbidden when its credential lacks the scope. */
  readonly requireScope: (scope: string) => void;
  /** For what a response shows only with a further scope. True when the operation needs no credential. */
  readonly hasScope: (scope: string) => boolean;
  /** Aborted when the time of the invocation is about to run out. */
  readonly signal: AbortSignal;
  readonly response: ResponseHead;
  /** The media type of the result, as negotiated; undefined when there is none. An entity tag differs between the forms of a result. */
  readonly mediaType: string | undefined;
  /** If-Match and If-None-Match: check them together with a write. After a read, set the header `etag` instead. */
  readonly preconditions: Preconditions;
  /** The members that the service sets, and a PUT or PATCH has sent back: check them together with a write. */
  readonly readOnly: ReadOnlyMembers;
}

/** The context of an operation with `x-idempotent`. */
export interface IdempotentContext<Who extends Caller | undefined = Caller | undefined>
  extends OperationContext<Who> {
  /**
   * The id for what the request creates: the same at each attempt with the same Idempotency-Key, undefined without one.
   * A handler that creates under this id, and accepts an item that already exists under it, creates exactly once.
   */
  readonly reservedId: string | undefined;
}

/** The claim of an Idempotency-Key, for `createDocument` (data/documents.ts). */
export interface CreationClaim {
  /** The id for the document: the same at each attempt. */
  readonly reservedId: string;
  /** The change that makes the claim, for lib/headwater/data alone; undefined once the request holds it. */
  readonly change: object | undefined;
  /** Called when the change was refused. @throws EarlierResponse, ServiceError idempotency_key_reused, request_in_progress. */
  takeOver(): Promise<void>;
}

/** The context of an operation with `"x-idempotent": "document"`: pass it to `createDocument`. */
export interface DocumentContext<Who extends Caller | undefined = Caller | undefined>
  extends OperationContext<Who> {
  /** The claim of the Idempotency-Key, undefined without one. The transaction that creates the document makes it. */
  readonly claim: CreationClaim | undefined;
}

/** What the context of an operation has besides, if parameters of it have `x-filter`: pass it to `listPage`. */
export interface FilteredContext<RequestFilter extends Comparison> {
  /** The conditions of those parameters that the request has. */
  readonly filters: readonly RequestFilter[];
  /** What all these parameters compare. */
  readonly declaredFilters: readonly Pick<RequestFilter, 'field' | 'op'>[];
}

/** A handler of the service itself. */
export type ServiceHandle<Result> = (
  input: unknown,
  body: unknown,
  context: Pick<OperationContext, 'event' | 'response'>,
) => Result;
