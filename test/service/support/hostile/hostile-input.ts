/** Inputs that are made to take long, as data: which requests they become is up to `hostile-functions.ts`. */

export const hostileOperations = [
  'preview',
  'create',
  'mapping',
  'fields',
  'sample',
  'push',
  'query',
  'replay',
  'request',
] as const;

export type HostileOperation = (typeof hostileOperations)[number];

export interface HostileInput {
  readonly name: string;
  readonly operation: HostileOperation;
  /** The source has them all; `preview` takes the first one. */
  readonly preprocessors?: readonly Readonly<Record<string, unknown>>[];
  readonly records?: readonly object[];
  /** In place of records: the body to send. */
  readonly text?: string;
  /** How the text is sent: text/plain by default. */
  readonly mediaType?: string;
  /** The source has it: json by default. */
  readonly format?: string;
  /** Which lines of a text are one record. */
  readonly multiline?: object;
  /** In place of preprocessors; `mapping` sends it. */
  readonly ingestPipeline?: unknown;
  /** Selects records, fields, or sources. */
  readonly query?: string;
  /** A request to the list of sources has them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The path in place of the list of sources. */
  readonly path?: string;
}

/** A random input, which is made where it runs: that checks preprocessors, and may hang, too. */
export interface RandomInput {
  readonly seed: number;
  readonly index: number;
}

/** What became of the requests of an input. */
export interface HostileAnswer {
  readonly name: string;
  /** Names the function, such as `stream-push`. */
  readonly requests: readonly {
    readonly id: string;
    readonly status: number;
    /** The time of the processor, in milliseconds. */
    readonly ms: number;
  }[];
}
