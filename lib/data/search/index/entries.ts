/**
 * Index entries, and the requests that write and read them. Pure: each function
 * returns the request of one command.
 *
 * An entry is as small as possible, because counting 1,000 entries reads all of
 * them. Its key is the key of its term (terms.ts) followed by the document's id
 * in 16 characters. Its one attribute, `v`, is a number that joins the revision
 * that needs the entry with the stamp (11 digits) of the write that put it. So
 * one comparison tells which of two entries is later.
 */

import { timeOfId } from '../../store/ids.ts';
import type { Item } from '../../store/table-access.ts';
import type { GetRequest, QueryRequest } from '../../store/table-reads.ts';
import type { DeleteRequest, PutRequest } from '../../store/table-writes.ts';
import { type EntrySpace, type IdRange, placeOfEntry, type TermPlace, termOfKey } from './terms.ts';

/** The entry of a document: its term, and the document's id. */
export interface EntryName {
  readonly term: string;
  readonly id: string;
}

export interface IndexEntry extends EntryName {
  readonly revision: number;
  readonly stamp: number;
}

const names = { '#pk': 'pk', '#sk': 'sk', '#v': 'v' } as const;
const aliases = (...keys: (keyof typeof names)[]) => Object.fromEntries(keys.map((key) => [key, names[key]]));

/** Stamps have 11 digits at most, until the year 2146. With the revision an entry takes 7 bytes. */
const stampLimit = 100_000_000_000n;
const stampsSince = Date.UTC(2020);
const stampMs = 4_000;

/** The value of an entry's attribute. */
function entryValue({ revision, stamp }: Pick<IndexEntry, 'revision' | 'stamp'>): bigint {
  return BigInt(revision) * stampLimit + BigInt(stamp);
}

/**
 * The stamp of the entries of a write: its time, then two digits that are random
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

/** Returns a later, odd stamp. Writes begin with even stamps, so none recognizes the entry as its own. */
export function laterStamp(stamp: number): number {
  return stamp + (stamp % 2 === 0 ? 1 : 2);
}

/** Whether a write has given the entry a later stamp, so that no other write recognizes it as its own. */
export function isShared(stamp: number): boolean {
  return stamp % 2 === 1;
}

/** Milliseconds since 1970. */
export function timeOfStamp(stamp: number): number {
  return stampsSince + Math.floor(stamp / 100) * stampMs;
}

/** The condition fails if a later revision, or a later write of the same revision, has put the entry. */
export function putEntry(space: EntrySpace, entry: IndexEntry): PutRequest {
  const value = entryValue(entry);
  return {
    Item: { ...entryKey(space, entry), [names['#v']]: value },
    ConditionExpression: 'attribute_not_exists(#pk) OR #v < :v',
    ExpressionAttributeNames: aliases('#pk', '#v'),
    ExpressionAttributeValues: { ':v': value },
  };
}

export function getEntry(space: EntrySpace, name: EntryName): GetRequest {
  return { Key: entryKey(space, name), ConsistentRead: true };
}

/** Deletes the entry if it is earlier than this revision and stamp. */
export function deleteEarlierEntry(
  space: EntrySpace,
  entry: EntryName & { readonly revision: number; readonly stamp?: number },
): DeleteRequest {
  const { revision, stamp = 0 } = entry;
  return deleteWhere('#v < :v', entryKey(space, entry), entryValue({ revision, stamp }));
}

/** Deletes the entry unless another write has put it again. */
export function deleteSeenEntry(space: EntrySpace, entry: IndexEntry): DeleteRequest {
  return deleteWhere('#v = :v', entryKey(space, entry), entryValue(entry));
}

function deleteWhere(condition: string, key: Item, value: bigint): DeleteRequest {
  return {
    Key: key,
    ConditionExpression: condition,
    ExpressionAttributeNames: aliases('#v'),
    ExpressionAttributeValues: { ':v': value },
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

/** A page of the entries in one partition of a term. */
export function queryPart(
  { partition, beginning }: TermPlace,
  { low, high }: IdRange,
  page: EntryPage,
): QueryRequest {
  const keys = { low: beginning + shortId(low), high: beginning + shortId(high) };
  return queryKeys(partition, keys, page);
}

/**
 * A page of the entries of all terms in a place.
 *
 * @param beyond Skips the entries up to and including this part's term.
 */
export function queryPlace(
  { partition, beginning }: TermPlace,
  beyond: TermPlace | undefined,
  page: EntryPage,
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
  { isNewestFirst, isConsistent, limit, isCount = false, after }: EntryPage,
): QueryRequest {
  return {
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :low AND :high',
    ExpressionAttributeNames: aliases('#pk', '#sk'),
    ExpressionAttributeValues: { ':pk': partition, ':low': low, ':high': high },
    ScanIndexForward: !isNewestFirst,
    ConsistentRead: isConsistent,
    Limit: limit,
    ...(isCount ? { Select: 'COUNT' } : {}),
    ...(after ? { ExclusiveStartKey: after } : {}),
  };
}

/** Undefined if the item is not an entry but something that other software has written. */
export function parseEntry(item: Item): IndexEntry | undefined {
  const value = item[names['#v']];
  if (typeof value !== 'bigint' && !(Number.isSafeInteger(value) && typeof value === 'number'))
    return undefined;
  const name = parseEntryKey(item);
  const revision = Number(BigInt(value) / stampLimit);
  if (revision < 1 || !/^[0-9a-f]{24}$/.test(name.id)) return undefined;
  return { ...name, revision, stamp: Number(BigInt(value) % stampLimit) };
}

/** Also parses the key at which a query stopped. */
export function parseEntryKey({ pk, sk }: Item): EntryName {
  const sortKey = String(sk);
  return { term: termOfKey(String(pk), sortKey), id: longId(sortKey.slice(-shortLength)) };
}

/** The number of a part's entries that one read unit covers, if no entry has a later revision than this one. */
export function entriesPerUnit({ partition, beginning }: TermPlace, revision: number): number {
  const digits = String(entryValue({ revision, stamp: 0 })).length;
  // The names pk, sk and v; then a number, which takes a byte for every two digits and one more.
  const others = 2 + 2 + 1 + Math.ceil(digits / 2) + 1;
  return Math.floor(4096 / (Buffer.byteLength(partition + beginning) + shortLength + others));
}

function entryKey(space: EntrySpace, { term, id }: EntryName): Item {
  const { partition, beginning } = placeOfEntry(space, term, id);
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
