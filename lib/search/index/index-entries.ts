/**
 * The entries of the index, and the requests that write and read them. Pure:
 * each function gives the input of one command.
 *
 * An entry is as small as it can be: to count 10,000 of them is to read them
 * all. Its key is that of its term (index-terms.ts) with the id of the source,
 * in 16 characters. `r` is the revision that wanted it, `w` the write that put
 * it: seconds since 1970 and three digits of chance.
 */

import type {
  AttributeValue,
  DeleteItemCommandInput,
  PutItemCommandInput,
  QueryCommandInput,
} from '@aws-sdk/client-dynamodb';
import { timeOfId } from '../../store/ids.ts';
import { placeOfTerm, type TermPlace, termOfKey } from './index-terms.ts';

type Item = Record<string, AttributeValue>;

export interface IndexEntry {
  readonly term: string;
  readonly id: string;
  readonly revision: number;
  readonly stamp: number;
}

/** From the lower to the upper id, both included. */
export interface IdRange {
  readonly low: string;
  readonly high: string;
}

const names = { '#pk': 'pk', '#sk': 'sk', '#r': 'r', '#w': 'w' } as const;
const aliases = (...keys: (keyof typeof names)[]) => Object.fromEntries(keys.map((key) => [key, names[key]]));

const conditions = {
  /** Neither a later revision wants the entry, nor a later write of the same one. */
  isNotNewer: 'attribute_not_exists(#pk) OR #r < :r OR (#r = :r AND #w < :w)',
  isOlder: '#r < :r',
  isThatWrite: '#r = :r AND #w = :w',
} as const;

/** What a write leaves in its entries. @param write An id: its time is theirs. */
export function stampOf(write: string): number {
  return Math.floor(timeOfId(write) / 1000) * 1000 + (Number.parseInt(write.slice(-4), 16) % 1000);
}

/** Milliseconds since 1970. */
export function timeOfStamp(stamp: number): number {
  return Math.floor(stamp / 1000) * 1000;
}

export function putEntry(tableName: string, entry: IndexEntry): PutItemCommandInput {
  return {
    TableName: tableName,
    Item: { ...entryKey(entry), r: { N: String(entry.revision) }, w: { N: String(entry.stamp) } },
    ConditionExpression: conditions.isNotNewer,
    ExpressionAttributeNames: aliases('#pk', '#r', '#w'),
    ExpressionAttributeValues: { ':r': { N: String(entry.revision) }, ':w': { N: String(entry.stamp) } },
  };
}

/** Deletes an entry that a revision before this one wanted. */
export function deleteOlderEntry(
  tableName: string,
  { term, id, revision }: Pick<IndexEntry, 'term' | 'id' | 'revision'>,
): DeleteItemCommandInput {
  return {
    TableName: tableName,
    Key: entryKey({ term, id }),
    ConditionExpression: conditions.isOlder,
    ExpressionAttributeNames: aliases('#r'),
    ExpressionAttributeValues: { ':r': { N: String(revision) } },
  };
}

/** Deletes an entry as long as no other write has put it anew. */
export function deleteSeenEntry(tableName: string, entry: IndexEntry): DeleteItemCommandInput {
  return {
    TableName: tableName,
    Key: entryKey(entry),
    ConditionExpression: conditions.isThatWrite,
    ExpressionAttributeNames: aliases('#r', '#w'),
    ExpressionAttributeValues: { ':r': { N: String(entry.revision) }, ':w': { N: String(entry.stamp) } },
  };
}

export interface EntryPage {
  readonly isNewestFirst: boolean;
  readonly isConsistent: boolean;
  readonly limit: number;
  /** Only how many there are. */
  readonly isCount?: boolean;
  /** Goes on after this key. */
  readonly after?: Item | undefined;
}

/** Some of a term's entries. */
export function queryTerm(
  tableName: string,
  term: string,
  { low, high }: IdRange,
  page: EntryPage,
): QueryCommandInput {
  const { partition, beginning } = placeOfTerm(term);
  const keys = { low: beginning + shortId(low), high: beginning + shortId(high) };
  return queryKeys(tableName, partition, keys, page);
}

/**
 * Entries of whatever terms stand in a place.
 *
 * @param beyond A term of which nothing more is wanted: only what follows it.
 */
export function queryPlace(
  tableName: string,
  { partition, beginning }: TermPlace,
  beyond: string | undefined,
  page: EntryPage,
): QueryCommandInput {
  const known = beyond === undefined ? undefined : placeOfTerm(beyond).beginning;
  const low = known === undefined || page.isNewestFirst ? beginning : known + afterIds;
  const high = known === undefined || !page.isNewestFirst ? beginning + afterTexts : known;
  return queryKeys(tableName, partition, { low, high }, page);
}

/** After all ids, and after all that a text may hold: five of the last characters, in its 20 bytes. */
const afterIds = '~';
const afterTexts = '\u{10ffff}'.repeat(6);

function queryKeys(
  tableName: string,
  partition: string,
  { low, high }: { readonly low: string; readonly high: string },
  { isNewestFirst, isConsistent, limit, isCount = false, after }: EntryPage,
): QueryCommandInput {
  return {
    TableName: tableName,
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

/** Also of the key at which a query stopped. */
export function parseEntryKey({ pk, sk }: Item): Pick<IndexEntry, 'term' | 'id'> {
  const sortKey = sk?.S ?? '';
  return { term: termOfKey(pk?.S ?? '', sortKey), id: longId(sortKey.slice(-shortLength)) };
}

/** How many entries of a term can be read for one read unit. */
export function entriesPerUnit(term: string): number {
  const { partition, beginning } = placeOfTerm(term);
  // The names pk, sk, r and w, a revision of up to six digits, and a stamp.
  const others = 2 + 2 + 1 + 4 + 1 + 8;
  return Math.floor(4096 / (Buffer.byteLength(partition + beginning) + shortLength + others));
}

function entryKey({ term, id }: Pick<IndexEntry, 'term' | 'id'>): Item {
  const { partition, beginning } = placeOfTerm(term);
  return { pk: { S: partition }, sk: { S: beginning + shortId(id) } };
}

const shortLength = 16;

/** The digits of Base64, and the same number of characters in the order of their codes. */
const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const orderedDigits = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const translate = (text: string, from: string, to: string) =>
  text.replaceAll(/./g, (digit) => to[from.indexOf(digit)] ?? '');

/** An id in 16 characters that sort as ids do. */
export function shortId(id: string): string {
  return translate(Buffer.from(id, 'hex').toString('base64url'), base64Digits, orderedDigits);
}

export function longId(short: string): string {
  return Buffer.from(translate(short, orderedDigits, base64Digits), 'base64url').toString('hex');
}
