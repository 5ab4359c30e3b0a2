/**
 * Requests with an idempotency key: each is answered once, and from then on
 * with that answer, for a day.
 *
 * The first request with a key puts a record (a claim, for as long as its
 * function may run), does its work, and puts the answer into the record. A
 * crash leaves a claim that lapses; the next request with the key takes it
 * over. What the first one has written by then is not known, so the record
 * holds an identifier for what the request creates, chosen with the first
 * claim: a handler that creates under that identifier, on the condition that
 * there is nothing yet, creates once however often and by however many it is
 * tried. So nothing depends on clocks but who waits for whom.
 *
 * An answer is only put while the claim is still held: of several that have
 * worked on one request, the first to be done says what all of them answer.
 */

import { randomUUID } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ServiceError } from '../../errors.ts';
import { createIdGenerator } from '../ids.ts';
import type { InvocationTime } from '../invocation-time.ts';
import { accessTable, type TableAccess } from '../table-access.ts';
import {
  getRecord,
  type IdempotencyRecord,
  joinParts,
  parseRecord,
  partKeys,
  putNewRecord,
  putPart,
  recordPk,
  replaceRecord,
  splitAnswer,
} from './idempotency-items.ts';

export interface KeyedRequest {
  readonly operation: string;
  readonly key: string;
  readonly fingerprint: string;
  /** How long the function may still run. */
  readonly remainingMs: number;
}

export interface StoredResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One try to answer a request; it ends with one of the two. */
export interface Attempt {
  readonly reservedId: string;
  /**
   * @returns the answer to give: another than `response` when somebody else was done before.
   * @throws ServiceError request_in_progress when somebody else works on it by now, unavailable.
   */
  complete(response: StoredResponse): Promise<StoredResponse>;
  /** There is no answer: the next request with the key may try at once. @throws ServiceError unavailable. */
  release(): Promise<void>;
}

export type Begun = Attempt | { readonly response: StoredResponse };

export interface IdempotencyStore {
  /**
   * @returns the answer when there is one.
   * @throws ServiceError idempotency_key_reused, request_in_progress, unavailable.
   */
  begin(request: KeyedRequest): Promise<Begun>;
}

export interface IdempotencyOptions {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly newId?: () => string;
  /** Of the invocation; without it each attempt has its longest. */
  readonly time?: InvocationTime;
}

interface StoreContext {
  readonly table: TableAccess;
  readonly now: () => number;
  readonly newId: () => string;
}

const keptSeconds = 24 * 3_600;
/** A claim is held a little longer than its function can run. */
const marginMs = 1_000;
/** How often a claim is tried when others change the record at the same time. */
const maxTries = 5;

export function createIdempotencyStore(options: IdempotencyOptions): IdempotencyStore {
  const { client, tableName, now = Date.now, newId = createIdGenerator(), time } = options;
  const context: StoreContext = { table: accessTable(client, tableName, time), now, newId };
  return { begin: (request) => begin(context, request) };
}

async function begin(context: StoreContext, request: KeyedRequest): Promise<Begun> {
  const fresh = newRecord(context, request);
  for (let tries = 0; tries < maxTries; tries++) {
    const begun = await claim(context, fresh);
    if (begun) return begun;
  }
  throw inProgress();
}

/** Undefined when somebody else has changed the record in the meantime. */
async function claim(context: StoreContext, fresh: IdempotencyRecord): Promise<Begun | undefined> {
  const { table, now } = context;
  if (await table.put(putNewRecord(fresh))) return attemptOf(context, fresh);
  const item = await table.get(getRecord(fresh.pk));
  const seen = item && parseRecord(item);
  if (!seen) return undefined;
  // The put was done, and only its answer was lost.
  if (seen.claim === fresh.claim) return attemptOf(context, seen);
  if (seen.expiresAt * 1_000 <= now()) return takeOver(context, fresh, seen);
  if (seen.fingerprint !== fresh.fingerprint) throw keyReused();
  if (isAnswered(seen)) return { response: await readAnswer(context, seen) };
  if (seen.claimedUntil > now()) throw inProgress();
  return takeOver(context, { ...fresh, reservedId: seen.reservedId }, seen);
}

async function takeOver(
  context: StoreContext,
  record: IdempotencyRecord,
  seen: IdempotencyRecord,
): Promise<Attempt | undefined> {
  const isTaken = await context.table.put(replaceRecord(record, seen));
  return isTaken ? attemptOf(context, record) : undefined;
}

function newRecord({ now, newId }: StoreContext, request: KeyedRequest): IdempotencyRecord {
  const { operation, key, fingerprint, remainingMs } = request;
  return {
    pk: recordPk(operation, key),
    fingerprint,
    reservedId: newId(),
    claim: randomUUID(),
    claimedUntil: now() + remainingMs + marginMs,
    expiresAt: expiry(now),
  };
}

function attemptOf(context: StoreContext, record: IdempotencyRecord): Attempt {
  return {
    reservedId: record.reservedId,
    complete: (response) => complete(context, record, response),
    release: () => release(context, record),
  };
}

async function complete(
  context: StoreContext,
  record: IdempotencyRecord,
  response: StoredResponse,
): Promise<StoredResponse> {
  const { table, now } = context;
  const bytes = Buffer.from(JSON.stringify(response));
  const expiresAt = expiry(now);
  const parts = splitAnswer(bytes);
  const answered: IdempotencyRecord =
    parts.length > 0
      ? { ...record, expiresAt, parts: parts.length }
      : { ...record, expiresAt, answer: bytes };
  await Promise.all(
    partKeys(answered).map((key, index) =>
      table.put(putPart(key, { bytes: parts[index] ?? new Uint8Array(), expiresAt })),
    ),
  );
  if (await table.put(replaceRecord(answered, record))) return response;
  const item = await table.get(getRecord(record.pk));
  const seen = item && parseRecord(item);
  if (!seen || !isAnswered(seen)) throw inProgress();
  return readAnswer(context, seen);
}

/** Keeps the reserved identifier: whether the handler has written anything is not known. */
async function release({ table }: StoreContext, record: IdempotencyRecord): Promise<void> {
  // When the condition fails, somebody else has taken it over.
  await table.put(replaceRecord({ ...record, claimedUntil: 0 }, record));
}

function isAnswered({ answer, parts }: IdempotencyRecord): boolean {
  return answer !== undefined || parts !== undefined;
}

async function readAnswer({ table }: StoreContext, record: IdempotencyRecord): Promise<StoredResponse> {
  const bytes =
    record.answer ?? joinParts(record, await table.getAll(partKeys(record), { isConsistent: true }));
  // `complete` wrote it.
  return JSON.parse(new TextDecoder().decode(bytes)) as StoredResponse;
}

function expiry(now: () => number): number {
  return Math.ceil(now() / 1_000) + keptSeconds;
}

function keyReused(): ServiceError {
  const detail =
    'Idempotency-Key has been sent with another request; send this one with a key of its own, or that one again as it was.';
  return new ServiceError('idempotency_key_reused', detail);
}

function inProgress(): ServiceError {
  const detail = 'The request with this Idempotency-Key is still running; send it again for its answer.';
  return new ServiceError('request_in_progress', detail, { headers: { 'retry-after': '1' } });
}
