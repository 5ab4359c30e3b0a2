// GET /thing, from descriptors/thing.json
import type { OperationContext } from 'headwater/http';

/** Path, query and header parameters, cast. */
export interface Input {
  readonly size?: number;
}

export type Body = undefined;

export type Result = string;

export type Handle = (input: Input, body: Body, context: OperationContext<undefined>) => Result | Promise<Result>;
