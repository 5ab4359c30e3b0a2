import { containerDatabase } from '../container-database.ts';
import { createIdGenerator } from '../ids.ts';
import type { Invocation } from '../invocation-time.ts';
import { createIdempotencyStore, type IdempotencyStore } from './idempotency-store.ts';

const newId = createIdGenerator();

export function idempotencyStore(invocation: Invocation): IdempotencyStore {
  const { owner } = invocation;
  return createIdempotencyStore({ ...containerDatabase(), newId, time: invocation, owner });
}
