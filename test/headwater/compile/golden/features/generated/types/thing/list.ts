// GET /v2/thing, from descriptors/thing.json
import type { Models } from '#generated/models/thing.ts';
import type { OperationContext } from 'headwater/http';

/** Path, query and header parameters, cast. */
export interface Input {
  readonly ids?: readonly number[];
  readonly kind?: "it's" | 'a "b"';
  readonly ratio: number;
  /** Only things made since */
  readonly 'X-Since'?: string;
  readonly 'order by': readonly string[];
  readonly like?: Models['Counts'];
  readonly either?: readonly (string | number | boolean)[];
  readonly options: { readonly [member: string]: unknown };
}

export type Body = undefined;

/** Makes each version; the one that the request asks for is called. */
export interface Result {
  readonly 1: () => readonly Models['Thing'][];
  readonly 2: () => Models['Part of «thing»'];
  readonly 10: () => readonly string[];
}

/** List *​/ things in order */
export type Handle = (input: Input, body: Body, context: OperationContext<undefined>) => Result | Promise<Result>;
