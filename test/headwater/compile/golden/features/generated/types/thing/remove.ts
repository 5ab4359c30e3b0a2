// DELETE /v2/thing/{id}, from descriptors/thing.json
import type { OperationContext } from 'headwater/http';

/** Path, query and header parameters, cast. */
export interface Input {
  readonly id: number;
}

export type Body = unknown | undefined;

export type Result = void;

export type Handle = (input: Input, body: Body, context: OperationContext) => Result | Promise<Result>;
