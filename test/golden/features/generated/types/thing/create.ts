// POST /v2/thing, from descriptors/thing.json
import type { Models } from '#generated/models/thing.ts';
import type { OperationContext } from '#lib/runtime/operation-context.ts';

/** Path, query and header parameters, cast. */
export interface Input {}

export type Body = Models['Thing'];

export type Result = Models['Thing'];

export type Handle = (input: Input, body: Body, context: OperationContext) => Result | Promise<Result>;
