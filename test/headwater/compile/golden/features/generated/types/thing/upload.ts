// PUT /v2/thing/{thing-id}/files/{path*}, from descriptors/thing.json
import type { FormFile, OperationContext } from 'headwater/http';
import type { Models } from '#generated/models/thing.ts';

/** Path, query and header parameters, cast. */
export interface Input {
  readonly 'thing-id': number;
  readonly path?: string;
}

export type Body = {
  readonly photo: FormFile;
  readonly copies: number;
  readonly tags?: readonly string[];
};

export type Result = Models['Animal'];

export type Handle = (input: Input, body: Body, context: OperationContext<undefined>) => Result | Promise<Result>;
