// DELETE /v2/thing/{id}, from descriptors/thing.json
import type { OperationContext, Caller } from 'headwater/http';

/** Path, query and header parameters, cast. */
export interface Input {
  readonly id: number;
}

export type Body = unknown | undefined;

export type Result = void;

export type Handle = (input: Input, body: Body, context: OperationContext<Caller>) => Result | Promise<Result>;
