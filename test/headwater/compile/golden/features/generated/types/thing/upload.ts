// PUT /v2/thing/{thing-id}/files/{path*}, from descriptors/thing.json
import type { FormFile } from '#lib/run/http/request/form.ts';
import type { Models } from '#generated/models/thing.ts';
import type { OperationContext } from '#lib/run/http/operation-context.ts';

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

export type Handle = (input: Input, body: Body, context: OperationContext) => Result | Promise<Result>;
