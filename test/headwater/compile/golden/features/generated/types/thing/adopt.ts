// POST /v2/thing/{id}/animals, from descriptors/thing.json
import type { Models } from '#generated/models/thing.ts';
import type { OperationContext, Caller } from 'headwater/http';

/** Path, query and header parameters, cast. */
export interface Input {
  readonly id: number;
}

export type Body = {
  readonly animal: Models['Animal'];
  readonly counts?: Models['Counts'];
};

export type Result = readonly Models['Animal'][];

export type Handle = (input: Input, body: Body, context: OperationContext<Caller>) => Result | Promise<Result>;
