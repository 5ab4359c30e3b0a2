/** dynalite has no typings. These are the options in use, from its README, and the modules that transactions.ts uses. */

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
  export type Input = Readonly<Record<string, unknown>>;
  export type Output = Readonly<Record<string, unknown>>;
  export type Done<Result = unknown> = (error?: unknown, result?: Result) => void;
  export type Action = (store: Store, input: Input, done: Done<Output>) => void;

  interface ItemDatabase {
    lock(key: string | readonly string[], run: (release: (done: Done) => Done) => void): void;
    put(key: string, value: unknown, done: Done): void;
    del(key: string, done: Done): void;
  }

  export interface Store {
    getTable(name: string, done: Done<Output>): void;
    getItemDb(table: string): ItemDatabase;
    /** The items of all tables. */
    readonly db: {
      get(key: string, done: Done): void;
      batch(writes: readonly object[], done: Done): void;
    };
  }

  const database: {
    create(options: object): Store;
    createKey(item: Input, table: Output): string;
    itemSize(item: unknown): number;
    validateItem(item: Input, table: Output): Error | undefined;
    validateKey(key: Input, table: Output): Error | undefined;
  };
  export default database;
}

declare module 'dynalite/validations/index.js' {
  import type { Input, Store } from 'dynalite/db/index.js';

  export interface Validation {
    readonly types: object;
    readonly custom: (input: Input, store: Store) => string | undefined;
  }

  const validations: {
    checkTypes(input: unknown, types: object): Input;
    checkValidations(input: Input, types: object, custom: Validation['custom'], store: Store): void;
  };
  export default validations;
}

declare module 'dynalite/actions/*' {
  import type { Action } from 'dynalite/db/index.js';

  const action: Action;
  export default action;
}

declare module 'dynalite/validations/*Item.js' {
  import type { Validation } from 'dynalite/validations/index.js';

  const validation: Validation;
  export default validation;
}
