// GET /v2/thing, from descriptors/thing.json
import type { Models } from '#generated/models/thing.ts';
import type { OperationContext } from '#lib/runtime/operation-context.ts';

/** Path, query and header parameters, cast. */
export interface Input {
  readonly ids?: readonly number[];
  readonly kind?: "it's" | 'a "b"';
  readonly ratio: number;
  /** Only things made since */
  readonly 'X-Since'?: string;
  readonly 'order by': readonly string[];
  readonly like?: Models['Thing'];
  readonly either?: readonly (string | number | boolean)[];
  readonly options: { readonly [member: string]: unknown };
}

export type Body = undefined;

export type Result = readonly Models['Thing'][];

/** List *​/ things in order */
export type Handle = (input: Input, body: Body, context: OperationContext) => Result | Promise<Result>;
