/**
 * Index entries, and the requests that write and read them. Pure: each function
 * returns the request of one command.
 *
 * An entry is as small as possible, because counting 10,000 entries reads all
 * of them. Its key is the key of its term (terms.ts) followed by the document's
 * id in 16 characters. `r` is the revision that needs the entry, and `w` stamps
 * the write that put it: seconds since 1970, then three random digits.
 */

import { timeOfId } from '../../store/ids.ts';
import type { DeleteRequest, Item, PutRequest, QueryRequest } from '../../store/table-access.ts';
import { placeOfTerm, type TermPlace, termOfKey } from './terms.ts';

export interface IndexEntry {
  readonly term: string;
  readonly id: string;
  readonly revision: number;
  readonly stamp: number;
}

/** A range of ids, both ends included. */
export interface IdRange {
  readonly low: string;
  readonly high: string;
}

const names = { '#pk': 'pk', '#sk': 'sk', '#r': 'r', '#w': 'w' } as const;
const aliases = (...keys: (keyof typeof names)[]) => Object.fromEntries(keys.map((key) => [key, names[key]]));

const conditions = {
  /** The entry is not needed by a later revision, nor put by a later write of the same revision. */
  isNotNewer: 'attribute_not_exists(#pk) OR #r < :r OR (#r = :r AND #w < :w)',
  isOfEarlierRevision: '#r < :r',
  isOfSameWrite: '#r = :r AND #w = :w',
} as const;

/** The stamp of the entries of a write. @param write An id (store/ids.ts). */
export function stampOf(write: string): number {
  return Math.floor(timeOfId(write) / 1000) * 1000 + (Number.parseInt(write.slice(-4), 16) % 1000);
}

/** Milliseconds since 1970. */
export function timeOfStamp(stamp: number): number {
  return Math.floor(stamp / 1000) * 1000;
}

export function putEntry(entry: IndexEntry): PutRequest {
  return {
    Item: { ...entryKey(entry), r: { N: String(entry.revision) }, w: { N: String(entry.stamp) } },
    ConditionExpression: conditions.isNotNewer,
    ExpressionAttributeNames: aliases('#pk', '#r', '#w'),
    ExpressionAttributeValues: { ':r': { N: String(entry.revision) }, ':w': { N: String(entry.stamp) } },
  };
}

/** Deletes the entry if only an earlier revision needs it. */
export function deleteOlderEntry({
  term,
  id,
  revision,
}: Pick<IndexEntry, 'term' | 'id' | 'revision'>): DeleteRequest {
  return {
    Key: entryKey({ term, id }),
    ConditionExpression: conditions.isOfEarlierRevision,
    ExpressionAttributeNames: aliases('#r'),
    ExpressionAttributeValues: { ':r': { N: String(revision) } },
  };
}

/** Deletes the entry unless another write has put it again. */
export function deleteSeenEntry(entry: IndexEntry): DeleteRequest {
  return {
    Key: entryKey(entry),
    ConditionExpression: conditions.isOfSameWrite,
    ExpressionAttributeNames: aliases('#r', '#w'),
    ExpressionAttributeValues: { ':r': { N: String(entry.revision) }, ':w': { N: String(entry.stamp) } },
  };
}

export interface EntryPage {
  readonly isNewestFirst: boolean;
  readonly isConsistent: boolean;
  readonly limit: number;
  /** Returns only the number of entries. */
  readonly isCount?: boolean;
  /** Continues after this key. */
  readonly after?: Item | undefined;
}

/** A page of the entries of one term. */
export function queryTerm(term: string, { low, high }: IdRange, page: EntryPage): QueryRequest {
  const { partition, beginning } = placeOfTerm(term);
  const keys = { low: beginning + shortId(low), high: beginning + shortId(high) };
  return queryKeys(partition, keys, page);
}

/**
 * A page of the entries of all terms in a place.
 *
 * @param beyond Skips the entries up to and including those of this term.
 */
export function queryPlace(
  { partition, beginning }: TermPlace,
  beyond: string | undefined,
  page: EntryPage,
): QueryRequest {
  const known = beyond === undefined ? undefined : placeOfTerm(beyond).beginning;
  const low = known === undefined || page.isNewestFirst ? beginning : known + afterIds;
  const high = known === undefined || !page.isNewestFirst ? beginning + afterTexts : known;
  return queryKeys(partition, { low, high }, page);
}

/** Sorts after all ids; sorts after all texts, as 20 bytes hold at most five of the last character of Unicode. */
const afterIds = '~';
const afterTexts = '\u{10ffff}'.repeat(6);

function queryKeys(
  partition: string,
  { low, high }: { readonly low: string; readonly high: string },
  { isNewestFirst, isConsistent, limit, isCount = false, after }: EntryPage,
): QueryRequest {
  return {
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :low AND :high',
    ExpressionAttributeNames: aliases('#pk', '#sk'),
    ExpressionAttributeValues: { ':pk': { S: partition }, ':low': { S: low }, ':high': { S: high } },
    ScanIndexForward: !isNewestFirst,
    ConsistentRead: isConsistent,
    Limit: limit,
    ...(isCount ? { Select: 'COUNT' } : {}),
    ...(after ? { ExclusiveStartKey: after } : {}),
  };
}

export function parseEntry(item: Item): IndexEntry {
  return { ...parseEntryKey(item), revision: Number(item.r?.N), stamp: Number(item.w?.N) };
}

/** Also parses the key at which a query stopped. */
export function parseEntryKey({ pk, sk }: Item): Pick<IndexEntry, 'term' | 'id'> {
  const sortKey = sk?.S ?? '';
  return { term: termOfKey(pk?.S ?? '', sortKey), id: longId(sortKey.slice(-shortLength)) };
}

/** The number of entries of a term that one read unit pays for. */
export function entriesPerUnit(term: string): number {
  const { partition, beginning } = placeOfTerm(term);
  // The names pk, sk, r and w, a revision of at most six digits, and a stamp.
  const others = 2 + 2 + 1 + 4 + 1 + 8;
  return Math.floor(4096 / (Buffer.byteLength(partition + beginning) + shortLength + others));
}

function entryKey({ term, id }: Pick<IndexEntry, 'term' | 'id'>): Item {
  const { partition, beginning } = placeOfTerm(term);
  return { pk: { S: partition }, sk: { S: beginning + shortId(id) } };
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
