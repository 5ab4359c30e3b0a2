/**
 * Postings, and the requests that write and read them. Pure: each function
 * returns the request of one command.
 *
 * A posting is as small as possible, because counting 1,000 postings reads all of
 * them. Its key is the key of its term (terms.ts) followed by the document's id
 * in 16 characters. Its one attribute, `v`, is a number that joins the revision
 * that needs the posting with the stamp (11 digits) of the write that put it. So
 * one comparison tells which of two postings is later.
 */

import { timeOfId } from '../../store/ids.ts';
import type { Item } from '../../store/table-access.ts';
import type { GetRequest, QueryRequest } from '../../store/table-reads.ts';
import type { DeleteRequest, PutRequest } from '../../store/table-writes.ts';
import { type IdRange, type KeySpace, placeOfPosting, type TermPlace, termOfKey } from './terms.ts';

interface PostingName {
  readonly term: string;
  readonly id: string;
}

export interface Posting extends PostingName {
  readonly revision: number;
  readonly stamp: number;
}

/** Stamps have 11 digits at most, until the year 2146. With the revision a posting takes 7 bytes. */
const stampLimit = 100_000_000_000n;
const stampsSince = Date.UTC(2020);
const stampMs = 4_000;

function postingValue({ revision, stamp }: Pick<Posting, 'revision' | 'stamp'>): bigint {
  return BigInt(revision) * stampLimit + BigInt(stamp);
}

/**
 * The stamp of the postings of a write: its time, then two digits that are random
 * and even (`laterStamp`).
 *
 * @param write An id (store/ids.ts).
 */
export function stampOf(write: string): number {
  return stampAt(timeOfId(write)) + (Number.parseInt(write.slice(-4), 16) % 50) * 2;
}

/** The first stamp of a time, in milliseconds since 1970. */
export function stampAt(time: number): number {
  return Math.max(0, Math.floor((time - stampsSince) / stampMs)) * 100;
}

/** Returns a later, odd stamp. Writes begin with even stamps, so none recognizes the posting as its own. */
export function laterStamp(stamp: number): number {
  return stamp + (stamp % 2 === 0 ? 1 : 2);
}

/** Whether a write has given the posting a later stamp, so that no other write recognizes it as its own. */
export function isShared(stamp: number): boolean {
  return stamp % 2 === 1;
}

/** Milliseconds since 1970. */
export function timeOfStamp(stamp: number): number {
  return stampsSince + Math.floor(stamp / 100) * stampMs;
}

/** The condition fails if a later revision, or a later write of the same revision, has put the posting. */
export function putPosting(space: KeySpace, posting: Posting): PutRequest {
  const value = postingValue(posting);
  return {
    Item: { ...postingKey(space, posting), v: value },
    ConditionExpression: 'attribute_not_exists(#pk) OR #v < :v',
    ExpressionAttributeNames: { '#pk': 'pk', '#v': 'v' },
    ExpressionAttributeValues: { ':v': value },
  };
}

export function getPosting(space: KeySpace, name: PostingName): GetRequest {
  return { Key: postingKey(space, name), ConsistentRead: true };
}

/** Deletes the posting if it is earlier than this revision and stamp. */
export function deleteEarlierPosting(
  space: KeySpace,
  posting: PostingName & { readonly revision: number; readonly stamp?: number },
): DeleteRequest {
  const { revision, stamp = 0 } = posting;
  return deleteWhere('#v < :v', postingKey(space, posting), postingValue({ revision, stamp }));
}

/** Deletes the posting unless another write has put it again. */
export function deleteSeenPosting(space: KeySpace, posting: Posting): DeleteRequest {
  return deleteWhere('#v = :v', postingKey(space, posting), postingValue(posting));
}

function deleteWhere(condition: string, key: Item, value: bigint): DeleteRequest {
  return {
    Key: key,
    ConditionExpression: condition,
    ExpressionAttributeNames: { '#v': 'v' },
    ExpressionAttributeValues: { ':v': value },
  };
}

