// POST /v2/thing/{thing-id}/files/{path*}, from descriptors/thing.json
import type { OperationContext } from 'headwater/http';

/** Path, query and header parameters, cast. */
export interface Input {
  readonly 'thing-id': number;
  readonly path?: string;
}

export type Body = {
  readonly note: string;
};

export type Result = void;

export type Handle = (input: Input, body: Body, context: OperationContext<undefined>) => Result | Promise<Result>;
