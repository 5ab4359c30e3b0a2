/** dynalite has no typings. These are the options in use, from its README, and what transactions use of its modules. */

declare module 'dynalite' {
  import type { Server } from 'node:http';

  export default function dynalite(options?: {
    /** The folder of the data; in memory if absent. */
    path?: string;
    /** How long a new table stays in CREATING, in milliseconds. */
    createTableMs?: number;
  }): Server;
}

declare module 'dynalite/db/index.js' {
  export type Members = Readonly<Record<string, unknown>>;
  export type Attributes = Readonly<Record<string, object>>;
  export type Done<Result = unknown> = (error?: unknown, result?: Result) => void;
  export type Action = (store: Store, request: object, done: Done<Members>) => void;

  /** An error with the response that it becomes. */
  export interface ResponseError extends Error {
    readonly statusCode: number;
    readonly body: Members;
  }

  /** The items of a table, or the entries of an index, by their keys. */
  export interface SubDatabase {
    /** Runs when all keys are free. What `release` returns frees them, and then calls its argument. */
    lock(keys: readonly string[], run: (release: (done: () => void) => () => void) => void): void;
    get(key: string, done: Done<Attributes | undefined>): void;
    put(key: string, value: unknown, done: Done): void;
    del(key: string, done: Done): void;
    createValueStream(options: object): object;
  }

  export interface Store {
    getTable(name: string, done: Done<Members>): void;
    getItemDb(table: string): SubDatabase;
    getIndexDb(type: string, table: string, index: string): SubDatabase;
    deleteIndexDb(type: string, table: string, index: string, done: Done): void;
    /** The descriptions of tables, by their names. */
    readonly tableDb: Pick<SubDatabase, 'put'>;
    /** What all tables and indexes are stored in, each with a prefix of its own. */
    readonly db: { batch(writes: readonly object[], done: Done): void };
  }

  const database: {
    create(options: object): Store;
    capacityUnits(item: Attributes | undefined, isRead: boolean, isConsistent: boolean): number;
    createKey(item: Attributes, table: Members): string;
    itemSize(item: Attributes): number;
    updateIndexes(
      store: Store,
      table: Members,
      existing: Attributes | undefined,
      item: Attributes | undefined,
      done: Done,
    ): void;
    validateItem(item: Attributes, table: Members): ResponseError | undefined;
    validateKey(key: Attributes, table: Members): ResponseError | undefined;
    validationError(message: string): ResponseError;
  };
  export default database;
}

declare module 'dynalite/actions/*' {
  import type { Action } from 'dynalite/db/index.js';

  const action: Action;
  export default action;
}

declare module 'dynalite/validations/*' {
  import type { Members, Store } from 'dynalite/db/index.js';

  export interface Validation {
    /** The types and limits of the members. */
    readonly types: Members;
    /** Finds what `types` cannot tell, and adds the parsed expressions to the request. */
    custom(request: object, store: Store): string | undefined;
  }

  const validation: Validation;
  export default validation;
}
