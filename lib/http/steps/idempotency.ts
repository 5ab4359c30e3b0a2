/**
 * Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07): the first
 * request with a key is done, and every other one has its answer.
 *
 * What is kept is the answer of a handler that has returned one. A request
 * that was refused or has failed is done anew when it comes again: what it was
 * refused for may be gone by then, and what failed is there to be tried again.
 */

import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { ServiceError } from '../../errors.ts';
import type { RuntimeOperation } from '../../plan/operation-plan.ts';
import { logFailure } from '../log.ts';
import type { HttpResponse } from '../operation-context.ts';
import { readPreconditions } from '../request/preconditions.ts';
import { hasBody, mediaTypeOf, readBodyBytes } from '../request/read-body.ts';
import { withStandardHeaders } from '../response/response-headers.ts';
import { middyOptions } from './middleware.ts';
import type { Step } from './step.ts';

/** One try to answer a request. */
export interface Attempt {
  /** For what the request creates: the same at each try. */
  readonly reservedId: string;
  /** @returns the answer to give. */
  complete(response: HttpResponse): Promise<HttpResponse>;
  /** There is no answer: the request may be tried again at once. */
  release(): Promise<void>;
}

/** Where claims and answers are kept; lib/store has it. */
export interface IdempotencyStore {
  /** @throws ServiceError idempotency_key_reused, request_in_progress. */
  begin(request: {
    readonly operation: string;
    readonly key: string;
    readonly fingerprint: string;
    readonly remainingMs: number;
  }): Promise<Attempt | { readonly response: HttpResponse }>;
}

/** How long the store may take. */
interface InvocationTime {
  readonly lambda: Context;
  readonly signal: AbortSignal;
}

/**
 * After all checks, so that only what is handed to the handler has a record, and next to `respond`,
 * whose response it keeps. middy calls neither handler nor further steps where there is an `earlyResponse`.
 *
 * @param storeOf called with the first key: what has none needs no store.
 */
export function idempotency(
  operation: RuntimeOperation,
  storeOf: (time: InvocationTime) => IdempotencyStore,
): Step {
  const { id } = operation;
  return {
    before: async function idempotencyBefore(request) {
      const { rawEvent, mediaType } = request.internal;
      const key = rawEvent.headers['idempotency-key'];
      if (key === undefined) return;
      // Conditions that cannot be read are refused while there is no record of the request.
      readPreconditions(rawEvent);
      const fingerprint = fingerprintOf(rawEvent, mediaType);
      const remainingMs = request.context.getRemainingTimeInMillis();
      const begun = await storeOf(timeOf(request.context)).begin({
        operation: id,
        key,
        fingerprint,
        remainingMs,
      });
      // What completes the headers of other answers is not called either.
      if ('response' in begun) request.earlyResponse = withStandardHeaders(begun.response, operation);
      else request.internal.attempt = begun;
    },
    after: async function idempotencyAfter(request) {
      const { attempt } = request.internal;
      // `respond` made it.
      if (attempt) request.response = await attempt.complete(request.response as HttpResponse);
    },
    onError: async function idempotencyOnError({ error, context, internal }) {
      if (!internal.attempt || isRunning(error)) return;
      try {
        await internal.attempt.release();
      } catch (releaseError) {
        // Then the next try waits until the claim lapses; what is to be told is why this one failed.
        logFailure(releaseError, { operation: id, requestId: context.awsRequestId });
      }
    },
  };
}

/** middy limits the time of the handler alone. */
function timeOf(lambda: Context): InvocationTime {
  const leftMs = lambda.getRemainingTimeInMillis() - middyOptions.timeoutEarlyInMillis;
  return { lambda, signal: AbortSignal.timeout(Math.max(0, Math.floor(leftMs))) };
}

/** A handler that was given up goes on, so that its claim does as well. */
function isRunning(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'timeout';
}

/** Tells a request from others with the same key: what is asked for, the content to the byte, and the type of the answer. */
function fingerprintOf(event: APIGatewayProxyEventV2, mediaType: string | undefined): string {
  const { rawPath, rawQueryString, headers, requestContext } = event;
  const contentType = mediaTypeOf(headers['content-type']);
  const asked = [requestContext.http.method, rawPath, rawQueryString, contentType, mediaType];
  const hash = createHash('sha256').update(`${JSON.stringify(asked)}\n`);
  return hash.update(hasBody(event) ? readBodyBytes(event) : '').digest('base64url');
}
