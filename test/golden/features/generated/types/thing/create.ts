// POST /v2/thing, from descriptors/thing.json
import type { Models } from '#generated/models/thing.ts';
import type { IdempotentContext } from '#lib/http/operation-context.ts';

/** Path, query and header parameters, cast. */
export interface Input {
  /** A text of 1 to 64 visible ASCII characters that the client makes for this request, such as a UUID: sent again with it within a day, the request is not done again, and has the answer of the first time */
  readonly 'Idempotency-Key'?: string;
}

export type Body = Models['Thing'];

export type Result = Models['Thing'];

export type Handle = (input: Input, body: Body, context: IdempotentContext) => Result | Promise<Result>;