export interface PostingPage {
  readonly isNewestFirst: boolean;
  readonly isConsistent: boolean;
  readonly limit: number;
  /** Returns only the number of postings. */
  readonly isCount?: boolean;
  /** Continues after this key. */
  readonly after?: Item | undefined;
}

export function queryPart(
  { partition, beginning }: TermPlace,
  { low, high }: IdRange,
  page: PostingPage,
): QueryRequest {
  const keys = { low: beginning + shortId(low), high: beginning + shortId(high) };
  return queryKeys(partition, keys, page);
}

/**
 * A page of the postings of all terms in a place.
 *
 * @param beyond Skips the postings up to and including this part's term.
 */
export function queryPlace(
  { partition, beginning }: TermPlace,
  beyond: TermPlace | undefined,
  page: PostingPage,
): QueryRequest {
  const known = beyond?.beginning;
  const low = known === undefined || page.isNewestFirst ? beginning || beforeTexts : known + afterIds;
  const high = known === undefined || !page.isNewestFirst ? beginning + afterTexts : known;
  return queryKeys(partition, { low, high }, page);
}

/**
 * The bounds of sort keys. AWS refuses an empty bound, so `beforeTexts` has one character. `afterTexts` sorts after all
 * texts, since their 20 bytes hold at most five of Unicode's last character.
 */
const beforeTexts = '\u0000';
const afterIds = '~';
const afterTexts = '\u{10ffff}'.repeat(6);

function queryKeys(
  partition: string,
  { low, high }: { readonly low: string; readonly high: string },
  { isNewestFirst, isConsistent, limit, isCount = false, after }: PostingPage,
): QueryRequest {
  return {
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :low AND :high',
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    ExpressionAttributeValues: { ':pk': partition, ':low': low, ':high': high },
    ScanIndexForward: !isNewestFirst,
    ConsistentRead: isConsistent,
    Limit: limit,
    ...(isCount ? { Select: 'COUNT' } : {}),
    ...(after ? { ExclusiveStartKey: after } : {}),
  };
}

/** Undefined if the item is not a posting but something that other software has written. */
export function parsePosting(item: Item): Posting | undefined {
  const value = item['v'];
  if (typeof value !== 'bigint' && !(Number.isSafeInteger(value) && typeof value === 'number'))
    return undefined;
  const name = parsePostingKey(item);
  const revision = Number(BigInt(value) / stampLimit);
  if (revision < 1 || !/^[0-9a-f]{24}$/.test(name.id)) return undefined;
  return { ...name, revision, stamp: Number(BigInt(value) % stampLimit) };
}

/** Also parses the key at which a query stopped. */
export function parsePostingKey({ pk, sk }: Item): PostingName {
  const sortKey = String(sk);
  return { term: termOfKey(String(pk), sortKey), id: longId(sortKey.slice(-shortLength)) };
}

/** The number of a part's postings that one read unit covers, if none has a later revision. */
export function postingsPerUnit({ partition, beginning }: TermPlace, revision: number): number {
  const digits = String(postingValue({ revision, stamp: 0 })).length;
  // The names pk, sk and v; then a number, which takes a byte for every two digits and one more.
  const others = 2 + 2 + 1 + Math.ceil(digits / 2) + 1;
  return Math.floor(4096 / (Buffer.byteLength(partition + beginning) + shortLength + others));
}

function postingKey(space: KeySpace, { term, id }: PostingName): Item {
  const { partition, beginning } = placeOfPosting(space, term, id);
  return { pk: partition, sk: beginning + shortId(id) };
}

const shortLength = 16;

/** The digits of Base64, and as many characters in the order of their codes. */
const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const orderedDigits = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const translate = (text: string, from: string, to: string) =>
  text.replaceAll(/./g, (digit) => to[from.indexOf(digit)] ?? '');

/** An id in 16 characters, which sort as the ids do. */
export function shortId(id: string): string {
  return translate(Buffer.from(id, 'hex').toString('base64url'), base64Digits, orderedDigits);
}

export function longId(short: string): string {
  return Buffer.from(translate(short, orderedDigits, base64Digits), 'base64url').toString('hex');
}
