/**
 * The stored form of a request with an idempotency key, and the requests that read
 * and write it. Pure: each function returns the request of one command.
 *
 * A record is one item. A response that does not fit into it is stored in parts,
 * in items of the same partition (sk = claim and number). They are put before
 * the record that names them.
 *
 * `expiresAt` is the table's TTL attribute (serverless.yml). AWS deletes expired
 * items within days, so readers check it, too.
 */

import { createHash } from 'node:crypto';
import { isNew, layoutVersion, ownedKey } from '../layout.ts';
import type { Item } from '../table-access.ts';
import type { GetRequest } from '../table-reads.ts';
import type { PutRequest } from '../table-writes.ts';

export interface IdempotencyRecord {
  /** The owner, and a hash of operation and key. */
  readonly pk: string;
  /** Identifies the request: another request with the same key has another fingerprint. */
  readonly fingerprint: string;
  /** What the credential of the request may see. Undefined without a credential, and in records of earlier code. */
  readonly rights?: string;
  /** The id for the resource that the request creates: the same for every try. */
  readonly reservedId: string;
  /** Unique token of the claim holder. */
  readonly claim: string;
  /** Milliseconds since 1970. Afterwards another request may take over the claim. */
  readonly claimedUntil: number;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** The response, as long as it fits into the record. */
  readonly response?: Uint8Array;
  /** The number of parts of a response that does not fit. A record without `response` and `parts` is still running. */
  readonly parts?: number;
}

/** AWS refuses items over 400 KB, names and keys included; the rest of a record takes less than 1 KB. */
const maxResponseBytes = 399 * 1024;

/** Hashes the key, which may have any length and any characters. Owners do not share their keys. */
export function recordPk(
  owner: string,
  { operation, key }: { readonly operation: string; readonly key: string },
): string {
  const hash = createHash('sha256').update(`${operation}/${key}`).digest('base64url');
  return ownedKey(owner, `idempotency/${hash}`);
}

export function getRecord(pk: string): GetRequest {
  return { Key: { pk, sk: 'record' }, ConsistentRead: true };
}

export function putNewRecord(record: IdempotencyRecord): PutRequest {
  return { Item: recordItem(record), ...isNew };
}

/** Replaces the record with this claim, unless it has been completed in the meantime. */
export function replaceRecord(
  record: IdempotencyRecord,
  { claim, response, parts }: Pick<IdempotencyRecord, 'claim' | 'response' | 'parts'>,
): PutRequest {
  const isComplete = response !== undefined || parts !== undefined;
  const running = 'attribute_not_exists(#answer) AND attribute_not_exists(#parts)';
  return {
    Item: recordItem(record),
    ConditionExpression: isComplete ? '#claim = :claim' : `#claim = :claim AND ${running}`,
    ExpressionAttributeNames: isComplete
      ? { '#claim': 'claim' }
      : { '#claim': 'claim', '#answer': 'answer', '#parts': 'parts' },
    ExpressionAttributeValues: { ':claim': claim },
  };
}

/** @throws Error when the item is not a record. */
export function parseRecord(item: Item): IdempotencyRecord {
  const { pk, layout, fingerprint, rights, reservedId, claim, claimedUntil, expiresAt, answer, parts } = item;
  const texts = [pk, fingerprint, reservedId, claim];
  const [isText, isNumber] = [isOf('string'), isOf('number')];
  if (layout !== layoutVersion || !texts.every(isText) || ![claimedUntil, expiresAt].every(isNumber))
    throw new Error(`The item ${String(pk)} is not the record of an idempotency key.`);
  return {
    pk: String(pk),
    fingerprint: String(fingerprint),
    ...(rights === undefined ? {} : { rights: String(rights) }),
    reservedId: String(reservedId),
    claim: String(claim),
    claimedUntil: Number(claimedUntil),
    expiresAt: Number(expiresAt),
    ...(answer instanceof Uint8Array ? { response: answer } : {}),
    ...(parts === undefined ? {} : { parts: Number(parts) }),
  };
}

function isOf(type: 'string' | 'number'): (value: unknown) => boolean {
  return (value) => typeof value === type;
}

/** Splits a response into parts. Returns none when it fits into the record. */
export function splitResponse(response: Uint8Array): Uint8Array[] {
  if (response.length <= maxResponseBytes) return [];
  const parts = Math.ceil(response.length / maxResponseBytes);
  return Array.from({ length: parts }, (_, index) =>
    response.subarray(index * maxResponseBytes, (index + 1) * maxResponseBytes),
  );
}

export function partKeys({ pk, claim, parts = 0 }: IdempotencyRecord): Item[] {
  return Array.from({ length: parts }, (_, index) => ({ pk, sk: `${claim}/${index}` }));
}

/** A part stays an hour longer than the record, so that no record names an expired part. */
export function putPart(
  key: Item,
  part: { readonly bytes: Uint8Array; readonly expiresAt: number },
): PutRequest {
  return { Item: { ...key, answer: part.bytes, expiresAt: part.expiresAt + 3_600 } };
}

/** @param items The items of `partKeys` in any order. */
export function joinParts(record: IdempotencyRecord, items: readonly Item[]): Uint8Array {
  const bytesOf = new Map(items.map((item) => [item['sk'], item['answer']]));
  const parts = partKeys(record).map(({ sk }) => bytesOf.get(sk));
  return Buffer.concat(parts.map((bytes) => (bytes instanceof Uint8Array ? bytes : new Uint8Array())));
}

function recordItem({ response, ...record }: IdempotencyRecord): Item {
  return { ...record, sk: 'record', layout: layoutVersion, ...(response ? { answer: response } : {}) };
}
