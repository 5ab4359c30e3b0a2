/**
 * Requests with an idempotency key: each is processed once. For a day, further requests with the key get the same
 * response.
 *
 * The first request with a key puts a record with a claim, which is a lease for as long as its function may run. After a
 * crash the claim expires, and the next request with the key takes it over. The writes of the crashed request are unknown,
 * so the record holds an id that was reserved with the first claim: a handler creates its resource under this id, on the
 * condition that it does not exist. Clocks only decide which request waits for which.
 *
 * Where the request creates one document, the claim is part of the transaction that creates it (`prepare`): one command less,
 * and no claim without its document.
 *
 * A response is put only while the claim holds. If several tries have worked on one request, all of them return the
 * response of the first to finish.
 */

import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { EarlierResponse, ServiceError } from '../../../shared/errors.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import { checkOwner, publicOwner } from '../../../shared/owner.ts';
import { type Clock, systemClock } from '../clock.ts';
import { createIdGenerator } from '../ids.ts';
import type { InvocationTime } from '../invocation-time.ts';
import { checkUnits } from '../owner-units.ts';
import { accessTable, type TableAccess } from '../table-access.ts';
import { getItem, getItems } from '../table-reads.ts';
import { putItem } from '../table-writes.ts';
import type { ItemChange } from '../transactions.ts';
import { payerOf } from '../unit-account.ts';
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
  splitResponse,
} from './idempotency-items.ts';

export interface KeyedRequest {
  readonly operation: string;
  readonly key: string;
  readonly fingerprint: string;
  /** The same for credentials that may see the same; undefined without a credential. */
  readonly rights?: string | undefined;
  /** How long the function may still run. */
  readonly remainingMs: number;
}

export interface StoredResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A claim that this invocation holds. It ends with one of the two methods. */
export interface HeldClaim {
  /** The id for the resource that the request creates. */
  readonly reservedId: string;
  /**
   * Stores the response.
   *
   * @returns The response to send: not `response` when another try has finished first.
   * @throws ServiceError request_in_progress when another try has taken over the claim, unavailable.
   */
  complete(response: StoredResponse): Promise<StoredResponse>;
  /** Gives up the claim without a response, so that the next request may try at once. @throws ServiceError unavailable. */
  release(): Promise<void>;
}

/** A claim that the transaction of a new document makes. */
export interface TransactionClaim extends HeldClaim {
  /** Makes the claim; undefined once this request holds it. */
  readonly change: ItemChange | undefined;
  /**
   * To be called if the change was refused. If the claim of the other request has lapsed, this one holds it afterwards, and
   * `reservedId` is the id of the document that the other one may have created.
   *
   * @throws EarlierResponse, and ServiceError idempotency_key_reused, request_in_progress, unavailable.
   */
  takeOver(): Promise<void>;
}

export type BeginResult = HeldClaim | { readonly response: StoredResponse };

export interface IdempotencyStore {
  /**
   * Claims the request, or returns its response if there is one.
   *
   * @throws ServiceError idempotency_key_reused, request_in_progress, too_many_requests, unavailable.
   */
  begin(request: KeyedRequest): Promise<BeginResult>;
  /** Prepares the claim of a request whose only effect is the transaction of one new document. Sends nothing. */
  prepare(request: KeyedRequest): TransactionClaim;
}

/** The members of the clock default to the system clock. */
interface IdempotencyOptions extends Partial<Clock> {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** `public` by default. */
  readonly owner?: string;
  /** The read units that the owner has in a second. By default nobody pays for what is read. */
  readonly ownerUnits?: number;
  readonly newId?: () => string;
  /** The time limits of the invocation. Without them every attempt may take `maxAttemptMs`. */
  readonly time?: InvocationTime;
}

interface StoreContext {
  readonly owner: string;
  readonly table: TableAccess;
  /** The table for writes: they do nothing of the request, which may still be refused after them. */
  readonly unpaid: TableAccess;
  readonly now: () => number;
  readonly newId: () => string;
}

const keptSeconds = 24 * 3_600;
/** A claim outlives the longest run of its function by this margin. */
const marginMs = 1_000;
/** The limit of attempts to claim while others change the record at the same time. */
const maxTries = 5;

export function createIdempotencyStore(options: IdempotencyOptions): IdempotencyStore {
  const { client, tableName, now = systemClock.now, newId = createIdGenerator({ now }) } = options;
  const owner = checkOwner(options.owner ?? publicOwner);
  const table = accessTable(client, tableName, { ...options, payer: payerOf({ ...options, owner }) });
  const unpaid = { ...table, payer: undefined };
  const context: StoreContext = { owner, table, unpaid, now, newId };
  return {
    begin: (request) => begin(context, request),
    prepare: (request) => prepare(context, newRecord(context, request)),
  };
}

async function begin(context: StoreContext, request: KeyedRequest): Promise<BeginResult> {
  checkUnits(context.table);
  const fresh = newRecord(context, request);
  for (let tries = 0; tries < maxTries; tries++) {
    const begun = await tryClaim(context, fresh);
    if (begun) return begun;
  }
  throw inProgress();
}

