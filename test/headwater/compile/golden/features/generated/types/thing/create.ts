// POST /v2/thing, from descriptors/thing.json
import type { Models } from '#generated/models/thing.ts';
import type { IdempotentContext } from 'headwater/http';

/** Path, query and header parameters, cast. */
export interface Input {
  /** 1 to 64 visible ASCII characters without a comma, such as a UUID, that the client chooses for this request. A retry with the same key within 24 hours is not processed again and gets the first response */
  readonly 'Idempotency-Key'?: string;
}

export type Body = Models['Thing'];

export type Result = Models['Thing'];

export type Handle = (input: Input, body: Body, context: IdempotentContext<undefined>) => Result | Promise<Result>;
