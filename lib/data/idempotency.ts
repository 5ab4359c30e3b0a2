import { containerDatabase } from './client.ts';
import { createIdempotencyStore, type IdempotencyStore } from './idempotency-store.ts';

let store: IdempotencyStore | undefined;

/** The requests with idempotency keys, in the table that the settings name; one store per container. */
export function idempotencyStore(): IdempotencyStore {
  store ??= createIdempotencyStore(containerDatabase());
  return store;
}
