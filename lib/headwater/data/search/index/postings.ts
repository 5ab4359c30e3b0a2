/**
 * Postings, and the requests that write and read them. Pure: each function
 * returns the request of one command.
 *
 * A posting is its key, and the read units of its document. The key is the key of its term (terms.ts), followed by the document's
 * id in 16 characters, or by the sort key of its value and the id (positions.ts). So it is as small as possible, because counting 1,000 postings reads all of them. The transaction that writes
 * a document writes its postings, too (documents/document-writes.ts), so every posting is true.
 */

import type { Item } from '../../store/table-access.ts';
import type { QueryRequest } from '../../store/table-reads.ts';
import { bytesPerUnit, parseUnits } from './document-units.ts';
import { idOfPosition } from './positions.ts';
import {
  type IdRange,
  isOfAllOwners,
  type KeySpace,
  placeOfPosting,
  sortedAll,
  type TermPlace,
  termOfKey,
  withSortKey,
} from './terms.ts';

export interface Posting {
  /** With the sort key, if lists sort by it. */
  readonly term: string;
  readonly id: string;
  /** In a list by the term, if that is not the id. */
  readonly position?: string;
  /** The read units of the document (document-units.ts); absent if earlier code has put the posting. */
  readonly units?: number;
  /** The owner of the document, in a term of all owners. */
  readonly owner?: string;
}

export function postingKey(space: KeySpace, { term, id }: Pick<Posting, 'term' | 'id'>): Item {
  const { partition, beginning, position } = placeOfPosting(space, term, id);
  return { pk: partition, sk: beginning + shortId(position) };
}

/** The whole item. */
export function postingItem(space: KeySpace, posting: Posting & { readonly units: number }): Item {
  const owner = isOfAllOwners(posting.term) ? { o: space.owner } : {};
  return { ...postingKey(space, posting), u: posting.units, ...owner };
}

export interface PostingPage {
  readonly isDescending: boolean;
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
  const low = known === undefined || page.isDescending ? beginning || beforeTexts : known + afterIds;
  const high = known === undefined || !page.isDescending ? beginning + afterTexts : known;
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
  { isDescending, isConsistent, limit, isCount = false, after }: PostingPage,
): QueryRequest {
  return {
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :low AND :high',
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    ExpressionAttributeValues: { ':pk': partition, ':low': low, ':high': high },
    ScanIndexForward: !isDescending,
    ConsistentRead: isConsistent,
    Limit: limit,
    ...(isCount ? { Select: 'COUNT' } : {}),
    ...(after ? { ExclusiveStartKey: after } : {}),
  };
}

/** Undefined if the key is not one of a posting: other software has written the item. */
export function parsePosting(item: Item): Posting | undefined {
  const posting = parsePostingKey(item);
  const { term, id, position = id } = posting;
  const isSorted = sortedAll(term) !== undefined;
  if (!(isSorted ? /^(?:[0-9a-f]{3})+[0-9a-f]{24}$/ : /^[0-9a-f]{24}$/).test(position)) return undefined;
  const { o: owner } = item;
  const units = parseUnits(item['u']);
  const sized = units === undefined ? posting : { ...posting, units };
  return typeof owner === 'string' ? { ...sized, owner } : sized;
}

/** Also parses the key at which a query stopped, whatever it is. */
export function parsePostingKey({ pk, sk }: Item): Posting {
  const sortKey = String(sk);
  const term = termOfKey(String(pk), sortKey);
  const isSorted = sortedAll(term) !== undefined;
  if (!isSorted) return { term, id: longId(sortKey.slice(-shortLength)) };
  const position = longId(sortKey.slice(sortKey.lastIndexOf('\t') + 1));
  const id = idOfPosition(position);
  return { term: withSortKey(term, position.slice(0, -id.length)), id, position };
}

/** The names `pk` and `sk`, and `u` with its number. */
const bytesBesideKey = 7;

/** The name `o` and the owner of a token. */
const usualOwnerBytes = 17;

/** The number of a part's postings that one read unit covers. */
export function postingsPerUnit({ partition, beginning, low }: TermPlace & Pick<IdRange, 'low'>): number {
  const sortKeyBytes = low.length > idLength ? typicalSortKey : 0;
  const ownerBytes = isOfAllOwners(partition) ? usualOwnerBytes : 0;
  const key = Buffer.byteLength(partition + beginning) + sortKeyBytes + shortLength;
  return Math.floor(bytesPerUnit / (key + bytesBesideKey + ownerBytes));
}

/** The read units of a query that has returned these postings. */
export function unitsOf(items: readonly Item[], isConsistent: boolean): number {
  const bytes = items.reduce((sum, { pk, sk, o }) => {
    const ofOwner = o === undefined ? 0 : Buffer.byteLength(`o${o}`);
    return sum + Buffer.byteLength(`${pk}${sk}`) + bytesBesideKey + ofOwner;
  }, 0);
  return Math.max(1, Math.ceil(bytes / bytesPerUnit)) * (isConsistent ? 1 : 0.5);
}

const idLength = 24;
const shortLength = 16;

/** The characters of a number or a date, or of a text of six bytes. */
const typicalSortKey = 12;

/** Each stands for six bits, in the order of their codes. */
const characters = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const bitsOf = new Map([...characters].map((character, bits) => [character, bits]));

/** Two characters stand for three hexadecimal digits. Kept once made, because a list reads thousands of ids. */
const pairs: string[] = [];
const digits: string[] = [];

/** An id in 16 characters, which sort as the ids do. */
export function shortId(id: string): string {
  let short = '';
  for (let at = 0; at < id.length; at += 3) {
    const bits = Number.parseInt(id.slice(at, at + 3), 16);
    pairs[bits] ??= `${characters[bits >> 6]}${characters[bits & 63]}`;
    short += pairs[bits];
  }
  return short;
}

/** The result is no id if the text is none of `shortId`. */
export function longId(short: string): string {
  let id = '';
  for (let at = 0; at < short.length; at += 2) {
    const [high = -1, low = -1] = [bitsOf.get(short[at] ?? ''), bitsOf.get(short[at + 1] ?? '')];
    const bits = high * 64 + low;
    const isShort = high >= 0 && low >= 0;
    if (isShort) digits[bits] ??= bits.toString(16).padStart(3, '0');
    id += isShort ? digits[bits] : '?';
  }
  return id;
}