function prepare(context: StoreContext, fresh: IdempotencyRecord): TransactionClaim {
  let record = fresh;
  let isHeld = false;
  return {
    get reservedId() {
      return record.reservedId;
    },
    get change() {
      return isHeld ? undefined : { Put: putNewRecord(record) };
    },
    takeOver: async () => {
      const taken = await afterRefusal(context, fresh);
      if (!taken) return;
      if ('response' in taken) throw new EarlierResponse(taken.response);
      record = taken.held;
      isHeld = true;
    },
    // A handler that has created nothing has made no claim.
    complete: (response) => complete(context, record, response, { mayBeNew: !isHeld }),
    release: () => release(context, record),
  };
}

/** Undefined after a conflict with another change of the record. */
async function tryClaim(context: StoreContext, fresh: IdempotencyRecord): Promise<BeginResult | undefined> {
  const isNew = await putItem(context.unpaid, putNewRecord(fresh));
  const taken = isNew ? { held: fresh } : await afterRefusal(context, fresh);
  return taken && 'held' in taken ? holdClaim(context, taken.held) : taken;
}

/** The record that this request holds now, or the response of an earlier one. */
type Taken = { readonly held: IdempotencyRecord } | { readonly response: StoredResponse };

/** Undefined after a conflict with another change of the record. */
async function afterRefusal(context: StoreContext, fresh: IdempotencyRecord): Promise<Taken | undefined> {
  const { table, now } = context;
  const item = await getItem(table, getRecord(fresh.pk));
  const seen = item && parseRecord(item);
  if (!seen) return undefined;
  // The put has succeeded, and only its response was lost.
  if (seen.claim === fresh.claim) return { held: seen };
  if (seen.expiresAt * 1_000 <= now()) return takeOver(context, fresh, seen);
  if (seen.fingerprint !== fresh.fingerprint) throw keyReused('another request', 'unchanged');
  if (seen.rights !== undefined && seen.rights !== fresh.rights)
    throw keyReused('a request whose credential has other scopes or claims', 'with its credential');
  if (isComplete(seen)) return { response: await readResponse(context, seen) };
  if (seen.claimedUntil > now()) throw inProgress();
  return takeOver(context, { ...fresh, reservedId: seen.reservedId }, seen);
}

async function takeOver(
  { unpaid }: StoreContext,
  record: IdempotencyRecord,
  seen: IdempotencyRecord,
): Promise<Taken | undefined> {
  return (await putItem(unpaid, replaceRecord(record, seen))) ? { held: record } : undefined;
}

function newRecord({ owner, now, newId }: StoreContext, request: KeyedRequest): IdempotencyRecord {
  const { operation, key, fingerprint, rights, remainingMs } = request;
  return {
    pk: recordPk(owner, { operation, key }),
    fingerprint,
    ...omitUndefined({ rights }),
    reservedId: newId(),
    claim: randomUUID(),
    claimedUntil: now() + remainingMs + marginMs,
    expiresAt: expiry(now),
  };
}

function holdClaim(context: StoreContext, record: IdempotencyRecord): HeldClaim {
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
  { mayBeNew = false } = {},
): Promise<StoredResponse> {
  const { table, unpaid, now } = context;
  const bytes = Buffer.from(JSON.stringify(response));
  const expiresAt = expiry(now);
  const parts = splitResponse(bytes);
  const completed: IdempotencyRecord =
    parts.length > 0
      ? { ...record, expiresAt, parts: parts.length }
      : { ...record, expiresAt, response: bytes };
  await Promise.all(
    partKeys(completed).map((key, index) =>
      putItem(unpaid, putPart(key, { bytes: parts[index] ?? new Uint8Array(), expiresAt })),
    ),
  );
  if (await putItem(unpaid, replaceRecord(completed, record))) return response;
  const item = await getItem(table, getRecord(record.pk));
  if (!item && mayBeNew && (await putItem(unpaid, putNewRecord(completed)))) return response;
  const seen = item && parseRecord(item);
  if (!seen || !isComplete(seen)) throw inProgress();
  return readResponse(context, seen);
}

/** Keeps the reserved id, because the handler may have written something. */
async function release({ unpaid }: StoreContext, record: IdempotencyRecord): Promise<void> {
  // The condition fails if another request has taken over the claim.
  await putItem(unpaid, replaceRecord({ ...record, claimedUntil: 0 }, record));
}

function isComplete({ response, parts }: IdempotencyRecord): boolean {
  return response !== undefined || parts !== undefined;
}

async function readResponse({ table }: StoreContext, record: IdempotencyRecord): Promise<StoredResponse> {
  const bytes =
    record.response ?? joinParts(record, await getItems(table, partKeys(record), { isConsistent: true }));
  // `complete` wrote it.
  return JSON.parse(new TextDecoder().decode(bytes)) as StoredResponse;
}

function expiry(now: () => number): number {
  return Math.ceil(now() / 1_000) + keptSeconds;
}

function keyReused(other: string, how: string): ServiceError {
  const detail = `This Idempotency-Key was sent with ${other}; use a new key for this one, or repeat the other one ${how}.`;
  return new ServiceError('idempotency_key_reused', detail);
}

function inProgress(): ServiceError {
  const detail = 'The request with this Idempotency-Key is still running; send it again for its answer.';
  return new ServiceError('request_in_progress', detail, { headers: { 'retry-after': '1' } });
}
