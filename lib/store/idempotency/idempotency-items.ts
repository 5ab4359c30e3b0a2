/**
 * What is stored of a request with an idempotency key, and the requests that
 * store it. Pure: each function gives the input of one command.
 *
 * A record is one item. An answer that does not fit into it is in items beside
 * it (sk = claim and number), which are there before the record says so.
 *
 * `expiresAt` is the table's TTL attribute (serverless.yml). AWS deletes what
 * has expired within days, so that readers look at it as well.
 */

import { createHash } from 'node:crypto';
import type { GetRequest, Item, PutRequest } from '../table-access.ts';

export interface IdempotencyRecord {
  /** Of operation and key. */
  readonly pk: string;
  /** What the request says: another with the same key has another one. */
  readonly fingerprint: string;
  /** For what the request creates: the same at each try. */
  readonly reservedId: string;
  /** Who works on it, or has: a word that nobody else has. */
  readonly claim: string;
  /** Milliseconds since 1970: from then on somebody else may work on it. */
  readonly claimedUntil: number;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** The answer, or in how many parts it stands beside the record; absent as long as there is none. */
  readonly answer?: Uint8Array;
  readonly parts?: number;
}

/** AWS refuses items over 400 KB, names and keys included; the rest of a record takes less than 1 KB. */
const maxAnswerBytes = 399 * 1024;

const names = { '#pk': 'pk', '#claim': 'claim', '#answer': 'answer', '#parts': 'parts' } as const;

/** Keys are of any length and alphabet here: their hash is of one. */
export function recordPk(operation: string, key: string): string {
  const hash = createHash('sha256').update(`${operation}/${key}`).digest('base64url');
  return `idempotency/${hash}`;
}

export function getRecord(pk: string): GetRequest {
  return { Key: { pk: { S: pk }, sk: { S: 'record' } }, ConsistentRead: true };
}

export function putNewRecord(record: IdempotencyRecord): PutRequest {
  return {
    Item: recordItem(record),
    ConditionExpression: 'attribute_not_exists(#pk)',
    ExpressionAttributeNames: { '#pk': names['#pk'] },
  };
}

/** Replaces the record of that claim, which has to be as far as it was: without an answer, or with one. */
export function replaceRecord(
  record: IdempotencyRecord,
  { claim, answer, parts }: Pick<IdempotencyRecord, 'claim' | 'answer' | 'parts'>,
): PutRequest {
  const isAnswered = answer !== undefined || parts !== undefined;
  const running = 'attribute_not_exists(#answer) AND attribute_not_exists(#parts)';
  return {
    Item: recordItem(record),
    ConditionExpression: isAnswered ? '#claim = :claim' : `#claim = :claim AND ${running}`,
    ExpressionAttributeNames: isAnswered
      ? { '#claim': names['#claim'] }
      : { '#claim': names['#claim'], '#answer': names['#answer'], '#parts': names['#parts'] },
    ExpressionAttributeValues: { ':claim': { S: claim } },
  };
}

export function parseRecord(item: Item): IdempotencyRecord {
  // recordItem wrote it, and nothing else writes items with this key.
  return {
    pk: item.pk?.S ?? '',
    fingerprint: item.fingerprint?.S ?? '',
    reservedId: item.reservedId?.S ?? '',
    claim: item.claim?.S ?? '',
    claimedUntil: Number(item.claimedUntil?.N),
    expiresAt: Number(item.expiresAt?.N),
    ...(item.answer?.B ? { answer: item.answer.B } : {}),
    ...(item.parts?.N ? { parts: Number(item.parts.N) } : {}),
  };
}

/** None when the answer fits into the record. */
export function splitAnswer(answer: Uint8Array): Uint8Array[] {
  if (answer.length <= maxAnswerBytes) return [];
  const parts = Math.ceil(answer.length / maxAnswerBytes);
  return Array.from({ length: parts }, (_, index) =>
    answer.subarray(index * maxAnswerBytes, (index + 1) * maxAnswerBytes),
  );
}

export function partKeys({ pk, claim, parts = 0 }: IdempotencyRecord): Item[] {
  return Array.from({ length: parts }, (_, index) => ({ pk: { S: pk }, sk: { S: `${claim}/${index}` } }));
}

/** An hour longer than the record, so that they are there as long as it says so. */
export function putPart(
  key: Item,
  part: { readonly bytes: Uint8Array; readonly expiresAt: number },
): PutRequest {
  const expiresAt = { N: String(part.expiresAt + 3_600) };
  return { Item: { ...key, answer: { B: part.bytes }, expiresAt } };
}

/** The items of `partKeys`, in any order. */
export function joinParts(record: IdempotencyRecord, items: readonly Item[]): Uint8Array {
  const bytesOf = new Map(items.map((item) => [item.sk?.S, item.answer?.B]));
  return Buffer.concat(partKeys(record).map(({ sk }) => bytesOf.get(sk?.S) ?? new Uint8Array()));
}

function recordItem(record: IdempotencyRecord): Item {
  const { pk, fingerprint, reservedId, claim, claimedUntil, expiresAt, answer, parts } = record;
  return {
    pk: { S: pk },
    sk: { S: 'record' },
    fingerprint: { S: fingerprint },
    reservedId: { S: reservedId },
    claim: { S: claim },
    claimedUntil: { N: String(claimedUntil) },
    expiresAt: { N: String(expiresAt) },
    ...(answer ? { answer: { B: answer } } : {}),
    ...(parts === undefined ? {} : { parts: { N: String(parts) } }),
  };
}
