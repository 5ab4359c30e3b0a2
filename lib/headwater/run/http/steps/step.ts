/**
 * What a step is. The state of a request travels as middy's `event` and grows
 * from step to step: a step declares what it needs and returns what it adds, so
 * that steps in the wrong order do not type-check.
 */

import type { Request } from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { ServiceError } from '../../../shared/errors.ts';
import type { Comparison, Filter } from '../../../shared/query/syntax-tree.ts';
import type { Caller, CreationClaim } from '../operation-context.ts';
import type { Input } from '../request/cast.ts';
import type { Form } from '../request/form.ts';
import type { Issue } from '../request/issue.ts';
import type { ReadPreconditions } from '../request/preconditions.ts';
import type { QueryString } from '../request/query-string.ts';
import type { ReadOnlyMembers } from '../request/read-only.ts';
import type { RequestIds } from '../request/request-ids.ts';
import type { TextBody } from '../request/text-body.ts';
import type { HttpResponse, ResponseHead } from '../response/http-response.ts';

/** A request of middy with the state `State`. A thrown value need not be an Error, whatever middy's type says. */
export type StepRequest<State> = Request<State, unknown, Error, Context>;

/** Why a request ends here; undefined if it goes on. */
export type Refusal = ServiceError | undefined;

/** One middleware of a generated function. middy calls `after` and `onError` in reverse order. */
export interface Step<Needs, Adds extends object = Record<never, never>> {
  /** @returns what it adds to the state. To end the request early, set `earlyResponse`. */
  readonly before?: (request: StepRequest<Needs>) => Adds | Promise<Adds>;
  /**
   * In place of `before`: what the step adds is what it has found out of the state. To throw would take longer than all
   * checks.
   *
   * @returns the error that ends the request, if there is one.
   */
  readonly check?: (request: StepRequest<Needs>) => Refusal | Promise<Refusal>;
  readonly after?: (request: StepRequest<Needs & Adds>) => void | Promise<void>;
  /** The state is as far as the request has come. */
  readonly onError?: (request: StepRequest<unknown>) => void | Promise<void>;
}

/** After `receiveEvent`: a copy of the event without its body, which steps may change. */
export interface ReceivedEvent extends Omit<APIGatewayProxyEventV2, 'body'>, RequestIds {
  /** The event as the gateway sent it. */
  readonly gatewayEvent: APIGatewayProxyEventV2;
  readonly head: ResponseHead;
  readonly claim: Claim | undefined;
  /** Whose data the request reads and writes; after `authorize`, the owner of its credential. */
  readonly owner: string;
}

/** After `authorize`. */
export interface WithCaller {
  readonly owner: string;
  /** For the log; absent when nobody needs a credential. */
  readonly credential?: string;
  readonly caller?: string;
  /** Absent without a credential. */
  readonly identity?: Identity;
  /** Absent when nobody needs a credential. @throws ServiceError forbidden. */
  readonly requireScope?: (scope: string) => void;
  /** Absent when nobody needs a credential. */
  readonly hasScope?: (scope: string) => boolean;
}

/** Who calls, as the credential says. */
export interface Identity extends Omit<Caller, 'claims'> {
  /** All claims of the credential. Handlers get those that are declared: `checkClaims` chooses them. */
  readonly allClaims: Readonly<Record<string, unknown>>;
  /** The owner that the request names: in `X-Owner`, with the scope `admin`. */
  readonly namedOwner: string | undefined;
  /** Whether nobody needs a credential: the claims are the declared examples. */
  readonly isOpen?: true;
}

/** After `checkClaims`. */
export interface WithClaims {
  readonly claims?: object;
  /** Whose data the request reads and writes, of types that belong to tenants. */
  readonly tenant?: string;
}

/** After `negotiate`. */
export interface WithMediaType {
  /** The media type of the response. */
  readonly mediaType: string;
}

export interface WithForm {
  readonly form: Form;
}

/** After `parseJsonBody`, `castForm` or `rawForm`. */
export interface WithBody {
  /** Undefined when the request has none. */
  readonly body: unknown;
}

export interface WithReadOnly {
  readonly readOnly: ReadOnlyMembers;
}

export interface WithText {
  /** The body when it is not JSON; undefined otherwise. */
  readonly text: TextBody | undefined;
}

/** After `castInput`, `queryOnly`, `rawInput` or `emptyInput`. */
export interface WithQuery {
  readonly query: QueryString;
}

export interface Cast {
  readonly input: Input;
  /** Reported by `checkRequest`, with its own. */
  readonly issues: readonly Issue[];
  /** The names of parameters of the query that are not declared. */
  readonly unknown?: readonly string[];
}

/** After `checkRequest` or `rawInput`: there are no issues. */
export interface CheckedInput {
  readonly input: Input;
  readonly issues: readonly [];
}

/** After `readFilters`. */
export interface WithFilters {
  readonly filters: readonly Filter[];
  /** Of all parameters, also of those that the request lacks. */
  readonly declaredFilters: readonly Comparison[];
}

/** After `idempotency`. */
export interface WithClaim {
  /** Undefined when the request has no Idempotency-Key. */
  readonly claim: Claim | PreparedClaim | undefined;
}

/** The exclusive right to process the requests with one Idempotency-Key. */
export interface Claim {
  /** The id for what the request creates: the same at each attempt. */
  readonly reservedId: string;
  /** Stores the response. @returns the response to send. */
  complete(response: HttpResponse): Promise<HttpResponse>;
  /** Gives up without a response: the request may be retried at once. */
  release(): Promise<void>;
}

/** A claim that is part of the transaction that creates a document. */
export interface PreparedClaim extends Claim, CreationClaim {}

/** After `respond` or `respondEmpty`. */
export interface WithPreconditions {
  readonly preconditions: ReadPreconditions;
}

/** What `callHandler` needs; the optional members come from steps that only some functions have. */
export type Ready = ReceivedEvent &
  CheckedInput &
  WithQuery &
  WithPreconditions &
  Partial<
    WithBody & WithText & WithMediaType & WithReadOnly & WithFilters & WithClaims & Omit<WithCaller, 'owner'>
  >;

/** The response, in hooks that run after `respond` or `formatErrors`. */
export function responseOf({ response }: StepRequest<unknown>): HttpResponse {
  // These two steps put nothing else in its place.
  return response as HttpResponse;
}
